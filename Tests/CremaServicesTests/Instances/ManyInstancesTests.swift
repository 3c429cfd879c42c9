import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Several programs on one database, as a chain has them.
struct ManyInstancesTests {
    /// Runs `body` with a shop and more instances of its services, each with connections of its
    /// own.
    private func withInstances(
        _ count: Int, _ body: (TestShop, [Services]) async throws -> Void
    ) async throws {
        try await withShop { shop in
            var instances: [Services] = []
            for number in 0..<count {
                instances.append(
                    Services(
                        database: try shop.place.open(),
                        environment: testEnvironment(shop.clock, seed: UInt64(1000 + number))))
            }
            do {
                try await body(shop, instances)
            } catch {
                for instance in instances { await instance.database.close() }
                throw error
            }
            for instance in instances { await instance.database.close() }
        }
    }

    /// What became of many requests sent at once, spread over the instances.
    private func placeAtOnce(
        _ requests: [OrderRequest], on instances: [Services],
        key: @escaping @Sendable (Int) -> RequestKey? = { _ in nil }
    ) async throws -> [Result<PlacedOrder, Failure<PlaceOrderRefusal>>] {
        await withTaskGroup(
            of: (Int, Result<PlacedOrder, Failure<PlaceOrderRefusal>>).self
        ) { group in
            for (index, request) in requests.enumerated() {
                group.addTask {
                    do throws(Failure<PlaceOrderRefusal>) {
                        let performed = try await instances[index % instances.count].placeOrder(
                            request, by: Actor(device: ID("phone-\(index)")), key: key(index))
                        return (index, .success(performed.output))
                    } catch {
                        return (index, .failure(error))
                    }
                }
            }
            var outcomes = [Int: Result<PlacedOrder, Failure<PlaceOrderRefusal>>]()
            for await (index, outcome) in group { outcomes[index] = outcome }
            return requests.indices.compactMap { outcomes[$0] }
        }
    }

    @Test func `of 64 who want ten pieces at once, ten have one, and the others hear why`()
        async throws
    {
        try await withInstances(4) { shop, instances in
            try await shop.set(.item(Story.croissant), Availability(stock: 10))
            let request = try await shop.request([Story.croissants()])

            let outcomes = try await placeAtOnce(
                Array(repeating: request, count: 64), on: instances)

            var placed: [PlacedOrder] = []
            for outcome in outcomes {
                switch outcome {
                case .success(let order): placed.append(order)
                case .failure(.refused(.cart(let problems))):
                    let wanted: [CartProblem.Kind] = [
                        .notEnoughLeft(name: "Croissant", left: 0),
                        .itemSoldOut(name: "Croissant"),
                    ]
                    #expect(problems.all.first.map { wanted.contains($0.kind) } == true)
                case .failure(let failure): Issue.record("\(failure)")
                }
            }
            #expect(Set(placed.map(\.callNumber.sequence)) == Set(1...10))
            #expect(try await shop.croissantsLeft() == 0)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 10)
            #expect(try shop.place.number("SELECT COUNT(*) FROM order_line") == 10)
        }
    }

    @Test func `64 orders at one location have numbers without a gap, and events in order`()
        async throws
    {
        try await withInstances(4) { shop, instances in
            let request = try await shop.request([Story.line()])
            let before = try await shop.events().last?.id ?? 0

            let outcomes = try await placeAtOnce(
                Array(repeating: request, count: 64), on: instances)

            let numbers = try outcomes.map { try $0.get().callNumber.sequence }
            #expect(Set(numbers) == Set(1...64))
            let events = try await shop.events(after: before)
            #expect(events.map(\.id) == (1...64).map { before + $0 })
        }
    }

    @Test func `orders that take the same things in any order never wait in a circle`()
        async throws
    {
        try await withInstances(4) { shop, instances in
            try await shop.set(.item(Story.croissant), Availability(stock: 1000))
            try await shop.set(.modifier(Story.syrup), Availability(stock: 1000))
            let one = try await shop.request([Story.croissants(), Story.line(syrups: 1)])
            let other = try await shop.request([Story.line(syrups: 1), Story.croissants()])

            let outcomes = try await placeAtOnce(
                (0..<32).map { $0.isMultiple(of: 2) ? one : other }, on: instances)
            let placed = try outcomes.map { try $0.get() }
            // Cancelling gives back while others take.
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, order) in placed.enumerated() {
                    group.addTask {
                        let services = instances[index % instances.count]
                        if index.isMultiple(of: 2) {
                            _ = try await services.perform(
                                MoveOrder(
                                    id: order.id, target: .cancelled, reason: "no",
                                    seenVersion: 1), by: Story.ben)
                        } else {
                            _ = try await services.placeOrder(
                                one, by: Actor(device: ID("again-\(index)")), key: nil)
                        }
                    }
                }
                try await group.waitForAll()
            }

            #expect(try await shop.croissantsLeft() == 1000 - 32)
            #expect(try await shop.stock("modifier", "syrup") == 1000 - 32)
        }
    }

    @Test func `one key sent to every instance at once is one order, and one answer`()
        async throws
    {
        try await withInstances(4) { shop, instances in
            let request = try await shop.request([Story.line()])

            let outcomes = await withTaskGroup(
                of: Result<PlacedOrder, Failure<PlaceOrderRefusal>>.self
            ) { group in
                for number in 0..<32 {
                    group.addTask {
                        do throws(Failure<PlaceOrderRefusal>) {
                            return .success(
                                try await instances[number % 4].placeOrder(
                                    request, by: Story.ada, key: key("one wish")
                                ).output)
                        } catch {
                            return .failure(error)
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }

            let answers = try Set(outcomes.map { try $0.get() })
            #expect(answers.count == 1)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 1)
        }
    }

    @Test func `a cart edited at two instances at once keeps both edits`() async throws {
        try await withInstances(2) { shop, instances in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        _ = try await instances[number % 2].perform(
                            EditCart(
                                locationID: TestShop.corner, owner: Story.ada.owner,
                                edit: .add(Story.line(), seenPrice: Money(400))), by: Story.ada)
                    }
                }
                try await group.waitForAll()
            }

            let cart = try await shop.services.read(
                CartQuery(locationID: TestShop.corner), by: Story.ada)
            #expect(cart.lines.map(\.line.quantity).reduce(0, +) == 20)
        }
    }

    @Test func `an order moved at two instances at once moves once`() async throws {
        try await withInstances(2) { shop, instances in
            for _ in 1...5 {
                let order = try await shop.place()
                let outcomes = await withTaskGroup(of: Bool.self) { group in
                    for number in 0..<8 {
                        group.addTask {
                            do {
                                _ = try await instances[number % 2].perform(
                                    MoveOrder(
                                        id: order.id,
                                        target: number.isMultiple(of: 3) ? .cancelled : .preparing,
                                        reason: "rush", seenVersion: 1), by: Story.ben)
                                return true
                            } catch {
                                return false
                            }
                        }
                    }
                    return await group.reduce(into: []) { $0.append($1) }
                }
                let record = try await shop.order(order.id)
                #expect(outcomes.contains(true))
                #expect(record.order.version == 2)
                #expect(record.order.timeline.count == 2)
            }
        }
    }

    @Test func `a menu published at two instances at once has two editions`() async throws {
        try await withInstances(2) { shop, instances in
            let before = try shop.place.number("SELECT MAX(edition) FROM menu_edition")
            let version = try await shop.menuVersion()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<6 {
                    group.addTask {
                        var catalog = Story.catalog
                        catalog.items[0].name = LocalizedText("Flat white \(number)")
                        _ = try await instances[number % 2].perform(
                            PublishMenu(catalog: catalog), by: .system)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try shop.place.number("SELECT MAX(edition) FROM menu_edition") == before + 6)
            #expect(try await shop.menuVersion() == version + 6)
        }
    }

    /// On PostgreSQL ids could be given in another order than commits, and a reader could see a
    /// later id first and never look back.
    @Test func `whoever follows the stream skips nothing, however slow a transaction is`()
        async throws
    {
        try await withInstances(10) { shop, instances in
            let request = try await shop.request([Story.line()])
            let start = try await shop.events().last?.id ?? 0
            let isDone = Flag()
            let follower = Task {
                var seen: [Int64] = []
                while true {
                    // Asked before it looks, so that the last look comes after the last commit.
                    let isLast = isDone.isSet
                    let events = try await shop.events(after: seen.last ?? start)
                    seen += events.map(\.id)
                    if isLast && events.isEmpty { return seen }
                }
            }
            let outcomes = try await placeAtOnce(
                Array(repeating: request, count: 200), on: instances)
            isDone.set()

            let seen = try await follower.value
            #expect(outcomes.allSatisfy { (try? $0.get()) != nil })
            #expect(seen == (1...200).map { start + $0 })
        }
    }
}
