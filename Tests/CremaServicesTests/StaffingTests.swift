@testable import CremaServices
import CremaDomain
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Who works for the shop: invited, promoted, and let go.
struct StaffingTests {
    private static let password = "four grey cups of rain"
    private static let barista = Membership(locationID: TestShop.corner, role: .barista)

    private func invite(
        _ shop: TestShop, _ membership: Membership = Self.barista, by actor: Actor = Story.olga,
        email: String = " Bea@Example.org"
    ) async throws -> InvitationRecord {
        try await shop.services.perform(
            InviteStaff(
                newID: shop.services.environment.makeID(), email: email, membership: membership,
                language: "en"), by: actor
        ).output
    }

    private func enroll(_ shop: TestShop) async throws {
        try await shop.database.write { tx in
            // The owner that the shop was made with is nobody in these stories.
            try tx.execute("DELETE FROM membership")
            try PersonStore.setMembership(
                Membership(locationID: nil, role: .owner), of: ID("olga"), tx: tx)
            try PersonStore.setMembership(
                Membership(locationID: TestShop.corner, role: .manager), of: ID("mona"), tx: tx)
            try PersonStore.setMembership(Self.barista, of: ID("ben"), tx: tx)
        }
    }

    private func roles(_ shop: TestShop, _ person: ID<Person>) async throws -> [Membership] {
        try await shop.database.read { try PersonStore.memberships(of: person, tx: $0) }
    }

    private func change(
        _ shop: TestShop, _ person: String, at location: ID<Location>? = TestShop.corner,
        to role: Role?, by actor: Actor = Story.olga
    ) async throws -> Failure<StaffRefusal>? {
        try await failure(StaffRefusal.self) {
            try await shop.services.perform(
                ChangeRole(person: ID(person), locationID: location, role: role), by: actor)
        }
    }

    private func isForbidden(_ failure: Failure<StaffRefusal>?) -> Bool {
        if case .denied(.forbidden) = failure { true } else { false }
    }

    @Test func `who has no account yet gets one with the role, and a proved address`()
        async throws
    {
        try await withShop { shop in
            try await enroll(shop)
            let invitation = try await invite(shop)

            let tokens = try await shop.services.signUp(
                SignUp(
                    email: "bea@example.org", password: Self.password, name: "Bea",
                    wantsNews: false, invitation: invitation.id),
                on: SessionOrigin(kind: .browser, device: ID("tablet")))

            #expect(tokens.role == .barista)
            #expect(try await roles(shop, tokens.personID) == [Self.barista])
            let person = try await shop.database.read {
                try PersonStore.find(tokens.personID, tx: $0)
            }
            #expect(person?.emailVerifiedAt == shop.clock.now)
            let again = try await refusal(SignUpRefusal.self) {
                try await shop.services.signUp(
                    SignUp(
                        email: "eve@example.org", password: Self.password, name: "Eve",
                        wantsNews: false, invitation: invitation.id),
                    on: SessionOrigin(kind: .api))
            }
            #expect(again == .invitationNotValid)
            #expect(try shop.place.number("SELECT COUNT(*) FROM person WHERE name = 'Eve'") == 0)
        }
    }

    @Test func `who has an account accepts with that one and no other, once`() async throws {
        try await withShop { shop in
            try await enroll(shop)
            let invitation = try await invite(shop, email: "ada@story.example")
            func accept(_ actor: Actor) async throws -> Failure<StaffRefusal>? {
                try await failure(StaffRefusal.self) {
                    try await shop.services.perform(
                        AcceptInvitation(id: invitation.id), by: actor)
                }
            }

            let other = try await accept(Story.hugo)
            guard case .refused(.otherAddress) = other else {
                throw Unexpected(what: "\(other as Any)")
            }
            let first = try await accept(Story.ada)
            let second = try await accept(Story.ada)

            #expect(first == nil)
            guard case .refused(.notValid) = second else {
                throw Unexpected(what: "\(second as Any)")
            }
            #expect(try await roles(shop, ID("ada")) == [Self.barista])
        }
    }

    @Test func `a link is over after a week, when withdrawn, replaced, or when its giver is gone`()
        async throws
    {
        try await withShop { shop in
            try await enroll(shop)
            func accept(_ invitation: InvitationRecord) async throws -> Bool {
                try await failure(StaffRefusal.self) {
                    try await shop.services.perform(
                        AcceptInvitation(id: invitation.id), by: Story.ada)
                } == nil
            }
            let replaced = try await invite(shop, email: "ada@story.example")
            let withdrawn = try await invite(shop, email: "ada@story.example")
            _ = try await shop.services.perform(
                WithdrawInvitation(id: withdrawn.id), by: Story.mona)
            #expect(try await !accept(replaced))
            #expect(try await !accept(withdrawn))
            let old = try await invite(shop, email: "ada@story.example")
            shop.clock.advance(.seconds(7 * 86_400))
            #expect(try await !accept(old))
            let orphan = try await invite(shop, by: Story.mona, email: "ada@story.example")
            #expect(try await change(shop, "mona", to: nil) == nil)
            #expect(try await !accept(orphan))
            #expect(try await roles(shop, ID("ada")).isEmpty)
            let good = try await invite(shop, email: "ada@story.example")
            #expect(try await accept(good))
        }
    }

    @Test func `a manager gives and takes a barista's role at the own place, and no more`()
        async throws
    {
        try await withShop { shop in
            try await enroll(shop)
            let manager = Membership(locationID: TestShop.corner, role: .manager)
            let elsewhere = Membership(locationID: TestShop.harbour, role: .barista)
            let everywhere = Membership(locationID: nil, role: .barista)
            for membership in [manager, elsewhere, everywhere] {
                let refused = try await failure(StaffRefusal.self) {
                    try await invite(shop, membership, by: Story.mona)
                }
                #expect(isForbidden(refused))
            }
            _ = try await invite(shop, by: Story.mona)

            #expect(isForbidden(try await change(shop, "ben", to: .manager, by: Story.mona)))
            #expect(isForbidden(try await change(shop, "mona", to: nil, by: Story.mona)))
            #expect(isForbidden(try await change(shop, "ben", to: nil, by: Story.ben)))
            #expect(isForbidden(try await change(shop, "ben", to: .owner, by: Story.ada)))
            #expect(try await change(shop, "ben", to: nil, by: Story.mona) == nil)
            #expect(try await roles(shop, ID("ben")).isEmpty)
        }
    }

    @Test func `the shop keeps an owner, also when two take each other's role at once`()
        async throws
    {
        try await withShop { shop in
            try await enroll(shop)
            let lone = try await change(shop, "olga", at: nil, to: nil)
            guard case .refused(.lastOwner) = lone else { throw Unexpected(what: "\(lone as Any)") }
            let demoted = try await change(shop, "olga", at: nil, to: .barista)
            guard case .refused(.lastOwner) = demoted else {
                throw Unexpected(what: "\(demoted as Any)")
            }
            try await shop.database.write { tx in
                try PersonStore.setMembership(
                    Membership(locationID: nil, role: .owner), of: ID("mona"), tx: tx)
            }
            let mona = Actor(
                person: ID("mona"), memberships: [Membership(locationID: nil, role: .owner)])
            async let first = change(shop, "mona", at: nil, to: nil)
            async let second = change(shop, "olga", at: nil, to: nil, by: mona)
            let outcomes = try await [first, second]

            #expect(outcomes.filter { $0 == nil }.count == 1)
            let owners = try shop.place.number(
                "SELECT COUNT(*) FROM membership WHERE role = 'owner'")
            #expect(owners == 1)
        }
    }

    @Test func `each sees the staff of the places that are theirs to manage`() async throws {
        try await withShop { shop in
            try await enroll(shop)
            try await shop.database.write { tx in
                try PersonStore.setMembership(
                    Membership(locationID: TestShop.harbour, role: .barista), of: ID("hugo"),
                    tx: tx)
            }
            _ = try await invite(shop)
            _ = try await invite(
                shop, Membership(locationID: TestShop.harbour, role: .barista),
                email: "carl@example.org")
            func seen(_ actor: Actor) async throws -> StaffQuery.Staff {
                try await shop.services.read(StaffQuery(), by: actor)
            }

            let all = try await seen(Story.olga)
            let corner = try await seen(Story.mona)
            #expect(Set(all.people.map(\.id.rawValue)) == ["olga", "mona", "ben", "hugo"])
            #expect(all.invitations.count == 2)
            #expect(Set(corner.people.map(\.id.rawValue)) == ["mona", "ben"])
            #expect(corner.invitations.map(\.email) == ["bea@example.org"])
            await #expect(throws: ReadFailure.self) { try await seen(Story.ben) }
        }
    }

    @Test(arguments: [
        ("bea", Self.barista, StaffRefusal.emailNotPlausible),
        (
            "bea@example.org", Membership(locationID: ID("moon"), role: .barista),
            .unknownLocation
        ),
        (
            "bea@example.org", Membership(locationID: TestShop.corner, role: .customer),
            .roleNotOfStaff
        ),
    ]) func `what can't be invited isn't`(
        email: String, membership: Membership, expected: StaffRefusal
    ) async throws {
        try await withShop { shop in
            try await enroll(shop)
            let before = try shop.dump()

            let refused = try await refusal(StaffRefusal.self) {
                try await invite(shop, membership, email: email)
            }

            #expect(refused == expected)
            #expect(try shop.dump() == before)
        }
    }
}
