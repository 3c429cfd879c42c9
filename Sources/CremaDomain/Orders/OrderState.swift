/// How far an order is.
public enum OrderState: String, CaseIterable, Hashable, Sendable {
    /// Placed, and begun once it is paid.
    case awaitingPayment
    /// The bar has it.
    case pending
    /// Being made.
    case preparing
    /// Waiting to be picked up.
    case ready
    /// Handed over and paid.
    case completed
    /// Called off.
    case cancelled
    /// Made and never picked up.
    case uncollected
    /// The payment never came.
    case expired

    /// Nobody waits for anything any more.
    public var isFinal: Bool {
        switch self {
        case .awaitingPayment, .pending, .preparing, .ready: false
        case .completed, .cancelled, .uncollected, .expired: true
        }
    }
}

/// Who asks for a change of an order.
public enum OrderActor: CaseIterable, Hashable, Sendable {
    /// The one who ordered, guest or not.
    case customer
    /// Someone of this location's staff.
    case staff
    /// Crema itself, when a time has come.
    case system
}

/// A fact that a transition depends on.
public enum OrderFact: CaseIterable, Hashable, Sendable {
    /// A reason was given.
    case hasReason
    /// Nothing is due.
    case isSettled
    /// It was completed at most 15 minutes ago.
    case isRecentlyCompleted
}

/// One allowed move of an order.
public struct OrderTransition: Hashable, Sendable {
    /// From here,
    public let from: OrderState
    /// to there,
    public let to: OrderState
    /// by one of these,
    public let by: Set<OrderActor>
    /// when all of these hold.
    public let needs: Set<OrderFact>

    private init(
        _ from: OrderState, _ to: OrderState, by: Set<OrderActor>, needs: Set<OrderFact> = []
    ) {
        self.from = from
        self.to = to
        self.by = by
        self.needs = needs
    }

    /// How long a completed order can be taken back, in milliseconds.
    public static let stepBackWindowMilliseconds: Int64 = 15 * 60 * 1000

    /// How long an order waits to be paid before it expires, in milliseconds.
    public static let paymentWindowMilliseconds: Int64 = 2 * 60 * 60 * 1000

    /// Every allowed move; what isn't here can't happen.
    public static let all: [OrderTransition] = [
        .init(.awaitingPayment, .pending, by: [.system], needs: [.isSettled]),
        .init(.awaitingPayment, .expired, by: [.system]),
        .init(.awaitingPayment, .cancelled, by: [.customer]),
        .init(.awaitingPayment, .cancelled, by: [.staff], needs: [.hasReason]),
        .init(.pending, .preparing, by: [.staff]),
        .init(.preparing, .ready, by: [.staff]),
        .init(.ready, .completed, by: [.staff, .system], needs: [.isSettled]),
        .init(.pending, .cancelled, by: [.customer]),
        .init(.pending, .cancelled, by: [.staff], needs: [.hasReason]),
        .init(.preparing, .cancelled, by: [.staff], needs: [.hasReason]),
        .init(.ready, .cancelled, by: [.staff], needs: [.hasReason]),
        .init(.ready, .uncollected, by: [.staff, .system]),
        .init(.preparing, .pending, by: [.staff]),
        .init(.ready, .preparing, by: [.staff]),
        .init(.completed, .ready, by: [.staff], needs: [.isRecentlyCompleted]),
    ]
}

/// Why an order stays where it is.
public enum TransitionRefusal: Error, Hashable, Sendable {
    /// No such move from its state, for anybody.
    case notAllowed(from: OrderState, to: OrderState)
    /// The move exists, but not for this actor.
    case notForYou(from: OrderState, to: OrderState)
    /// The move exists, but this fact doesn't hold.
    case lacks(OrderFact)
}

extension OrderState {
    /// Whether the order may move; asking for the state it already has is for the caller to
    /// answer.
    public func checkMove(
        to target: OrderState, by actor: OrderActor, facts: Set<OrderFact>
    ) throws(TransitionRefusal) {
        let moves = OrderTransition.all.filter { $0.from == self && $0.to == target }
        guard !moves.isEmpty else { throw .notAllowed(from: self, to: target) }
        guard let move = moves.first(where: { $0.by.contains(actor) }) else {
            throw .notForYou(from: self, to: target)
        }
        for fact in OrderFact.allCases where move.needs.contains(fact) && !facts.contains(fact) {
            throw .lacks(fact)
        }
    }
}
