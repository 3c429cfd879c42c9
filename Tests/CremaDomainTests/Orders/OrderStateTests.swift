import CremaDomain
import Testing

struct OrderStateTests {
    /// Every move there is, written apart from the table that it tries.
    private static let moves: [(OrderState, OrderState, OrderActor, Set<OrderFact>)] = [
        (.awaitingPayment, .pending, .system, [.isSettled]),
        (.awaitingPayment, .expired, .system, []),
        (.awaitingPayment, .cancelled, .customer, []),
        (.awaitingPayment, .cancelled, .staff, [.hasReason]),
        (.pending, .preparing, .staff, []),
        (.pending, .cancelled, .customer, []),
        (.pending, .cancelled, .staff, [.hasReason]),
        (.preparing, .ready, .staff, []),
        (.preparing, .pending, .staff, []),
        (.preparing, .cancelled, .staff, [.hasReason]),
        (.ready, .completed, .staff, [.isSettled]),
        (.ready, .completed, .system, [.isSettled]),
        (.ready, .uncollected, .staff, []),
        (.ready, .uncollected, .system, []),
        (.ready, .preparing, .staff, []),
        (.ready, .cancelled, .staff, [.hasReason]),
        (.completed, .ready, .staff, [.isRecentlyCompleted]),
    ]

    private static let factSets: [Set<OrderFact>] = (0..<8).map { bits in
        Set(OrderFact.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }.map(\.element))
    }

    private func refusal(
        _ from: OrderState, _ to: OrderState, _ actor: OrderActor, _ facts: Set<OrderFact>
    ) -> TransitionRefusal? {
        do throws(TransitionRefusal) {
            try from.checkMove(to: to, by: actor, facts: facts)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: OrderState.allCases, OrderState.allCases)
    func `a move is allowed exactly where the table says so`(from: OrderState, to: OrderState) {
        let moves = Self.moves.filter { $0.0 == from && $0.1 == to }
        for actor in OrderActor.allCases {
            for facts in Self.factSets {
                let refusal = refusal(from, to, actor, facts)

                if moves.isEmpty {
                    #expect(refusal == .notAllowed(from: from, to: to))
                } else if let move = moves.first(where: { $0.2 == actor }) {
                    let lacking = move.3.subtracting(facts)
                    #expect(refusal == lacking.first.map { .lacks($0) })
                } else {
                    #expect(refusal == .notForYou(from: from, to: to))
                }
            }
        }
    }

    @Test func `no move is in the table twice for the same actor`() {
        let entries = OrderTransition.all.flatMap { move in
            move.by.map { "\(move.from) \(move.to) \($0)" }
        }

        #expect(Set(entries).count == entries.count)
        #expect(entries.count == Self.moves.count)
    }

    @Test func `nothing moves to the state it has`() {
        #expect(!OrderTransition.all.contains { $0.from == $0.to })
    }

    @Test func `every state can be reached, and only a completed order comes back from its end`() {
        let reached = Set(OrderTransition.all.map { $0.to })
        #expect(reached.union([.awaitingPayment]) == Set(OrderState.allCases))

        let revived = OrderTransition.all.filter { $0.from.isFinal }

        #expect(revived.map { $0.from } == [.completed])
    }

    @Test func `four states are final`() {
        #expect(
            OrderState.allCases.filter { $0.isFinal }
                == [.completed, .cancelled, .uncollected, .expired])
    }
}
