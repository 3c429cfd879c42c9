import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// A shop that makes what is paid.
struct PayFirstTests {
    private func withStrictShop(
        limit: Int = 100, _ body: (TestShop) async throws -> Void
    ) async throws {
        try await withShop(
            corner: {
                $0.makesUnpaidOrders = false
                $0.unpaidOrdersPerDevice = limit
            }, body)
    }

    private func key(_ name: String) -> RequestKey {
        RequestKey(nameHash: Hash.sha256(Array(name.utf8)), bodyHash: Hash.sha256([]))
    }

    @Test func `an order waits for its payment, which sends it to the bar`() async throws {
        try await withStrictShop { shop in
            let placed = try await shop.place()
            let waiting = try await shop.order(placed.id).order
            shop.clock.advance(.seconds(90))
            let last = try await shop.lastEventID()

            let paid = try await shop.pay(placed.id).order

            #expect(placed.state == .awaitingPayment)
            #expect(waiting.timeline.map(\.state) == [.awaitingPayment])
            #expect(paid.state == .pending)
            #expect(paid.version == 2)
            #expect(paid.due == .zero)
            #expect(paid.timeline.map(\.state) == [.awaitingPayment, .pending])
            #expect(paid.timeline.last?.at == shop.clock.now)
            // Its time runs from when the bar may begin.
            #expect(paid.mustStartAt == shop.clock.now)
            let events = try await shop.events(after: last)
            #expect(events.map(\.version) == [2])
            #expect(events[0].payload.contains(#""state":"pending""#))
        }
    }

    @Test func `what costs nothing isn't waited for`() async throws {
        try await withStrictShop { shop in
            let free = try await shop.place([CartLine(itemID: Story.water, quantity: 1)])

            #expect(free.state == .pending)
            #expect(try await shop.order(free.id).order.timeline.map(\.state) == [.pending])
        }
    }

    @Test func `the bar can't begin it, nor tick its lines off`() async throws {
        try await withStrictShop { shop in
            let id = try await shop.place().id
            for target in [OrderState.preparing, .ready, .completed] {
                let refused = try await refusal(MoveOrderRefusal.self) {
                    try await shop.move(id, to: target)
                }
                #expect(
                    refused
                        == .transition(
                            .notAllowed(from: .awaitingPayment, to: target),
                            state: .awaitingPayment, version: 1))
            }
            let byHand = try await refusal(MoveOrderRefusal.self) {
                try await shop.move(id, to: .pending)
            }
            #expect(
                byHand
                    == .transition(
                        .notForYou(from: .awaitingPayment, to: .pending),
                        state: .awaitingPayment, version: 1))
            let ticked = try await refusal(TickLineRefusal.self) {
                try await shop.services.perform(
                    TickLine(id: id, line: 1, isDone: true), by: Story.ben)
            }
            #expect(ticked == .orderIsUnpaid)
            #expect(try await shop.services.read(LoadQuery(), by: Story.ada).isEmpty)
        }
    }

    @Test func `the first answer is given again, whatever happened since`() async throws {
        try await withStrictShop { shop in
            let request = try await shop.request([Story.line()])
            let first = try await shop.services.placeOrder(
                request, by: Story.ada, key: key("placing"))
            let waiting = try await shop.services.placeOrder(
                request, by: Story.ada, key: key("placing"))
            let payment = RecordPayment(id: first.output.id, kind: .cash, seenVersion: 1)
            let paid = try await shop.services.perform(payment, by: Story.ben, key: key("paying"))
            try await shop.move(first.output.id, to: .preparing)

            let again = try await shop.services.placeOrder(
                request, by: Story.ada, key: key("placing"))
            let paidAgain = try await shop.services.perform(
                payment, by: Story.ben, key: key("paying"))

            #expect(waiting.isReplay && again.isReplay && paidAgain.isReplay)
            #expect(waiting.output == first.output)
            #expect(again.output == first.output)
            #expect(again.output.state == .awaitingPayment)
            #expect(paidAgain.output.order == paid.output.order)
            #expect(paidAgain.output.order.state == .pending)
        }
    }

    @Test func `two tills at once take the money once and send it on once`() async throws {
        try await withStrictShop { shop in
            let id = try await shop.place().id
            try await withThrowingTaskGroup(of: Void.self) { group in
                for kind in [TenderKind.cash, .externalCard, .cash] {
                    group.addTask {
                        _ = try await shop.services.perform(
                            RecordPayment(id: id, kind: kind, seenVersion: 1), by: Story.ben)
                    }
                }
                try await group.waitForAll()
            }

            let order = try await shop.order(id).order
            #expect(order.tenders.filter { $0.state == .captured }.count == 1)
            #expect(order.timeline.map(\.state) == [.awaitingPayment, .pending])
            #expect(order.version == 2)
        }
    }

    @Test(arguments: [Story.ada, Story.ben])
    func `cancelled before it is paid it gives back what it took`(by actor: Actor) async throws {
        try await withStrictShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 3))
            let id = try await shop.place([Story.croissants(2)]).id
            let left = try await shop.croissantsLeft()

            let cancelled = try await shop.move(
                id, to: .cancelled, by: actor, reason: actor == Story.ada ? "" : "closing")

            #expect(left == 1)
            #expect(try await shop.croissantsLeft() == 3)
            #expect(cancelled.order.timeline.map(\.state) == [.awaitingPayment, .cancelled])
            #expect(cancelled.order.tenders.map(\.state) == [.released])
            let refused = try await refusal(RecordPaymentRefusal.self) {
                try await shop.pay(id)
            }
            #expect(refused == .orderIsOver(.cancelled))
        }
    }

    @Test func `staff who cancel say why`() async throws {
        try await withStrictShop { shop in
            let id = try await shop.place().id

            let refused = try await refusal(MoveOrderRefusal.self) {
                try await shop.move(id, to: .cancelled)
            }

            #expect(
                refused
                    == .transition(.lacks(.hasReason), state: .awaitingPayment, version: 1))
        }
    }

    @Test func `a customer has only so many waiting, and a payment makes room`() async throws {
        try await withStrictShop(limit: 2) { shop in
            let first = try await shop.place().id
            try await shop.place()
            let refused = try await refusal(PlaceOrderRefusal.self) { try await shop.place() }
            try await shop.pay(first)

            try await shop.place()

            #expect(refused == .tooManyUnpaid(limit: 2))
        }
    }

    @Test func `orders that wait to be paid never crowd out what the bar has to make`() async throws
    {
        try await withStrictShop(limit: 1000) { shop in
            for _ in 0..<QueueQuery.limit { try await shop.place() }
            let last = try await shop.place().id
            try await shop.pay(last)

            let queue = try await shop.services.read(
                QueueQuery(locationID: TestShop.corner), by: Story.ben)

            #expect(queue.open.filter { $0.order.state == .pending }.map(\.order.id) == [last])
            #expect(queue.open.count == 1 + QueueQuery.unpaidLimit)
            #expect(queue.openCount == 1 + QueueQuery.limit)
        }
    }

    @Test func `one order that can't be read doesn't keep the others from expiring`() async throws {
        try await withStrictShop { shop in
            let broken = try await shop.place().id
            let whole = try await shop.place().id
            try await shop.database.write { tx in
                _ = try tx.execute(
                    "UPDATE customer_order SET details = '' WHERE id = $1", .text(broken.rawValue))
            }
            shop.clock.advance(.seconds(7_201))

            await #expect(throws: (any Error).self) {
                try await shop.services.expireUnpaidOrders()
            }

            #expect(try await shop.order(whole).order.state == .expired)
        }
    }

    @Test func `what nobody pays for two hours expires, and nothing else does`() async throws {
        try await withStrictShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 3))
            let abandoned = try await shop.place([Story.croissants(2)]).id
            let paid = try await shop.place().id
            try await shop.pay(paid)
            shop.clock.advance(.seconds(7_200))
            let late = try await shop.place().id
            #expect(try await shop.services.expireUnpaidOrders() == 0)
            shop.clock.advance(.milliseconds(1))

            #expect(try await shop.services.expireUnpaidOrders() == 1)
            #expect(try await shop.services.expireUnpaidOrders() == 0)

            let expired = try await shop.order(abandoned).order
            #expect(expired.timeline.map(\.state) == [.awaitingPayment, .expired])
            #expect(expired.due == .zero)
            #expect(try await shop.croissantsLeft() == 3)
            #expect(try await shop.order(paid).order.state == .pending)
            #expect(try await shop.order(late).order.state == .awaitingPayment)
        }
    }
}

extension TestShop {
    func lastEventID() async throws -> Int64 {
        try await database.read { (try EventStore.bounds(tx: $0))?.upperBound ?? 0 }
    }
}
