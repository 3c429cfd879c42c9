import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Lists of orders, and the bar's queue.
struct OrderQueriesTests {
    /// All pages, newest first.
    private func pages(
        _ shop: TestShop, of actor: Actor, limit: Int,
        between: () async throws -> Void = {}
    ) async throws -> [[ID<Order>]] {
        var pages: [[ID<Order>]] = []
        var cursor: OrderCursor?
        repeat {
            let page = try await shop.services.read(
                MyOrdersQuery(after: cursor, limit: limit), by: actor)
            pages.append(page.orders.map(\.order.id))
            cursor = page.next
            try await between()
        } while cursor != nil && pages.count < 100
        return pages
    }

    @Test func `pages skip and repeat nothing, though orders of one instant tie`() async throws {
        try await withShop { shop in
            var placed: [ID<Order>] = []
            for number in 0..<12 {
                if number % 4 == 0 { shop.clock.advance(.seconds(1)) }
                placed.append(try await shop.place().id)
            }

            // New ones come in while the pages are read.
            let found = try await pages(shop, of: Story.ada, limit: 5) {
                shop.clock.advance(.seconds(1))
                try await shop.place()
            }

            #expect(found.map(\.count) == [5, 5, 2])
            #expect(Set(found.joined()) == Set(placed))
            #expect(found.joined().count == 12)
        }
    }

    @Test func `the device's orders and the person's are one list, each order once`() async throws {
        try await withShop { shop in
            let asGuest = try await shop.place(by: Story.phone).id
            let byToken = try await shop.place(by: .nobody).id
            let signedIn = Actor(
                person: ID("ada"), device: Story.phone.device, tokenOrder: asGuest)
            let own = try await shop.place(by: signedIn).id
            _ = try await shop.place(by: Story.ben)

            let found = try await pages(shop, of: signedIn, limit: 10)
            #expect(Set(found.joined()) == [asGuest, own])
            #expect(found.joined().count == 2)
            let guest = try await pages(shop, of: Actor(tokenOrder: byToken), limit: 10)
            #expect(guest == [[byToken]])
            let nobody = try await pages(shop, of: .nobody, limit: 10)
            #expect(nobody == [[]])
        }
    }

    @Test func `the queue is for the place's staff and holds what is open`() async throws {
        try await withShop { shop in
            let first = try await shop.place().id
            shop.clock.advance(.seconds(10))
            let second = try await shop.place([CartLine(itemID: Story.water)]).id
            let elsewhere = try await shop.place(at: TestShop.harbour).id
            let gone = try await shop.place().id
            try await shop.move(gone, to: .cancelled, by: Story.ada)
            for state in [OrderState.preparing, .ready, .completed] {
                try await shop.move(second, to: state)
            }

            let queue = try await shop.services.read(
                QueueQuery(locationID: TestShop.corner), by: Story.ben)
            #expect(queue.open.map(\.order.id) == [first])
            #expect(queue.completed.map(\.order.id) == [second])
            #expect(queue.openCount == 1)
            #expect(queue.sequence == shop.services.hub.lastID)
            let harbour = try await shop.services.read(
                QueueQuery(locationID: TestShop.harbour), by: Story.olga)
            #expect(harbour.open.map(\.order.id) == [elsewhere])

            shop.clock.advance(.seconds(15 * 60 + 1))
            let later = try await shop.services.read(
                QueueQuery(locationID: TestShop.corner), by: Story.ben)
            #expect(later.completed.isEmpty)
            for actor in [Story.ada, Story.hugo, Story.phone, .nobody] {
                await #expect(throws: ReadFailure.self) {
                    try await shop.services.read(
                        QueueQuery(locationID: TestShop.corner), by: actor)
                }
            }
        }
    }

    @Test func `only the work that waits counts as load`() async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.line(quantity: 2), Story.croissants()]).id
            func load() async throws -> [Int] {
                let loads = try await shop.services.read(LoadQuery(), by: .nobody)
                return loads[TestShop.corner].map { [$0.workSeconds, $0.pieces] } ?? []
            }

            #expect(try await load() == [180, 3])
            _ = try await shop.services.perform(
                TickLine(id: id, line: 1, isDone: true), by: Story.ben)
            #expect(try await load() == [60, 1])
            try await shop.move(id, to: .cancelled, reason: "spilt")
            #expect(try await load() == [])
        }
    }

    @Test func `what became of a request is told by its key`() async throws {
        try await withShop { shop in
            let done = key("done")
            let placed = try await shop.place(key: done)

            let found = try await shop.services.read(
                RequestQuery(nameHashes: [key("else").nameHash, done.nameHash]), by: Story.ada)
            #expect(found.status == 201 && found.subject == placed.id.rawValue)
            await #expect(throws: ReadFailure.self) {
                try await shop.services.read(
                    RequestQuery(nameHashes: [key("else").nameHash]), by: Story.ada)
            }
        }
    }

    @Test func `keys are forgotten after two days, not before`() async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.line()])
            _ = try await shop.services.placeOrder(request, by: Story.ada, key: key("k"))
            func prune() async throws -> Int {
                let before = Timestamp(
                    milliseconds: shop.clock.now.milliseconds
                        - RequestStore.retentionMilliseconds)
                return try await shop.database.write { tx in
                    try RequestStore.prune(before: before, limit: 10, tx: tx)
                }
            }

            shop.clock.advance(.seconds(48 * 3600))
            #expect(try await prune() == 0)
            let again = try await shop.services.placeOrder(request, by: Story.ada, key: key("k"))
            #expect(again.isReplay)
            shop.clock.advance(.seconds(1))
            #expect(try await prune() == 1)
        }
    }

    @Test func `all old keys are forgotten, a few rows at a time, and no others`() async throws {
        try await withShop { shop in
            func insert(_ names: Range<Int>) async throws {
                try await shop.database.write { tx in
                    for name in names {
                        let record = RequestRecord(
                            nameHash: Hash.sha256([UInt8(name)]), bodyHash: [], status: 200,
                            subject: "", response: nil, at: shop.clock.now)
                        try RequestStore.insert(record, tx: tx)
                    }
                }
            }
            try await insert(0..<23)
            shop.clock.advance(.seconds(1))
            let now = shop.clock.now
            try await insert(23..<40)
            var counts: [Int] = []
            repeat {
                counts.append(
                    try await shop.database.write {
                        try RequestStore.prune(before: now, limit: 10, tx: $0)
                    })
            } while counts.last == 10

            #expect(counts == [10, 10, 3])
            let left = try await shop.database.read { tx in
                try (0..<40).filter {
                    try RequestStore.find(Hash.sha256([UInt8($0)]), tx: tx) != nil
                }
            }
            #expect(left == Array(23..<40))
        }
    }

    @Test func `events are forgotten from the oldest on, and no id is given again`() async throws {
        try await withShop { shop in
            for _ in 0..<7 { try await shop.place() }
            let last = try await shop.lastEventID()
            shop.clock.advance(.seconds(60))
            let now = shop.clock.now
            func prune(_ limit: Int) async throws -> Int {
                try await shop.database.write {
                    try EventStore.prune(before: now, limit: limit, tx: $0)
                }
            }

            #expect(try await prune(3) == 3)
            #expect(try await shop.events().map(\.id) == Array(4...last))
            #expect(try await prune(100) == Int(last) - 4)
            // The newest stays, however old.
            #expect(try await prune(100) == 0)
            #expect(try await shop.events().map(\.id) == [last])
            try await shop.place()
            #expect(try await shop.events().map(\.id) == [last, last + 1])
        }
    }

    @Test func `events younger than what is asked for stay, and so does all behind them`()
        async throws
    {
        try await withShop { shop in
            try await shop.place()
            let early = try await shop.lastEventID()
            shop.clock.advance(.seconds(60))
            let now = shop.clock.now
            try await shop.place()
            // The clock was set back.
            shop.clock.advance(.seconds(-120))
            try await shop.place()
            let last = try await shop.lastEventID()

            _ = try await shop.database.write {
                try EventStore.prune(before: now, limit: 9, tx: $0)
            }

            #expect(try await shop.events().map(\.id) == Array((early + 1)...last))
        }
    }
}
