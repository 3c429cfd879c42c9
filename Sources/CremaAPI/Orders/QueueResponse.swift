/// A line of a ticket.
public struct TicketLineValue: Codable, Hashable, Sendable {
    /// Counted from 1 within the order.
    public let number: Int
    /// Item.
    public let name: String
    /// Size, where it has one.
    public let sizeName: String?
    /// Pieces.
    public let quantity: Int
    /// "Oat milk", "2 × Extra shot".
    public let modifiers: [String]
    /// A wish; empty for none.
    public let request: String
    /// A name for the cup; empty for the order's.
    public let cupName: String
    /// Where it is made.
    public let station: String
    /// Made.
    public let isDone: Bool

    /// A line of a ticket.
    public init(
        number: Int, name: String, sizeName: String?, quantity: Int, modifiers: [String],
        request: String, cupName: String, station: String, isDone: Bool
    ) {
        self.number = number
        self.name = name
        self.sizeName = sizeName
        self.quantity = quantity
        self.modifiers = modifiers
        self.request = request
        self.cupName = cupName
        self.station = station
        self.isDone = isDone
    }
}

/// What the bar sees of an order.
public struct TicketValue: Codable, Hashable, Sendable {
    /// Which order.
    public let orderId: String
    /// What is called out.
    public let callNumber: String
    /// `pending`, `preparing` or `ready`.
    public let state: String
    /// For `If-Match`.
    public let version: Int64
    /// A name to call.
    public let name: String
    /// `toGo` or `forHere`.
    public let fulfilment: String
    /// What is still to be paid.
    public let due: MoneyValue
    /// RFC 3339, UTC.
    public let placedAt: String
    /// When work must start; tickets come in this order.
    public let mustStartAt: String
    /// What is to be made.
    public let lines: [TicketLineValue]

    /// A ticket.
    public init(
        orderId: String, callNumber: String, state: String, version: Int64, name: String,
        fulfilment: String, due: MoneyValue, placedAt: String, mustStartAt: String,
        lines: [TicketLineValue]
    ) {
        self.orderId = orderId
        self.callNumber = callNumber
        self.state = state
        self.version = version
        self.name = name
        self.fulfilment = fulfilment
        self.due = due
        self.placedAt = placedAt
        self.mustStartAt = mustStartAt
        self.lines = lines
    }
}

/// `GET /api/v1/queue?location={id}`.
public struct QueueResponse: Codable, Hashable, Sendable {
    /// By the time work must start.
    public let tickets: [TicketValue]

    /// A location's queue.
    public init(tickets: [TicketValue]) {
        self.tickets = tickets
    }
}
