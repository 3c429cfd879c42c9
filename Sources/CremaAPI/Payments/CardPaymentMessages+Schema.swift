import CremaDomain

extension CardFormResponse: Described {
    package static let schemaName = "CardForm"
    package static let schema = Schema.object(
        "How a card is named to the payment provider.",
        [
            Field("provider", .text("`stripe`, or `sandbox` in a demo.")),
            .optional("publishableKey", .text("For pages and apps.")),
            .optional("script", .text("The provider's script for pages.")),
            Field(
                "choices", .list(of: .of(CardFormResponse.Choice.self), "A sandbox' cards.")),
        ])
}

extension CardFormResponse.Choice: Described {
    package static let schemaName = "TrialCard"
    package static let schema = Schema.object(
        "A card that only a sandbox knows.",
        [
            Field("method", .text("Its token.")),
            Field("name", .text("What happens with it.")),
        ])
}

extension CardPaymentRequest: Described {
    package static let schemaName = "CardPaymentRequest"
    package static let schema = Schema.object(
        "A card to charge.",
        [Field("method", .text("The provider's token for it; never its number."))])
}

extension WalletTopUpRequest: Described {
    package static let schemaName = "WalletTopUp"
    package static let schema = Schema.object(
        "A card to charge for the caller's wallet.",
        [
            Field("amount", .of(SentAmount.self, "How much, above zero.")),
            Field("method", .text("The provider's token for it; never its number.")),
        ])
}

extension CardPaymentResponse: Described {
    package static let schemaName = "CardPayment"
    package static let schema = Schema.object(
        "A charge of a card.",
        [
            Field("id", .id("Identity.")),
            Field("state", .word("How far it is.", PaymentState.allCases.map(\.rawValue))),
            Field("amount", .of(MoneyValue.self, "What is charged.")),
            .optional("orderId", .id("The order that it pays for; left out for a wallet.")),
            .optional(
                "decline", .word("Why it failed.", PaymentDecline.allCases.map(\.rawValue))),
            .optional(
                "action",
                .of(CardPaymentResponse.Action.self, "What the customer has to do first.")),
        ])
}

extension CardPaymentResponse.Action: Described {
    package static let schemaName = "CardPaymentAction"
    package static let schema = Schema.object(
        "What the customer has to do: one of the two.",
        [
            .optional("redirect", .text("Go there; the customer comes back to the shop's page.")),
            .optional("secret", .text("Hand this to the provider's script.")),
        ])
}
