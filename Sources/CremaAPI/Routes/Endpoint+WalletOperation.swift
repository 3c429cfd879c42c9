extension Operation {
    static let getWallet = Operation(
        tag: "Wallet", summary: "What the caller has in the wallet",
        description: "`wallet` events tell when it changes.",
        answer: Answer(
            status: 200, summary: "The wallet.", content: .json(WalletResponse.self)))

    static let listWalletTransactions = Operation(
        tag: "Wallet", summary: "What came into the wallet and went out of it",
        description: """
            Latest first, a page at a time, each with the balance afterwards. New ones don't shift \
            the pages.
            """,
        parameters: [.limit, .cursor],
        answer: Answer(
            status: 200, summary: "A page.", content: .json(WalletTransactionsResponse.self)),
        problems: [.invalidField])

    static let createTopUp = Operation(
        tag: "Wallet", summary: "Put money taken over the counter into a wallet",
        description: """
            Cash, or by a card terminal of the shop's own; it is in the wallet and in the books at \
            once. For staff of the location, and for wallets that aren't their own.
            """,
        parameters: [.locationID, .idempotencyKey], body: TopUpRequest.self,
        example: [
            "email": "customer@demo.crema", "amount": ["amount": 2000, "currency": "USD"],
            "kind": "cash",
        ],
        answer: Answer(
            status: 201, summary: "Topped up, durably.", content: .json(TopUpResponse.self),
            headers: [.replayed]),
        problems: [.forbidden, .notFound, .invalidField])
}
