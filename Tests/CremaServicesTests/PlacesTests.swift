import CremaDomain
import CremaServices
@testable import CremaSQL
import CremaStore
import Synchronization
import Testing

/// The snapshots that all reads of the menu come from.
@Suite(.timeLimit(.minutes(10)))
struct PlacesTests {
    private func withHeldShop(
        _ body: (TestShop, HeldDatabase) async throws -> Void
    ) async throws {
        let held = Mutex<HeldDatabase?>(nil)
        try await withShop(
            wrap: { base in
                let database = HeldDatabase(base)
                held.withLock { $0 = database }
                return database
            },
            { shop in try await body(shop, try #require(held.withLock { $0 })) })
    }

    private func isSoldOut(_ shop: TestShop) async throws -> Bool {
        let place = try #require(try await shop.services.places.find(TestShop.corner))
        return place.menu.itemAvailability[Story.croissant]?.isOut ?? false
    }

    @Test func `those who ask while the first read runs wait for it`() async throws {
        try await withHeldShop { shop, database in
            database.hold()

            async let first = shop.services.places.find(TestShop.corner)
            await wait { database.heldCount == 1 }
            async let second = shop.services.places.find(TestShop.corner)
            async let all = shop.services.places.all()
            for _ in 0..<100 { await Task.yield() }
            database.letThrough()

            let found = (try await first, try await second, try await all)
            #expect(found.0 != nil && found.1 != nil)
            #expect(found.2.map(\.location.id) == [TestShop.corner, TestShop.harbour])
            #expect(database.reads == 1)
        }
    }

    @Test func `a change during a read is seen by whoever asks after it`() async throws {
        try await withHeldShop { shop, database in
            database.hold()
            async let before = isSoldOut(shop)
            await wait { database.heldCount == 1 }

            _ = try await shop.services.perform(
                SetAvailability(
                    locationID: TestShop.corner, thing: .item(Story.croissant),
                    change: AvailabilityChange(isSoldOut: .set(true)),
                    menu: Menu(version: 1, catalog: Story.catalog)), by: Story.olga)
            async let after = isSoldOut(shop)
            for _ in 0..<100 { await Task.yield() }
            database.letThrough()

            #expect(try await before == false)
            #expect(try await after)
            #expect(try await isSoldOut(shop))
        }
    }

    @Test func `whoever asks after a change never gets what was before it`() async throws {
        try await withHeldShop { shop, database in
            #expect(try await isSoldOut(shop) == false)
            try await shop.set(.item(Story.croissant), Availability(isSoldOut: true))
            database.hold()

            async let first = isSoldOut(shop)
            await wait { database.heldCount == 1 }
            async let second = isSoldOut(shop)
            for _ in 0..<100 { await Task.yield() }
            database.letThrough()

            #expect(try await first)
            #expect(try await second)
        }
    }

    @Test func `a read that fails leaves nothing that looks fresh`() async throws {
        try await withHeldShop { shop, database in
            database.fail(next: 1)

            let failure = await #expect(throws: ReadFailure.self) {
                try await shop.services.places.find(TestShop.corner)
            }
            guard case .broken(let error) = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            #expect(error is Unexpected)

            let again = try await shop.services.places.find(TestShop.corner)
            #expect(again != nil)
        }
    }

    @Test func `a database that is away is no mistake of ours, whoever meets it first`()
        async throws
    {
        try await withHeldShop { shop, database in
            let request = try await shop.request([Story.line()])
            shop.services.places.markAllStale()
            let away = SQLError(kind: .connectionLost, message: "away")

            database.fail(next: 1, with: away)
            let placing = try await failure(PlaceOrderRefusal.self) {
                try await shop.services.placeOrder(request, by: Story.ada, key: nil)
            }
            database.fail(next: 1, with: away)
            let switching = try await failure(SetAvailabilityRefusal.self) {
                try await shop.change(.item(Story.croissant), AvailabilityChange(stock: .set(1)))
            }
            database.fail(next: 1, with: away)
            let signingIn = try await failure(SignInRefusal.self) {
                try await shop.services.signIn(
                    email: "a@b.c", password: "x", on: SessionOrigin(kind: .api))
            }

            let found = [
                String(describing: placing), String(describing: switching),
                String(describing: signingIn),
            ]
            #expect(found.allSatisfy { $0.contains("unavailable") }, "\(found)")
        }
    }

    @Test func `many who ask share one read`() async throws {
        try await withHeldShop { shop, database in
            _ = try await shop.services.places.all()
            let before = database.reads
            shop.services.places.markAllStale()

            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<200 {
                    group.addTask { _ = try await shop.services.places.find(TestShop.corner) }
                }
                try await group.waitForAll()
            }

            #expect(database.reads == before + 1)
        }
    }

    @Test(arguments: 1...20)
    func `whatever runs at once, a reader never sees a menu older than one it knows of`(
        seed: Int
    ) async throws {
        try await withShop(seed: UInt64(seed)) { shop in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<3 {
                    group.addTask {
                        for count in 0..<10 {
                            try await shop.set(
                                .item(Story.croissant), Availability(stock: writer * 10 + count))
                        }
                    }
                }
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<30 {
                            let known = try await shop.menuVersion()
                            // Told before the writers have their answer, maybe after this read.
                            await wait { shop.services.hub.lastID > 0 }
                            let events = try await shop.events().filter {
                                $0.id <= shop.services.hub.lastID
                                    && $0.subject == TestShop.corner.rawValue
                            }
                            let told = events.last?.version ?? 0
                            let place = try await shop.services.places.find(TestShop.corner)
                            #expect((place?.menu.version ?? 0) >= min(told, known))
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test func `a new edition shows at all places`() async throws {
        try await withShop { shop in
            _ = try await shop.services.places.all()
            let versions = [
                try await shop.menuVersion(), try await shop.menuVersion(at: TestShop.harbour),
            ]

            let dearer = try Story.catalog(changing: Story.croissant) { $0.price = Money(320) }
            _ = try await shop.services.perform(PublishMenu(catalog: dearer), by: .system)

            for place in try await shop.services.places.all() {
                let croissant = try #require(place.menu.item(Story.croissant))
                #expect(place.menu.price(of: croissant) == Money(320))
            }
            #expect(try await shop.menuVersion() == versions[0] + 1)
            #expect(try await shop.menuVersion(at: TestShop.harbour) == versions[1] + 1)
            let told = try await shop.events().filter { $0.kind == .menu }.suffix(2)
            #expect(Set(told.map(\.subject)) == ["corner", "harbour"])
        }
    }
}
