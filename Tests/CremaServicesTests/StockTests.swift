import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Counted pieces: taken once, given back once, never below zero.
struct StockTests {
    @Test func `placing takes what it needs, modifiers too`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 10))
            try await shop.set(.modifier(Story.syrup), Availability(stock: 20))

            try await shop.place([
                Story.croissants(2), Story.line(quantity: 3, syrups: 2), Story.croissants(1),
            ])

            #expect(try await shop.croissantsLeft() == 7)
            #expect(try await shop.stock("modifier", "syrup") == 14)
        }
    }

    @Test func `the last piece tells every menu, the ones before don't`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 2))
            let version = try await shop.menuVersion()

            try await shop.place([Story.croissants()])
            #expect(try await shop.menuVersion() == version)

            try await shop.place([Story.croissants()])
            #expect(try await shop.menuVersion() == version + 1)
            let place = try #require(try await shop.services.places.find(TestShop.corner))
            #expect(place.menu.itemAvailability[Story.croissant]?.isOut == true)
            let told = try await shop.events().filter { $0.kind == .menu }.last
            #expect(told?.version == version + 1)
        }
    }

    @Test(arguments: 1...5)
    func `of twenty who want the last piece at once, one has it`(seed: Int) async throws {
        try await withShop(seed: UInt64(seed)) { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 1))
            let request = try await shop.request([Story.croissants()])

            let refusals = try await withThrowingTaskGroup(
                of: Failure<PlaceOrderRefusal>?.self
            ) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await failure(PlaceOrderRefusal.self) {
                            try await shop.services.placeOrder(
                                request, by: Actor(device: ID("phone-\(number)")), key: nil)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }

            #expect(refusals.filter { $0 == nil }.count == 1)
            for found in refusals.compactMap({ $0 }) {
                guard case .refused(.cart(let problems)) = found else {
                    Issue.record("\(found)")
                    return
                }
                #expect(
                    problems.all == [
                        CartProblem(line: 0, kind: .itemSoldOut(name: "Croissant"))
                    ])
            }
            #expect(try await shop.croissantsLeft() == 0)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 1)
        }
    }

    @Test func `who comes too late for some of it hears how much is left`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 3))
            try await shop.set(.modifier(Story.syrup), Availability(stock: 3))
            let pastry = try await shop.request([Story.line(), Story.croissants(3)])
            let sweet = try await shop.request([Story.line(syrups: 3)])
            try await shop.place([Story.croissants(), Story.line(syrups: 1)])

            #expect(
                try await shop.refusal(placing: pastry)
                    == .cart(
                        CartProblems([
                            CartProblem(
                                line: 1, kind: .notEnoughLeft(name: "Croissant", left: 2))
                        ])))
            #expect(
                try await shop.refusal(placing: sweet)
                    == .cart(
                        CartProblems([
                            CartProblem(line: 0, kind: .notEnoughLeft(name: "Vanilla", left: 2))
                        ])))
            // The next quote knows.
            await #expect(throws: Failure<PlaceOrderRefusal>.self) {
                try await shop.request([Story.croissants(3)])
            }
            #expect(try await shop.croissantsLeft() == 2)
        }
    }

    @Test func `cancelling gives back once what was taken, and tells every menu`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 2))
            try await shop.set(.modifier(Story.syrup), Availability(stock: 9))
            let id = try await shop.place([Story.croissants(2), Story.line(syrups: 2)]).id
            #expect(try await shop.croissantsLeft() == 0)
            let version = try await shop.menuVersion()

            for _ in 0..<3 { try await shop.move(id, to: .cancelled, by: Story.ada) }

            #expect(try await shop.croissantsLeft() == 2)
            #expect(try await shop.stock("modifier", "syrup") == 9)
            #expect(try await shop.menuVersion() == version + 1)
            try await shop.place([Story.croissants(2)])
        }
    }

    @Test(arguments: [OrderState.preparing, .ready])
    func `what was made isn't given back`(state: OrderState) async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 5))
            let id = try await shop.place([Story.croissants(2)]).id
            try await shop.move(id, to: .preparing)
            if state == .ready { try await shop.move(id, to: .ready) }

            try await shop.move(id, to: .cancelled, reason: "never came")

            #expect(try await shop.croissantsLeft() == 3)
        }
    }

    @Test func `a line ticked off was made, even where nobody tapped start`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 5))
            let id = try await shop.place([Story.croissants(2)]).id
            _ = try await shop.services.perform(
                TickLine(id: id, line: 1, isDone: true), by: Story.ben)

            try await shop.move(id, to: .cancelled, reason: "never came")

            #expect(try await shop.croissantsLeft() == 3)
        }
    }

    @Test func `what wasn't counted when it was ordered doesn't come back as stock`() async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.croissants(2)]).id
            try await shop.set(.item(Story.croissant), Availability(stock: 5))

            try await shop.move(id, to: .cancelled, by: Story.ada)

            #expect(try await shop.croissantsLeft() == 5)
        }
    }

    @Test func `what is no longer counted stays uncounted`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 5))
            let id = try await shop.place([Story.croissants(2)]).id
            try await shop.set(.item(Story.croissant), Availability())

            try await shop.move(id, to: .cancelled, by: Story.ada)

            #expect(try await shop.croissantsLeft() == nil)
        }
    }

    @Test func `an order that fails late gives nothing away`() async throws {
        try await withShop { shop in
            try await shop.set(.item(Story.croissant), Availability(stock: 3))
            try await shop.set(.modifier(Story.syrup), Availability(stock: 1))
            let request = try await shop.request([Story.croissants(2), Story.line(syrups: 1)])
            // Behind the menu's back, so that only the taking itself can notice.
            try await shop.database.write { tx in
                _ = try MenuStore.takeStock(
                    of: StockedThing(Story.syrup), count: 1, at: TestShop.corner, tx: tx)
            }
            let before = try shop.dump()

            _ = try await shop.refusal(placing: request, key: key("k"))

            #expect(try shop.dump() == before)
        }
    }
}
