import CremaDomain
import CremaServices
import CremaStore
import TestEngine
import Testing

/// What is called out: never the same for two orders that someone could wait for.
struct CallNumberTests {
    private func number(_ shop: TestShop, at location: ID<Location> = TestShop.corner) async throws
        -> String
    {
        try await shop.place(at: location).callNumber.description
    }

    private func complete(_ id: ID<Order>, _ shop: TestShop) async throws {
        try await shop.pay(id)
        for state in [OrderState.preparing, .ready, .completed] {
            try await shop.move(id, to: state, by: Story.olga)
        }
    }

    @Test func `each place counts for itself and begins anew on a new business date`() async throws
    {
        try await withShop { shop in
            let first = try await shop.place()
            #expect(first.callNumber.description == "A001")
            #expect(try await number(shop, at: TestShop.harbour) == "A001")
            let second = try await shop.place()
            #expect(second.callNumber.description == "A002")
            try await complete(first.id, shop)
            try await complete(second.id, shop)

            try shop.clock.set("2026-03-11T08:00:00.000Z")

            #expect(try await number(shop) == "A001")
        }
    }

    @Test func `an order left open from yesterday keeps its number for itself`() async throws {
        try await withShop(at: "2026-03-10T23:50:00.000Z") { shop in
            let left = try await shop.place()
            try shop.clock.set("2026-03-11T00:10:00.000Z")

            #expect(try await number(shop) == "A002")
            try await complete(left.id, shop)
            #expect(try await number(shop) == "A003")
        }
    }

    @Test func `an order that can still be taken back keeps its number, too`() async throws {
        try await withShop(at: "2026-03-10T23:58:00.000Z") { shop in
            let done = try await shop.place()
            try await complete(done.id, shop)
            try shop.clock.set("2026-03-11T00:05:00.000Z")

            #expect(try await number(shop) == "A002")
            try await shop.move(done.id, to: .ready)
            try await noTwoOpenOrdersShareANumber(shop)
        }
    }

    @Test func `a clock set back over midnight repeats no number of either date`() async throws {
        try await withShop(at: "2026-03-10T23:40:00.000Z") { shop in
            for _ in 0..<5 { try await complete(try await shop.place().id, shop) }
            try shop.clock.set("2026-03-11T00:30:00.000Z")
            for _ in 0..<2 { try await complete(try await shop.place().id, shop) }

            try shop.clock.set("2026-03-10T23:50:00.000Z")
            for _ in 0..<4 { _ = try await number(shop) }
            try shop.clock.set("2026-03-11T00:40:00.000Z")
            for _ in 0..<4 { _ = try await number(shop) }

            try await noTwoOfADateShareANumber(shop)
            try await noTwoOpenOrdersShareANumber(shop)
        }
    }

    @Test(arguments: 1...20)
    func `whatever the clock and the bar do, nobody waits for somebody else's number`(
        seed: Int
    ) async throws {
        try await withShop(at: "2026-03-10T22:00:00.000Z", seed: UInt64(seed)) { shop in
            let random = TestRandom(seed: UInt64(seed))
            var open: [ID<Order>] = []
            for _ in 0..<60 {
                switch random.below(6) {
                case 0: shop.clock.advance(.seconds(random.below(4 * 3600)))
                case 1: shop.clock.advance(.seconds(-random.below(3600)))
                case 2 where !open.isEmpty:
                    try await complete(open.remove(at: random.below(open.count)), shop)
                default: open.append(try await shop.place().id)
                }
                try await noTwoOpenOrdersShareANumber(shop)
            }
            try await noTwoOfADateShareANumber(shop)
        }
    }

    @Test func `orders placed at once have numbers of their own`() async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.line()])
            let numbers = try await withThrowingTaskGroup(of: CallNumber.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        try await shop.services.placeOrder(
                            request, by: Actor(device: ID("phone-\(number)")), key: nil
                        ).output.callNumber
                    }
                }
                return try await group.reduce(into: [CallNumber]()) { $0.append($1) }
            }

            #expect(Set(numbers.map(\.sequence)) == Set(1...100))
        }
    }

    private func noTwoOpenOrdersShareANumber(_ shop: TestShop) async throws {
        let shared = try shop.place.rows(
            """
            SELECT call_sequence FROM customer_order
            WHERE location_id = 'corner' AND state IN ('pending', 'preparing', 'ready')
            GROUP BY call_sequence HAVING COUNT(*) > 1
            """)
        #expect(shared.isEmpty)
    }

    private func noTwoOfADateShareANumber(_ shop: TestShop) async throws {
        let shared = try shop.place.rows(
            """
            SELECT business_date, call_sequence FROM customer_order
            GROUP BY location_id, business_date, call_sequence HAVING COUNT(*) > 1
            """)
        #expect(shared.isEmpty)
    }
}
