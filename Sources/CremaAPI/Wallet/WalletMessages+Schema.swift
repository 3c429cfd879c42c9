import CremaDomain

extension WalletResponse: Described {
    package static let schemaName = "Wallet"
    package static let schema = Schema.object(
        "A customer's wallet.",
        [
            Field("balance", .of(MoneyValue.self, "What can be spent.")),
            Field("version", .integer("Grows with each change; `wallet` events bear it.")),
        ])
}

/// What can happen to a wallet.
private let walletKinds = [PostingKind.sale, .refund, .topUp, .hold, .release].map(\.rawValue)

extension WalletTransactionValue: Described {
    package static let schemaName = "WalletTransaction"
    package static let schema = Schema.object(
        "One change of a wallet.",
        [
            Field("id", .id("Identity.")),
            Field("at", .instant("When.")),
            Field("kind", .word("What happened.", walletKinds)),
            Field("amount", .of(MoneyValue.self, "Above zero for what came in.")),
            Field("balance", .of(MoneyValue.self, "What was in the wallet afterwards.")),
            .optional("orderId", .id("The order that was paid or given back.")),
        ])
}

extension WalletTransactionsResponse: Described {
    package static let schemaName = "WalletTransactions"
    package static let schema = Schema.object(
        "A page of a wallet's changes.",
        [
            Field(
                "transactions", .list(of: .of(WalletTransactionValue.self), "Latest first.")),
            .optional("nextCursor", .text("Gets the next page; left out on the last.")),
        ])
}

extension TopUpRequest: Described {
    package static let schemaName = "TopUp"
    package static let schema = Schema.object(
        "Money taken over the counter for a customer's wallet.",
        [
            Field("email", .text("Address of the customer's account.")),
            Field("amount", .of(SentAmount.self, "How much, above zero.")),
            Field("kind", .word("How it was paid.", ["cash", "externalCard"])),
        ])
}

extension TopUpResponse: Described {
    package static let schemaName = "ToppedUp"
    package static let schema = Schema.object(
        "A top-up that was made.",
        [
            Field("id", .id("Identity.")),
            Field("amount", .of(MoneyValue.self, "What was put in.")),
            Field("balance", .of(MoneyValue.self, "What was in the wallet right afterwards.")),
        ])
}
