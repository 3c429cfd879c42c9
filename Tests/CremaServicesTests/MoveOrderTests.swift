import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Every move that an order may make, by everybody who may ask for it.
struct MoveOrderTests {
    /// Puts an order into a state that no use case reaches by itself, or not yet.
    private func force(_ id: ID<Order>, into state: OrderState, _ shop: TestShop) async throws {
        let version = try await shop.order(id).order.version
        try await shop.database.write { tx in
            _ = try OrderStore.move(
                id, from: version, to: state, reason: "", at: Timestamp(milliseconds: 0), tx: tx)
        }
    }

    private func outcome(
        _ move: MoveOrder, by actor: Actor, _ shop: TestShop
    ) async throws -> TransitionRefusal? {
        let found = try await failure(MoveOrderRefusal.self) {
            try await shop.services.perform(move, by: actor)
        }
        guard let found else { return nil }
        guard case .refused(.transition(let refusal, _, _)) = found else {
            throw Unexpected(what: "\(found)")
        }
        return refusal
    }

    @Test(arguments: OrderState.allCases)
    func `orders move as the table of moves says`(from: OrderState) async throws {
        try await withShop { shop in
            for to in OrderState.allCases where to != from {
                for (mover, actor) in [
                    (OrderActor.customer, Story.ada), (.staff, Story.ben), (.system, .system),
                ] {
                    for reason in ["", "the machine broke"] {
                        // Unpaid and completed long ago: what those need is tried below.
                        let id = try await shop.place().id
                        if from != .pending { try await force(id, into: from, shop) }
                        let order = try await shop.order(id).order
                        let facts = order.facts(at: shop.clock.now, reason: reason)
                        let expected = refused {
                            () throws(TransitionRefusal) in
                            try from.checkMove(to: to, by: mover, facts: facts)
                        }

                        let found = try await outcome(
                            MoveOrder(
                                id: id, target: to, reason: reason, seenVersion: order.version),
                            by: actor, shop)

                        #expect(found == expected, "\(from) → \(to) by \(mover)")
                        let after = try await shop.order(id).order
                        #expect(after.state == (expected == nil ? to : from))
                        #expect(after.version == order.version + (expected == nil ? 1 : 0))
                        #expect(after.timeline.last?.state == after.state)
                    }
                }
            }
        }
    }

    private func refused(_ body: () throws(TransitionRefusal) -> Void) -> TransitionRefusal? {
        do throws(TransitionRefusal) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test func `somebody else's order isn't there, on every verb`() async throws {
        try await withShop { shop in
            let id = try await shop.place(by: Story.ada).id
            let strangers = [
                Actor(person: ID("eve")), Story.hugo, Story.phone, .nobody,
                Actor(tokenOrder: ID("another-order")),
            ]
            for actor in strangers {
                let moved = try await failure(MoveOrderRefusal.self) {
                    try await shop.services.perform(
                        MoveOrder(id: id, target: .cancelled, seenVersion: 1), by: actor)
                }
                guard case .denied(.notFound) = moved else {
                    Issue.record("\(String(describing: moved))")
                    return
                }
                do {
                    _ = try await shop.services.read(OrderQuery(id: id), by: actor)
                    Issue.record("\(actor) reads it")
                } catch ReadFailure.denied(.notFound) {
                    continue
                }
            }
            let missing = try await failure(MoveOrderRefusal.self) {
                try await shop.services.perform(
                    MoveOrder(id: ID("no-such"), target: .cancelled, seenVersion: 1),
                    by: Story.ben)
            }
            guard case .denied(.notFound) = missing else {
                Issue.record("\(String(describing: missing))")
                return
            }
        }
    }

    @Test func `a guest's token cancels its order and does nothing else`() async throws {
        try await withShop { shop in
            let id = try await shop.place(by: .nobody).id
            let guest = Actor(tokenOrder: id)
            #expect(
                try await outcome(
                    MoveOrder(id: id, target: .preparing, seenVersion: 1), by: guest, shop)
                    == .notForYou(from: .pending, to: .preparing))

            try await shop.move(id, to: .cancelled, by: guest)

            #expect(try await shop.order(id).order.state == .cancelled)
        }
    }

    @Test func `a stale tap is told the version there is`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.move(id, to: .preparing)
            for (seen, target) in [(Int64(1), OrderState.ready), (3, .ready), (1, .cancelled)] {
                let found = try await failure(MoveOrderRefusal.self) {
                    try await shop.services.perform(
                        MoveOrder(id: id, target: target, seenVersion: seen), by: Story.ben)
                }
                guard case .stale(current: 2) = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
            let blind = try await failure(MoveOrderRefusal.self) {
                try await shop.services.perform(
                    MoveOrder(id: id, target: .ready, seenVersion: nil), by: Story.ben)
            }
            guard case .versionMissing = blind else {
                Issue.record("\(String(describing: blind))")
                return
            }
        }
    }

    @Test func `asking for the state it has changes nothing, even without a version`() async throws
    {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.move(id, to: .preparing)
            let before = try shop.dump()

            for seen in [nil, 1, 2, 99] as [Int64?] {
                let again = try await shop.services.perform(
                    MoveOrder(id: id, target: .preparing, seenVersion: seen), by: Story.ben)
                #expect(again.output.order.version == 2)
            }

            #expect(try shop.dump() == before)
        }
    }

    @Test func `of two baristas who tap at once, one is told`() async throws {
        try await withShop { shop in
            for _ in 0..<20 {
                let id = try await shop.place().id
                try await shop.move(id, to: .preparing)
                async let ready = failure(MoveOrderRefusal.self) {
                    try await shop.services.perform(
                        MoveOrder(id: id, target: .ready, seenVersion: 2), by: Story.ben)
                }
                async let back = failure(MoveOrderRefusal.self) {
                    try await shop.services.perform(
                        MoveOrder(id: id, target: .pending, seenVersion: 2), by: Story.mona)
                }
                let found = [try await ready, try await back].compactMap { $0 }

                #expect(found.count == 1)
                guard case .stale(current: 3) = found.first else {
                    Issue.record("\(found)")
                    return
                }
            }
        }
    }

    @Test func `a completed order comes back within 15 minutes and not later`() async throws {
        try await withShop { shop in
            for (seconds, isAllowed) in [(0, true), (899, true), (900, true), (901, false)] {
                let id = try await shop.place().id
                try await shop.pay(id)
                for state in [OrderState.preparing, .ready, .completed] {
                    try await shop.move(id, to: state)
                }
                shop.clock.advance(.seconds(seconds))
                let version = try await shop.order(id).order.version

                let found = try await outcome(
                    MoveOrder(id: id, target: .ready, seenVersion: version), by: Story.ben, shop)

                #expect(found == (isAllowed ? nil : .lacks(.isRecentlyCompleted)))
                #expect(try await shop.order(id).order.due == .zero)
            }
        }
    }

    @Test func `an unpaid order isn't completed`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.move(id, to: .preparing)
            try await shop.move(id, to: .ready)
            #expect(
                try await outcome(
                    MoveOrder(id: id, target: .completed, seenVersion: 3), by: Story.ben, shop)
                    == .lacks(.isSettled))
        }
    }

    @Test func `cancelling releases what wasn't paid and refunds what was, once`() async throws {
        try await withShop { shop in
            let unpaid = try await shop.place().id
            let paid = try await shop.place().id
            try await shop.pay(paid, .externalCard)
            for _ in 0..<2 {
                try await shop.move(unpaid, to: .cancelled, by: Story.ada)
                try await shop.move(paid, to: .cancelled, reason: "spilt")
            }

            #expect(try await shop.order(unpaid).order.tenders.map(\.state) == [.released])
            let order = try await shop.order(paid).order
            #expect(order.tenders.map(\.state) == [.released, .refunded])
            #expect(order.tenders.map(\.kind) == [.counter, .externalCard])
            #expect(order.due == .zero)
            #expect(order.reason == "spilt")
            #expect(order.version == 3)
        }
    }

    @Test func `a kept answer is the first one again, step for step`() async throws {
        try await withShop(corner: { $0.cashStep = 5 }) { shop in
            let id = try await shop.place([Story.line(quantity: 1), Story.croissants()]).id
            let paid = try await shop.services.perform(
                RecordPayment(id: id, kind: .cash, seenVersion: 1), by: Story.ben, key: key("pay"))
            // It begins with a mark that combines with whatever stands before it.
            let cancelled = MoveOrder(
                id: id, target: .cancelled, reason: "\u{301}a; b|c, d", seenVersion: 4)
            let started = try await shop.services.perform(
                MoveOrder(id: id, target: .preparing, seenVersion: 2), by: Story.ben,
                key: key("start"))
            try await shop.move(id, to: .ready)
            let ended = try await shop.services.perform(
                cancelled, by: Story.mona, key: key("end"))

            for (name, first) in [("start", started), ("end", ended), ("pay", paid)] {
                let again =
                    name == "pay"
                    ? try await shop.services.perform(
                        RecordPayment(id: id, kind: .cash, seenVersion: 1), by: Story.ben,
                        key: key(name))
                    : try await shop.services.perform(
                        MoveOrder(id: id, target: .preparing, seenVersion: 2), by: Story.ben,
                        key: key(name))
                #expect(again.isReplay)
                #expect(again.output.order == first.output.order, "\(name)")
            }
        }
    }

    @Test func `a late repeat of a tap that found nothing to do moves nothing`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.pay(id)
            for state in [OrderState.preparing, .ready] { try await shop.move(id, to: state) }
            // The tablet didn't know that it was ready already.
            let tap = MoveOrder(id: id, target: .ready, seenVersion: 5)
            let first = try await shop.services.perform(tap, by: Story.ben, key: key("tap"))
            #expect(first.output.order.state == .ready)
            try await shop.move(id, to: .completed)

            let again = try await shop.services.perform(tap, by: Story.ben, key: key("tap"))

            #expect(again.output.order.state == .ready)
            #expect(try await shop.order(id).order.state == .completed)
        }
    }

    @Test func `a reason too long is refused, however few letters it seems to have`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            for reason in [
                String(repeating: "a", count: 201),
                "a" + String(repeating: "\u{301}", count: 20_000),
            ] {
                let refused = try await refusal(MoveOrderRefusal.self) {
                    try await shop.services.perform(
                        MoveOrder(id: id, target: .cancelled, reason: reason, seenVersion: 1),
                        by: Story.ben)
                }
                #expect(refused == .reasonTooLong)
            }
        }
    }

    private func tick(
        _ id: ID<Order>, _ line: Int, _ isDone: Bool, _ shop: TestShop
    ) async throws -> Set<Int> {
        let ticked = try await shop.services.perform(
            TickLine(id: id, line: line, isDone: isDone), by: Story.ben)
        return ticked.output.doneLines
    }

    @Test func `a tick changes no version, and ends with the order`() async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.line(), Story.croissants()]).id
            #expect(try await tick(id, 2, true, shop) == [1])
            #expect(try await tick(id, 1, true, shop) == [0, 1])
            #expect(try await tick(id, 1, true, shop) == [0, 1])
            #expect(try await tick(id, 2, false, shop) == [0])
            #expect(try await shop.order(id).order.version == 1)
            #expect(try await shop.audits(of: id.rawValue).count == 3)
            #expect(try await shop.events().filter { $0.kind == .ticket }.count == 3)
            for line in [0, 3, -1] {
                let refused = try await refusal(TickLineRefusal.self) {
                    try await tick(id, line, true, shop)
                }
                #expect(refused == .unknownLine)
            }
            for (actor, expected) in [(Story.ada, Denial.forbidden), (Story.hugo, .notFound)] {
                let found = try await failure(TickLineRefusal.self) {
                    try await shop.services.perform(
                        TickLine(id: id, line: 1, isDone: false), by: actor)
                }
                guard case .denied(expected) = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
            try await shop.move(id, to: .cancelled, reason: "spilt")
            let refused = try await refusal(TickLineRefusal.self) {
                try await tick(id, 2, true, shop)
            }
            #expect(refused == .orderIsOver(.cancelled))
        }
    }
}
