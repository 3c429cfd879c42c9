extension Operation {
    static let getCardForm = Operation(
        tag: "Payments", summary: "How a card is named to the payment provider",
        description: """
            A page loads the provider's script and gets a token for a card from it; this server \
            never sees a card's number. A demo has a sandbox with cards to choose from. 404 where \
            the shop takes no cards.
            """,
        answer: Answer(
            status: 200, summary: "The form.", content: .json(CardFormResponse.self)),
        problems: [.notFound])

    static let createCardPayment = Operation(
        tag: "Payments", summary: "Charge a card for what an order waits for",
        description: """
            The order was placed with a `card` tender and is `awaitingPayment`. The bank is asked; \
            once it has set the money aside, the order goes to the bar and the card is charged. A \
            card that is refused is a payment that `failed`: try again, with a new key. An attempt \
            before it that waits for something is called off: of all attempts at most one is \
            charged. An `open` one with an `action` goes on once the customer has done it; one \
            without waits for the bank: read it again, or follow the order's events.
            """,
        parameters: [.orderID, .idempotencyKey], body: CardPaymentRequest.self,
        example: ["method": "sandbox_visa"],
        answer: Answer(
            status: 201, summary: "How far it is.", content: .json(CardPaymentResponse.self),
            headers: [.replayed]),
        problems: [.transitionRefused, .notFound, .invalidField])

    static let createRefund = Operation(
        tag: "Orders", summary: "Give back what was paid, or a part of it",
        description: """
            A sum, or what was paid for pieces of lines (without the tip), or all that is left. It \
            goes back to the tenders that it came from, in the proportion of what each still \
            holds, and never more than one took; the order stays what it is. For managers of the \
            order's location, and for orders that aren't their own.
            """,
        parameters: [.orderID, .idempotencyKey, .ifMatch], body: RefundRequest.self,
        example: ["lines": [["number": 1, "quantity": 1]], "reason": "It was cold."],
        answer: Answer(
            status: 201, summary: "Given back.", content: .json(RefundValue.self),
            headers: [.etag, .replayed]),
        problems: [.forbidden, .invalidField, .transitionRefused])

    static let getCardPayment = Operation(
        tag: "Payments", summary: "How far a charge is",
        description: """
            Asks the provider where it isn't over. For whoever may read its order, or has the \
            wallet; for all others there is no such charge.
            """,
        parameters: [.path("id", .id("A charge's id.", example: "none"), "Which charge.")],
        answer: Answer(
            status: 200, summary: "How far it is.", content: .json(CardPaymentResponse.self)),
        problems: [.notFound])

    static let createWalletTopUp = Operation(
        tag: "Payments", summary: "Charge a card for the caller's wallet",
        description: """
            The money is in the wallet once the card is charged: `wallet` events tell. Ten tries a \
            day.
            """,
        parameters: [.idempotencyKey], body: WalletTopUpRequest.self,
        example: [
            "amount": ["amount": 2000, "currency": "USD"], "method": "sandbox_visa",
        ],
        answer: Answer(
            status: 201, summary: "How far it is.", content: .json(CardPaymentResponse.self),
            headers: [.replayed]),
        problems: [.invalidField])
}
