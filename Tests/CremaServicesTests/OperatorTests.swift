import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// What the one who stands before the machine may change.
struct OperatorTests {
    private func addBen(
        _ shop: TestShop, as role: Role, password: String? = nil
    ) async throws -> ID<Person> {
        var hash: String?
        if let password { hash = await shop.services.passwords.hash(password) }
        return try await shop.services.perform(
            AddStaff(
                email: " Ben@Corner.example", personName: "Ben",
                membership: Membership(locationID: TestShop.corner, role: role),
                passwordHash: hash, newID: shop.services.environment.makeID()), by: .system
        ).output
    }

    @Test func `staff is added once and promoted later`() async throws {
        try await withShop { shop in
            let missing = try await refusal(AddStaffRefusal.self) {
                try await addBen(shop, as: .barista)
            }
            #expect(missing == .passwordMissing)
            let first = try await addBen(shop, as: .barista, password: "a long password")
            let again = try await addBen(shop, as: .manager)

            #expect(first == again)
            let memberships = try await shop.database.read {
                try PersonStore.memberships(of: first, tx: $0)
            }
            #expect(memberships == [Membership(locationID: TestShop.corner, role: .manager)])
            let audits = try await shop.audits(of: first.rawValue)
            #expect(
                audits.map { "\($0.before) → \($0.after)" } == [
                    " → barista at corner", "barista at corner → manager at corner",
                ])
        }
    }

    @Test func `a new password ends the sessions opened with the old one`() async throws {
        try await withShop { shop in
            _ = try await addBen(shop, as: .barista, password: "a long password")
            let session = try await shop.services.signIn(
                email: "ben@corner.example", password: "a long password",
                on: SessionOrigin(kind: .browser))
            _ = try await addBen(shop, as: .manager)
            func holder() async throws -> ID<Person>? {
                try await shop.services.person(
                    ofAccessToken: session.access, kind: .browser)?.person
            }
            #expect(try await holder() == session.personID)

            _ = try await addBen(shop, as: .manager, password: "another password")

            #expect(try await holder() == nil)
            let wrong = try await refusal(SignInRefusal.self) {
                try await shop.services.signIn(
                    email: "ben@corner.example", password: "a long password",
                    on: SessionOrigin(kind: .browser))
            }
            #expect(wrong == .wrong)
        }
    }

    @Test func `only Crema itself gives roles and changes places`() async throws {
        try await withShop { shop in
            for actor in [Story.olga, Story.mona, Story.ben, Story.ada, .nobody] {
                let staff = try await failure(AddStaffRefusal.self) {
                    try await shop.services.perform(
                        AddStaff(
                            email: "eve@example.org", personName: "Eve",
                            membership: Membership(locationID: nil, role: .owner),
                            passwordHash: "x", newID: ID("eve")), by: actor)
                }
                guard case .denied(.forbidden) = staff else {
                    Issue.record("\(String(describing: staff))")
                    return
                }
                let place = try await failure(ChangeLocationRefusal.self) {
                    try await change(shop, Story.cornerDocument, by: actor)
                }
                guard case .denied(.forbidden) = place else {
                    Issue.record("\(String(describing: place))")
                    return
                }
            }
        }
    }

    @discardableResult
    private func change(
        _ shop: TestShop, _ document: LocationDocument, by actor: Actor = .system
    ) async throws -> Int64 {
        try await shop.services.perform(
            ChangeLocation(
                id: TestShop.corner, document: document, environment: shop.services.environment),
            by: actor
        ).output
    }

    @Test func `a place that changes is seen by the next who asks`() async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.croissants()])
            let version = try await shop.menuVersion()
            var document = Story.cornerDocument
            document.pauseReason = "The machine is down"

            #expect(try await change(shop, document) == version + 1)

            let place = try await shop.services.places.find(TestShop.corner)
            #expect(place?.location.pauseReason == "The machine is down")
            #expect(place?.menu.version == version + 1)
            #expect(
                try await shop.refusal(placing: request) == .paused(reason: "The machine is down"))
            let event = try #require(try await shop.events().last)
            #expect(event.kind == .location && event.version == version + 1)
            let audit = try #require(try await shop.audits(of: "corner").last)
            #expect(audit.action == "changeLocation")
            #expect(audit.before.contains(#""leadMinutes":5"#))
            #expect(!audit.before.contains("pauseReason"))
            #expect(audit.after.contains(#""pauseReason":"The machine is down""#))
        }
    }

    @Test func `settings that can't be used are refused and change nothing`() async throws {
        try await withShop { shop in
            var dear = Story.cornerDocument
            dear.currency = "USD"
            var lost = Story.cornerDocument
            lost.timeZone = "Europe/Atlantis"
            var broken = Story.cornerDocument
            broken.leadMinutes = -1
            let before = try shop.dump()
            for document in [dear, lost, broken] {
                _ = try await refusal(ChangeLocationRefusal.self) {
                    try await change(shop, document)
                }
            }
            #expect(try shop.dump() == before)
            let places = try await shop.services.places.all()
            #expect(places.count == 2)
        }
    }
}
