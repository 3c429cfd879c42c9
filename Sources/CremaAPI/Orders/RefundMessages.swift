public import CremaDomain

/// `POST /api/v1/orders/{id}/refunds`: a sum, or pieces of lines, or all that is left.
public struct RefundRequest: Codable, Hashable, Sendable {
    /// Pieces of a line.
    public struct Line: Codable, Hashable, Sendable {
        /// The line's number, counted from 1.
        public let number: Int
        /// How many pieces; nil for one.
        public let quantity: Int?

        /// Pieces of a line.
        public init(number: Int, quantity: Int? = nil) {
            self.number = number
            self.quantity = quantity
        }
    }

    /// A sum; nil for all that is left, or for `lines`.
    public let amount: SentAmount?
    /// What is paid back for; nil for a sum.
    public let lines: [Line]?
    /// Why.
    public let reason: String

    /// A refund.
    public init(amount: SentAmount? = nil, lines: [Line]? = nil, reason: String) {
        self.amount = amount
        self.lines = lines
        self.reason = reason
    }
}

/// What was given back of an order.
public struct RefundValue: Codable, Hashable, Sendable {
    /// What one tender gave back.
    public struct Part: Codable, Hashable, Sendable {
        /// `cash`, `card` …
        public let kind: String
        /// How much of what it paid.
        public let amount: MoneyValue
        /// What changes hands: in cash, `amount` to the nearest coin.
        public let paidOut: MoneyValue
    }

    /// Counted from 1 within the order.
    public let number: Int
    /// All of it.
    public let amount: MoneyValue
    /// To the tenders that it came from.
    public let tenders: [Part]
    /// Why.
    public let reason: String
    /// RFC 3339, UTC.
    public let at: String

    /// A refund of an order, on the wire.
    public init(_ refund: Refund, of order: Order) {
        let currency = order.quote.currency
        number = refund.number
        amount = MoneyValue(refund.amount, currency)
        tenders = refund.parts.map { part in
            let kind = order.tenders.first { $0.number == part.tender }?.kind ?? .counter
            return Part(
                kind: kind.rawValue, amount: MoneyValue(part.amount, currency),
                paidOut: MoneyValue(part.amount + part.rounding, currency))
        }
        reason = refund.reason
        at = refund.at.rfc3339
    }
}
