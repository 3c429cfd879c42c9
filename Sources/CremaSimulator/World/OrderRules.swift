package import CremaDomain
import CremaStore

/// Who moves an order.
package enum Mover: Sendable, Hashable {
    case customer
    case staff
    case system
}

/// What must hold for a move.
package enum Need: Sendable, Hashable {
    case reason
    case paid
    /// Completed at most fifteen minutes ago.
    case fresh
}

/// One move that the shop's rules allow.
package struct AllowedMove: Sendable, Hashable {
    package let from: OrderState
    package let to: OrderState
    package let mover: Mover
    package let need: Need?

    package init(_ from: OrderState, _ to: OrderState, _ mover: Mover, _ need: Need? = nil) {
        self.from = from
        self.to = to
        self.mover = mover
        self.need = need
    }
}

/// The rules as the simulator has them: written out once more, so that a slip in the product's own
/// table is found by comparing.
package struct OrderRules: Sendable {
    package var moves: Set<AllowedMove>

    package init(moves: Set<AllowedMove>) {
        self.moves = moves
    }

    package static let standard = OrderRules(moves: [
        AllowedMove(.awaitingPayment, .pending, .system, .paid),
        AllowedMove(.awaitingPayment, .expired, .system),
        AllowedMove(.awaitingPayment, .cancelled, .customer),
        AllowedMove(.awaitingPayment, .cancelled, .staff, .reason),
        AllowedMove(.pending, .cancelled, .customer),
        AllowedMove(.pending, .cancelled, .staff, .reason),
        AllowedMove(.preparing, .cancelled, .staff, .reason),
        AllowedMove(.ready, .cancelled, .staff, .reason),
        AllowedMove(.pending, .preparing, .staff),
        AllowedMove(.preparing, .ready, .staff),
        AllowedMove(.preparing, .pending, .staff),
        AllowedMove(.ready, .preparing, .staff),
        AllowedMove(.ready, .completed, .staff, .paid),
        AllowedMove(.ready, .completed, .system, .paid),
        AllowedMove(.ready, .uncollected, .staff),
        AllowedMove(.ready, .uncollected, .system),
        AllowedMove(.completed, .ready, .staff, .fresh),
    ])

    /// Milliseconds for which a completed order can be taken back.
    static let takeBackMilliseconds: Int64 = 900_000
    /// Milliseconds after which an order that nobody paid expires.
    static let paymentMilliseconds: Int64 = 7_200_000
    /// Milliseconds for which an answer is kept under its key.
    static let keyMilliseconds: Int64 = 48 * 3_600_000

    /// Why an order may not move; nil where it may.
    func refusal(
        _ order: OrderModel, to target: OrderState, by mover: Mover, reason: String,
        at now: Timestamp
    ) -> TransitionRefusal? {
        let from = order.order.state
        let moves = moves.filter { $0.from == from && $0.to == target }
        guard !moves.isEmpty else { return .notAllowed(from: from, to: target) }
        guard let move = moves.first(where: { $0.mover == mover }) else {
            return .notForYou(from: from, to: target)
        }
        switch move.need {
        case .reason where reason.allSatisfy { $0.isWhitespace }: return .lacks(.hasReason)
        case .paid where order.due > .zero: return .lacks(.isSettled)
        case .fresh where !order.canBeTakenBack(at: now): return .lacks(.isRecentlyCompleted)
        case .reason, .paid, .fresh, nil: return nil
        }
    }
}

/// An order as it must be.
struct OrderModel: Sendable {
    var order: Order
    let owner: Owner
    var doneLines: Set<Int> = []
    let stock: [StockNeed]
    var changedAt: Timestamp

    var id: ID<Order> { order.id }
    var locationID: ID<Location> { order.quote.locationID }

    var isOpen: Bool {
        [.awaitingPayment, .pending, .preparing, .ready].contains(order.state)
    }

    /// What nobody has paid yet.
    var due: Money {
        if order.state == .cancelled || order.state == .expired { return .zero }
        var due = order.quote.total
        for tender in order.tenders where tender.state == .captured { due -= tender.amount }
        return due
    }

    func canBeTakenBack(at now: Timestamp) -> Bool {
        guard order.state == .completed, let last = order.timeline.last else { return false }
        return now.milliseconds - last.at.milliseconds <= OrderRules.takeBackMilliseconds
    }
}
