import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// The shop's first minute.
struct CreateShopTests {
    /// Performs a plan on an empty database and says what stood against it.
    private func refused(
        _ plan: ShopPlan, by actor: Actor = .system
    ) async throws -> Failure<CreateShopRefusal>? {
        var found: Failure<CreateShopRefusal>?
        try await withTestDatabase { place in
            let database = try place.open()
            let clock = TestClock(Timestamp(milliseconds: 0))
            let services = Services(
                database: database, environment: testEnvironment(clock, seed: 1))
            _ = try await migrate(database, Schema.migrations, now: 0)
            let before = try place.dump()
            found = try await failure(CreateShopRefusal.self) {
                try await services.perform(
                    CreateShop(plan: plan, environment: services.environment), by: actor)
            }
            let after = try place.dump()
            #expect((after == before) == (found != nil))
            await database.close()
        }
        return found
    }

    private func plan(
        corner: LocationDocument = Story.cornerDocument, emails: [String] = ["olga@corner.example"]
    ) -> ShopPlan {
        ShopPlan(
            shop: Story.plan(corner: Story.cornerDocument).shop,
            locations: [(TestShop.corner, Story.cornerDocument), (TestShop.harbour, corner)],
            people: emails.map {
                ShopPlan.NewPerson(
                    email: $0, name: "Olga", passwordHash: "none",
                    memberships: [Membership(locationID: nil, role: .owner)])
            })
    }

    @Test func `a second shop is refused and changes nothing`() async throws {
        try await withShop { shop in
            let before = try shop.dump()
            let refused = try await refusal(CreateShopRefusal.self) {
                try await shop.services.perform(
                    CreateShop(plan: plan(), environment: shop.services.environment), by: .system)
            }
            #expect(refused == .exists)
            #expect(try shop.dump() == before)
        }
    }

    @Test func `only Crema itself makes a shop`() async throws {
        for actor in [Actor.nobody, Story.ada, Story.olga] {
            guard case .denied(.forbidden) = try await refused(plan(), by: actor) else {
                Issue.record("\(actor) made a shop")
                return
            }
        }
        #expect(try await refused(plan()) == nil)
    }

    @Test func `a fault in the last place leaves nothing of the first`() async throws {
        var wrong = Story.cornerDocument
        wrong.cashStep = 0
        var foreign = Story.cornerDocument
        foreign.currency = "USD"
        var lost = Story.cornerDocument
        lost.timeZone = "Europe/Atlantis"
        for document in [wrong, foreign, lost] {
            guard case .refused = try await refused(plan(corner: document)) else {
                Issue.record("\(document) was taken")
                return
            }
        }
    }

    @Test func `people have addresses of their own`() async throws {
        guard
            case .refused(.emailTaken("olga@corner.example")) = try await refused(
                plan(emails: ["olga@corner.example", " Olga@Corner.Example"])),
            case .refused(.emailNotPlausible("olga")) = try await refused(plan(emails: ["olga"]))
        else {
            Issue.record("taken")
            return
        }
    }

    @Test func `settings that change give the place's menu a new version`() async throws {
        try await withShop { shop in
            let version = try await shop.menuVersion()
            try await shop.database.write { tx in
                var document = Story.cornerDocument
                document.pauseReason = "holidays"
                let isKnown = try LocationStore.update(document, id: TestShop.corner, tx: tx)
                let isMoon = try LocationStore.update(document, id: ID("moon"), tx: tx)
                #expect(isKnown && !isMoon)
            }
            #expect(try await shop.menuVersion() == version + 1)
        }
    }
}
