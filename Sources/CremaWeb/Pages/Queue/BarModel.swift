package import CremaDomain

/// How an order stands against its time.
package enum Urgency: String, CaseIterable, Hashable, Sendable {
    case calm, soon, late
}

/// An order as the bar sees it.
package struct TicketModel: Hashable, Sendable {
    package let order: Order
    /// Work on it began, or should begin: its age counts from here.
    package let since: Timestamp
    package let ageSeconds: Int
    package let urgency: Urgency
    /// When it should be ready; nil where nothing was promised.
    package let due: WallTime?
    /// Lines ticked off, counted from 0.
    package let doneLines: Set<Int>
    /// What is to be paid in cash, to the nearest coin.
    package let cashDue: Money
    /// Makes each tap count once; every button of the ticket adds its own verb to it.
    package let requestKey: String

    package init(
        order: Order, since: Timestamp, ageSeconds: Int, urgency: Urgency, due: WallTime? = nil,
        doneLines: Set<Int> = [], cashDue: Money, requestKey: String
    ) {
        self.order = order
        self.since = since
        self.ageSeconds = ageSeconds
        self.urgency = urgency
        self.due = due
        self.doneLines = doneLines
        self.cashDue = cashDue
        self.requestKey = requestKey
    }
}

/// What the bar is told about its last tap.
package enum BarNotice: Hashable, Sendable {
    /// It moved; `undo` takes it back while the notice stands.
    case moved(CallNumber, to: OrderState, undo: Undo?)
    /// Paid, and how.
    case paid(CallNumber, TenderKind, Money, Currency)
    /// Somebody else was faster: this is how it stands now.
    case stale(CallNumber, now: OrderState)
    /// It can't leave before it is paid.
    case unpaid(CallNumber)
    /// A reason is needed to cancel.
    case reasonMissing(CallNumber)
    /// The move isn't allowed from where it stands.
    case refused(CallNumber, now: OrderState)

    /// What takes a move back.
    package struct Undo: Hashable, Sendable {
        package let orderID: ID<Order>
        package let back: OrderState
        /// The version that the move made.
        package let version: Int64
        package let requestKey: String

        package init(orderID: ID<Order>, back: OrderState, version: Int64, requestKey: String) {
            self.orderID = orderID
            self.back = back
            self.version = version
            self.requestKey = requestKey
        }
    }
}

/// A location's queue.
package struct BarModel: Hashable, Sendable {
    package let location: Location
    /// Open tickets; completed ones of the last minutes too, so that they can be taken back.
    package let tickets: [TicketModel]
    /// How many are open in all, where not all are shown.
    package let openCount: Int
    /// The last event that this queue knows of.
    package let sequence: Int64
    package let notice: BarNotice?

    package init(
        location: Location, tickets: [TicketModel], openCount: Int, sequence: Int64,
        notice: BarNotice? = nil
    ) {
        self.location = location
        self.tickets = tickets
        self.openCount = openCount
        self.sequence = sequence
        self.notice = notice
    }

    /// The tickets of a column, by when work must start.
    func tickets(in state: OrderState) -> [TicketModel] {
        tickets.filter { $0.order.state == state }
            .sorted {
                ($0.order.mustStartAt.milliseconds, $0.order.id.rawValue)
                    < ($1.order.mustStartAt.milliseconds, $1.order.id.rawValue)
            }
    }
}

/// Bars to choose from.
package struct BarsModel: Hashable, Sendable {
    package let locations: [Location]

    package init(locations: [Location]) {
        self.locations = locations
    }
}
