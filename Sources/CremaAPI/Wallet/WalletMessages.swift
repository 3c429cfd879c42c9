public import CremaDomain

/// `GET /api/v1/wallet`.
public struct WalletResponse: Codable, Hashable, Sendable {
    /// What can be spent.
    public let balance: MoneyValue
    /// Grows with each change; `wallet` events bear it.
    public let version: Int64

    /// A wallet.
    public init(balance: MoneyValue, version: Int64) {
        self.balance = balance
        self.version = version
    }
}

/// One change of a wallet.
public struct WalletTransactionValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// RFC 3339.
    public let at: String
    /// `sale`, `refund` or `topUp`.
    public let kind: String
    /// Above zero for what came in.
    public let amount: MoneyValue
    /// What was in the wallet afterwards.
    public let balance: MoneyValue
    /// The order that was paid or given back.
    public let orderId: String?

    /// A change.
    public init(
        id: String, at: String, kind: PostingKind, amount: MoneyValue, balance: MoneyValue,
        orderId: String?
    ) {
        self.id = id
        self.at = at
        self.kind = kind.rawValue
        self.amount = amount
        self.balance = balance
        self.orderId = orderId
    }
}

/// `GET /api/v1/wallet/transactions`.
public struct WalletTransactionsResponse: Codable, Hashable, Sendable {
    /// Latest first.
    public let transactions: [WalletTransactionValue]
    /// Gets the next page; nil on the last.
    public let nextCursor: String?

    /// A page.
    public init(transactions: [WalletTransactionValue], nextCursor: String?) {
        self.transactions = transactions
        self.nextCursor = nextCursor
    }
}

/// `POST /api/v1/locations/{id}/top-ups`: money taken over the counter for a customer's wallet.
public struct TopUpRequest: Codable, Hashable, Sendable {
    /// Address of the customer's account.
    public let email: String
    /// How much.
    public let amount: SentAmount
    /// `cash` or `externalCard`.
    public let kind: String

    /// A top-up.
    public init(email: String, amount: SentAmount, kind: String) {
        self.email = email
        self.amount = amount
        self.kind = kind
    }
}

/// A top-up that was made.
public struct TopUpResponse: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// What was put in.
    public let amount: MoneyValue
    /// What was in the wallet right afterwards.
    public let balance: MoneyValue

    /// A top-up.
    public init(id: String, amount: MoneyValue, balance: MoneyValue) {
        self.id = id
        self.amount = amount
        self.balance = balance
    }
}
