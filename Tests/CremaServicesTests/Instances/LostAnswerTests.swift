import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// A COMMIT whose answer is lost: nobody knows whether it was done, and the key tells.
@Suite(.enabled(if: !TestEngine.isSQLite)) struct LostAnswerTests {
    private func withFaultyWire(
        _ body: (TestShop, Services, FaultyWire) async throws -> Void
    ) async throws {
        try await withShop { shop in
            let wire = try FaultyWire(to: shop.place.address)
            let services = Services(
                database: PostgresDatabase(url: wire.url),
                environment: testEnvironment(shop.clock, seed: 77))
            do {
                try await body(shop, services, wire)
            } catch {
                await services.database.close()
                throw error
            }
            await services.database.close()
            wire.stop()
        }
    }

    @Test(arguments: 1...5)
    func `an order with a key is placed once, and its customer hears of it`(round: Int) async throws
    {
        try await withFaultyWire { shop, services, wire in
            let request = try await shop.request([Story.line()])
            wire.loseNextCommit()

            let placed = try await services.placeOrder(
                request, by: Story.ada, key: key("order \(round)")
            ).output

            #expect(wire.lostCommits == 1)
            #expect(try shop.place.rows("SELECT id FROM customer_order") == [placed.id.rawValue])
            #expect(placed.callNumber.sequence == 1)
        }
    }

    @Test func `many at once are each placed once`() async throws {
        try await withFaultyWire { shop, services, wire in
            let request = try await shop.request([Story.line()])
            _ = try await services.placeOrder(request, by: Story.ada, key: key("first"))
            wire.loseNextCommit()

            let placed = try await withThrowingTaskGroup(of: PlacedOrder.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        try await services.placeOrder(
                            request, by: Actor(device: ID("phone-\(number)")),
                            key: key("order \(number)")
                        ).output
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(wire.lostCommits == 1)
            #expect(Set(placed.map(\.callNumber.sequence)) == Set(2...51))
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 51)
        }
    }

    @Test func `without a key nobody pretends to know, and nothing is done twice`() async throws {
        try await withFaultyWire { shop, services, wire in
            let request = try await shop.request([Story.line()])
            _ = try await services.placeOrder(request, by: Story.ada, key: key("first"))
            wire.loseNextCommit()

            let found = try await failure(PlaceOrderRefusal.self) {
                try await services.placeOrder(request, by: Story.ada, key: nil)
            }

            guard case .unavailable(let error) = found else {
                Issue.record("\(String(describing: found))")
                return
            }
            #expect(error.kind == .outcomeUnknown)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 2)
        }
    }

    @Test func `cut connections are made anew, and no order is lost or doubled`() async throws {
        try await withFaultyWire { shop, services, wire in
            let request = try await shop.request([Story.line()])
            let cutter = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(100))
                    wire.cut()
                }
            }
            var placed: [String] = []
            for number in 0..<50 {
                // A phone repeats its request under its key until it's answered.
                while true {
                    do throws(Failure<PlaceOrderRefusal>) {
                        let order = try await services.placeOrder(
                            request, by: Actor(device: ID("phone-\(number)")),
                            key: key("order \(number)"))
                        placed.append(order.output.id.rawValue)
                        break
                    } catch {
                        guard case .unavailable = error else { throw error }
                    }
                }
            }
            cutter.cancel()

            #expect(Set(placed).count == 50)
            #expect(
                try shop.place.rows("SELECT id FROM customer_order").sorted() == placed.sorted())
        }
    }
}
