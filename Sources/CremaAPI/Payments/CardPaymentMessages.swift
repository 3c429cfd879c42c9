public import CremaDomain

/// `GET /api/v1/card-form`: how a card is named to the payment provider. No number comes here.
public struct CardFormResponse: Codable, Hashable, Sendable {
    /// A card that only a sandbox knows.
    public struct Choice: Codable, Hashable, Sendable {
        /// The token.
        public let method: String
        /// What happens with it.
        public let name: String

        /// A trial card.
        public init(method: String, name: String) {
            self.method = method
            self.name = name
        }
    }

    /// `stripe`, or `sandbox` in a demo.
    public let provider: String
    /// The shop's key for pages and apps; nil in a sandbox.
    public let publishableKey: String?
    /// The provider's script for pages; nil in a sandbox.
    public let script: String?
    /// A sandbox' cards; empty elsewhere.
    public let choices: [Choice]

    /// A form.
    public init(
        provider: String, publishableKey: String? = nil, script: String? = nil,
        choices: [Choice] = []
    ) {
        self.provider = provider
        self.publishableKey = publishableKey
        self.script = script
        self.choices = choices
    }
}

/// `POST /api/v1/orders/{id}/card-payments`.
public struct CardPaymentRequest: Codable, Hashable, Sendable {
    /// The provider's token for the card.
    public let method: String

    /// A payment by this card.
    public init(method: String) {
        self.method = method
    }
}

/// `POST /api/v1/wallet/top-ups`.
public struct WalletTopUpRequest: Codable, Hashable, Sendable {
    /// How much.
    public let amount: SentAmount
    /// The provider's token for the card.
    public let method: String

    /// A top-up by this card.
    public init(amount: SentAmount, method: String) {
        self.amount = amount
        self.method = method
    }
}

/// A charge of a card, and how far it is.
public struct CardPaymentResponse: Codable, Hashable, Sendable {
    /// What the customer has to do before it goes on: one of the two.
    public struct Action: Codable, Hashable, Sendable {
        /// Go there, and come back.
        public let redirect: String?
        /// Let the provider's script go on with this.
        public let secret: String?

        /// An action.
        public init(_ action: PaymentAction) {
            switch action {
            case .redirect(let address): (redirect, secret) = (address, nil)
            case .script(let text): (redirect, secret) = (nil, text)
            }
        }
    }

    /// Identity.
    public let id: String
    /// `open`, `authorized`, `captured`, `cancelling`, `cancelled` or `failed`.
    public let state: String
    /// What is charged.
    public let amount: MoneyValue
    /// The order it pays for; nil for a wallet.
    public let orderId: String?
    /// Why it failed.
    public let decline: String?
    /// What the customer has to do; nil where nothing.
    public let action: Action?

    /// A charge on the wire.
    public init(_ payment: Payment, action: PaymentAction?) {
        id = payment.id.rawValue
        state = payment.state.rawValue
        amount = MoneyValue(payment.amount, payment.currency)
        orderId = if case .order(let id, _) = payment.purpose { id.rawValue } else { nil }
        decline = payment.decline?.rawValue
        self.action = action.map(Action.init)
    }
}
