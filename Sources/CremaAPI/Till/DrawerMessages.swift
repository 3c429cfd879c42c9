public import CremaDomain

/// `POST /api/v1/locations/{id}/drawer-sessions`: what is in the drawer at its opening.
public struct DrawerRequest: Codable, Hashable, Sendable {
    /// Zero or more.
    public let float: SentAmount

    /// A drawer to open.
    public init(float: SentAmount) {
        self.float = float
    }
}

/// A drawer, from its opening to its count.
public struct DrawerResponse: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// The day on which all is posted while it lasts, `YYYY-MM-DD`.
    public let businessDate: String
    /// What was in it at the opening.
    public let float: MoneyValue
    /// RFC 3339.
    public let openedAt: String
    /// RFC 3339; nil while it is in use.
    public let closedAt: String?
    /// The number of the report that ended it.
    public let report: Int?
    /// What went in or out without a sale, the oldest first.
    public let movements: [CashMovementValue]
    /// How often cash came or went: a count tells how often it knew of.
    public let cashPostings: Int
    /// What should be in it; for managers and owners.
    public let expected: MoneyValue?
    /// What a count has to take note of; nil in the answer to the opening.
    public let unpaidOrders: [UnpaidOrderValue]?

    /// A drawer.
    public init(
        id: String, businessDate: String, float: MoneyValue, openedAt: String, closedAt: String?,
        report: Int?, movements: [CashMovementValue], cashPostings: Int, expected: MoneyValue?,
        unpaidOrders: [UnpaidOrderValue]?
    ) {
        self.id = id
        self.businessDate = businessDate
        self.float = float
        self.openedAt = openedAt
        self.closedAt = closedAt
        self.report = report
        self.movements = movements
        self.cashPostings = cashPostings
        self.expected = expected
        self.unpaidOrders = unpaidOrders
    }
}

/// `POST /api/v1/locations/{id}/drawer-sessions/{session}/movements`.
public struct CashMovementRequest: Codable, Hashable, Sendable {
    /// `paidIn`, `paidOut` or `drop`.
    public let kind: String
    /// Above zero.
    public let amount: SentAmount
    /// Why.
    public let reason: String

    /// A movement.
    public init(kind: String, amount: SentAmount, reason: String) {
        self.kind = kind
        self.amount = amount
        self.reason = reason
    }
}

/// Cash that went in or out of a drawer without a sale.
public struct CashMovementValue: Codable, Hashable, Sendable {
    /// Counted from 1 within its session.
    public let number: Int
    /// `paidIn`, `paidOut` or `drop`.
    public let kind: String
    /// Above zero.
    public let amount: MoneyValue
    /// Why.
    public let reason: String
    /// RFC 3339.
    public let at: String

    /// A movement.
    public init(_ movement: CashMovement, _ currency: Currency, at: String) {
        number = movement.number
        kind = movement.kind.rawValue
        amount = MoneyValue(movement.amount, currency)
        reason = movement.reason
        self.at = at
    }
}

/// An order that nobody has paid yet.
public struct UnpaidOrderValue: Codable, Hashable, Sendable {
    /// The order's.
    public let id: String
    /// As it is called.
    public let callNumber: String
    /// What is still to be paid.
    public let due: MoneyValue

    /// An order.
    public init(_ order: DayReport.UnpaidOrder, _ currency: Currency) {
        id = order.id.rawValue
        callNumber = order.callNumber
        due = MoneyValue(order.due, currency)
    }
}

/// `POST /api/v1/locations/{id}/drawer-sessions/{session}/count`: what somebody found in the
/// drawer, as one sum or by coins and notes.
public struct DrawerCountRequest: Codable, Hashable, Sendable {
    /// One sum; left out where it was counted by coins and notes.
    public let total: SentAmount?
    /// By coins and notes.
    public let denominations: [DenominationValue]?
    /// Unpaid orders that were seen.
    public let acknowledgedOrders: [String]?
    /// How often cash had moved when the counting began.
    public let cashPostings: Int?

    /// A count.
    public init(
        total: SentAmount? = nil, denominations: [DenominationValue]? = nil,
        acknowledgedOrders: [String]? = nil, cashPostings: Int? = nil
    ) {
        self.total = total
        self.denominations = denominations
        self.acknowledgedOrders = acknowledgedOrders
        self.cashPostings = cashPostings
    }
}

/// Coins or notes of one value.
public struct DenominationValue: Codable, Hashable, Sendable {
    /// Of one piece, in minor units.
    public let value: Int64
    /// How many.
    public let count: Int

    /// A pile.
    public init(value: Int64, count: Int) {
        self.value = value
        self.count = count
    }
}
