@testable import CremaServices
import CremaDomain
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Accounts that customers make, change and close themselves.
struct AccountTests {
    private static let password = "four grey cups of rain"
    private static let browser = SessionOrigin(
        kind: .browser, client: "Firefox · Android", device: ID("phone"))

    private func signUp(
        _ shop: TestShop, email: String = " Grace@Example.org", password: String = Self.password,
        name: String = "Grace", wantsNews: Bool = false, on origin: SessionOrigin = Self.browser
    ) async throws -> Actor {
        let tokens = try await shop.services.signUp(
            SignUp(email: email, password: password, name: name, wantsNews: wantsNews),
            on: origin)
        return Actor(person: tokens.personID, device: origin.device)
    }

    private func signIn(
        _ shop: TestShop, password: String = Self.password,
        on origin: SessionOrigin = SessionOrigin(kind: .api)
    ) async throws -> SessionTokens {
        try await shop.services.signIn(
            email: "grace@example.org", password: password, on: origin)
    }

    private func account(_ shop: TestShop, _ actor: Actor) async throws -> Account {
        try await shop.services.read(AccountQuery(), by: actor)
    }

    private func orders(_ shop: TestShop, _ actor: Actor) async throws -> [ID<Order>] {
        try await shop.services.read(MyOrdersQuery(after: nil, limit: 100), by: actor)
            .orders.map(\.order.id)
    }

    private func add(_ line: CartLine, _ shop: TestShop, _ actor: Actor) async throws {
        _ = try await shop.services.perform(
            EditCart(
                locationID: TestShop.corner, owner: actor.owner,
                edit: .add(line, seenPrice: Money(350))), by: actor)
    }

    private func cart(_ shop: TestShop, _ actor: Actor) async throws -> StoredCart {
        try await shop.services.read(CartQuery(locationID: TestShop.corner), by: actor)
    }

    @Test func `who signs up is a customer, with what the browser ordered before`() async throws {
        try await withShop { shop in
            let before = try await shop.place(by: Story.phone).id
            try await add(Story.line(quantity: 2), shop, Story.phone)

            let grace = try await signUp(shop, wantsNews: true)

            let made = try await account(shop, grace)
            #expect(made.person.email == "grace@example.org" && made.person.name == "Grace")
            #expect(made.person.newsSince == shop.clock.now)
            #expect(made.memberships.isEmpty && made.claimableOrders == 0)
            #expect(made.sessions.map(\.session.client) == ["Firefox · Android"])
            #expect(try await orders(shop, Actor(person: grace.person)) == [before])
            #expect(try await orders(shop, Story.phone).isEmpty)
            #expect(try await cart(shop, grace).lines.map(\.line.quantity) == [2])
            #expect(try await cart(shop, Story.phone).lines.isEmpty)
            #expect(try await signIn(shop).role == .customer)
        }
    }

    @Test(arguments: [
        ("grace", Self.password, "Grace", SignUpRefusal.emailNotPlausible),
        ("", Self.password, "Grace", .emailNotPlausible),
        ("a b@example.org", Self.password, "Grace", .emailNotPlausible),
        ("g@example.org", "short", "Grace", .password(.tooShort)),
        ("g@example.org", "password2026", "Grace", .password(.tooCommon)),
        ("grace@example.org", "grace and more", "Grace", .password(.containsAddress)),
        ("g@example.org", Self.password, "", .nameMissing),
        ("g@example.org", Self.password, String(repeating: "a", count: 81), .nameTooLong),
    ]) func `what can't be an account makes none`(
        email: String, password: String, name: String, expected: SignUpRefusal
    ) async throws {
        try await withShop { shop in
            let before = try shop.dump()

            let refused = try await refusal(SignUpRefusal.self) {
                try await signUp(shop, email: email, password: password, name: name)
            }

            #expect(refused == expected)
            #expect(try shop.dump() == before)
        }
    }

    @Test func `an address has one account, however many ask at once`() async throws {
        try await withShop { shop in
            let made = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        do throws(Failure<SignUpRefusal>) {
                            _ = try await shop.services.signUp(
                                SignUp(
                                    email: "grace@example.org", password: Self.password,
                                    name: "Grace", wantsNews: false),
                                on: SessionOrigin(kind: .api))
                            return true
                        } catch .refused(.emailTaken) {
                            return false
                        } catch {
                            Issue.record("\(error)")
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }

            let sessions = try shop.place.number("SELECT COUNT(*) FROM session")
            #expect(made == 1 && sessions == 1)
        }
    }

    @Test func `who signs in finds both carts in one`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop, on: SessionOrigin(kind: .api))
            try await add(Story.line(quantity: 1), shop, grace)
            try await add(Story.line(quantity: 2), shop, Story.phone)
            try await add(Story.line(Story.oat), shop, Story.phone)

            _ = try await signIn(shop, on: Self.browser)

            #expect(try await cart(shop, grace).lines.map(\.line.quantity) == [3, 1])
            #expect(try await cart(shop, Story.phone).lines.isEmpty)
        }
    }

    @Test func `what has no room in the account's cart stays in the browser's`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop, on: SessionOrigin(kind: .api))
            for index in 0..<49 {
                var line = Story.line()
                line.cupName = "cup \(index)"
                try await add(line, shop, grace)
            }
            for name in ["one", "two", "three"] {
                var line = Story.line()
                line.cupName = name
                try await add(line, shop, Story.phone)
            }

            _ = try await signIn(shop, on: Self.browser)

            #expect(try await cart(shop, grace).lines.count == 50)
            #expect(
                try await cart(shop, Story.phone).lines.map(\.line.cupName) == ["two", "three"])
        }
    }

    @Test func `signing in takes no orders of a browser that others may use`() async throws {
        try await withShop { shop in
            _ = try await signUp(shop, on: SessionOrigin(kind: .api))
            let id = try await shop.place(by: Story.phone).id

            let tokens = try await signIn(shop, on: Self.browser)
            let grace = Actor(person: tokens.personID, device: ID("phone"))
            #expect(try await account(shop, grace).claimableOrders == 1)
            #expect(try await orders(shop, Actor(person: grace.person)).isEmpty)
            let claimed = try await shop.services.perform(
                ClaimDeviceOrders(person: grace.person, device: grace.device), by: grace
            ).output

            #expect(claimed == 1)
            #expect(try await orders(shop, Actor(person: grace.person)) == [id])
            #expect(try await account(shop, grace).claimableOrders == 0)
        }
    }

    @Test func `a guest's order is claimed by one, and moved by its owner`() async throws {
        try await withShop { shop in
            let id = try await shop.place(by: .nobody).id
            let grace = try await signUp(shop)

            let denied = try await failure(Never.self) {
                try await shop.services.perform(ClaimOrder(id: id), by: .nobody)
            }
            let claimed = try await shop.services.perform(ClaimOrder(id: id), by: grace).output
            let again = try await shop.services.perform(ClaimOrder(id: id), by: grace).output
            let other = try await failure(Never.self) {
                try await shop.services.perform(ClaimOrder(id: id), by: Story.ada)
            }

            guard case .denied(.signInNeeded) = denied, case .denied(.notFound) = other else {
                throw Unexpected(what: "\(String(describing: (denied, other)))")
            }
            #expect(claimed.order.id == id && again.order.version == claimed.order.version)
            #expect(claimed.owner == grace.person.map { Owner.person($0) })
            let moved = try await shop.move(id, to: .cancelled, by: Actor(person: grace.person))
            #expect(moved.order.state == .cancelled)
        }
    }

    @Test func `a new password ends all sessions but the one in use`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop, on: SessionOrigin(kind: .api))
            let here = try await signIn(shop)
            let there = try await signIn(shop)
            let new = "five green cups of snow"

            let wrong = try await refusal(ChangePasswordRefusal.self) {
                try await shop.services.changePassword(
                    from: "guess", to: new, accessToken: here.access, by: grace)
            }
            let weak = try await refusal(ChangePasswordRefusal.self) {
                try await shop.services.changePassword(
                    from: Self.password, to: "1234567890", accessToken: here.access, by: grace)
            }
            try await shop.services.changePassword(
                from: Self.password, to: new, accessToken: here.access, by: grace)

            #expect(wrong == .wrong && weak == .password(.tooCommon))
            #expect(try await shop.services.person(ofAccessToken: here.access, kind: .api) != nil)
            #expect(try await shop.services.person(ofAccessToken: there.access, kind: .api) == nil)
            let old = try await refusal(SignInRefusal.self) { try await signIn(shop) }
            #expect(old == .wrong)
            #expect(try await signIn(shop, password: new).personID == grace.person)
        }
    }

    @Test func `a session is ended by its owner and by nobody else`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop, on: SessionOrigin(kind: .api))
            let tokens = try await signIn(shop)
            let ids = try await account(shop, grace).sessions.map(\.session.id)

            let other = try await failure(Never.self) {
                try await shop.services.perform(
                    EndSessions(person: Story.ada.person, which: .one(id: ids[0])), by: Story.ada)
            }
            guard case .denied(.notFound) = other else { throw Unexpected(what: "\(other as Any)") }
            #expect(try await account(shop, grace).sessions.count == 2)
            _ = try await shop.services.perform(
                EndSessions(person: grace.person, which: .allBut(accessToken: tokens.access)),
                by: grace)
            #expect(try await account(shop, grace).sessions.map(\.session.id) == [ids[0]])
            _ = try await shop.services.perform(
                EndSessions(person: grace.person, which: .one(id: ids[0])), by: grace)

            #expect(try await account(shop, grace).sessions.isEmpty)
        }
    }

    @Test func `news are wanted since the first time that was said`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop)
            func change(_ name: String, _ wantsNews: Bool?) async throws -> PersonRecord {
                try await shop.services.perform(
                    ChangeAccount(person: grace.person, personName: name, wantsNews: wantsNews),
                    by: grace
                ).output
            }
            let first = shop.clock.now

            #expect(try await change("Grace H.", true).newsSince == first)
            shop.clock.advance(.seconds(60))
            #expect(try await change("Grace", true).newsSince == first)
            #expect(try await change("Grace", nil).newsSince == first)
            #expect(try await change("Grace", false).newsSince == nil)
            #expect(try await change("Grace", nil).newsSince == nil)
            #expect(try await account(shop, grace).person.name == "Grace")
            let refused = try await refusal(ChangeAccountRefusal.self) {
                try await change("", nil)
            }
            #expect(refused == .nameMissing)
        }
    }
}

/// The end of an account.
struct CloseAccountTests {
    private static let password = "four grey cups of rain"

    private func signUp(_ shop: TestShop) async throws -> Actor {
        let tokens = try await shop.services.signUp(
            SignUp(
                email: "grace@example.org", password: Self.password, name: "Grace Hopper",
                wantsNews: true), on: SessionOrigin(kind: .browser, device: ID("phone")))
        return Actor(person: tokens.personID)
    }

    private func close(_ shop: TestShop, _ actor: Actor, password: String = Self.password)
        async throws
    {
        try await shop.services.closeAccount(password: password, by: actor)
    }

    private func topUp(_ amount: Int64, _ shop: TestShop) async throws {
        _ = try await shop.services.perform(
            TopUpWallet(
                newID: shop.services.environment.makeID(), locationID: TestShop.corner,
                email: "grace@example.org", amount: Money(amount), kind: .cash), by: Story.ben)
    }

    @Test func `nothing that says who it was is left, and the books stay`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop)
            let cancelled = try await shop.place(by: grace).id
            try await shop.move(cancelled, to: .cancelled, by: grace, reason: "Grace is ill")
            var line = Story.line()
            line.cupName = "Grace Hopper"
            line.request = "for Grace Hopper, at the window"
            var request = try await shop.request([line])
            request.customerName = "Grace Hopper"
            let id = try await shop.services.placeOrder(request, by: grace, key: nil).output.id
            _ = try await shop.services.perform(
                EditCart(
                    locationID: TestShop.corner, owner: grace.owner,
                    edit: .add(line, seenPrice: Money(350))), by: grace)
            try await shop.pay(id)
            for state in [OrderState.preparing, .ready, .completed] {
                try await shop.move(id, to: state)
            }
            let total = try await shop.order(id).order.quote.total
            let lately = try await refusal(CloseAccountRefusal.self) {
                try await close(shop, grace)
            }
            #expect(lately == .openOrders(1))
            shop.clock.advance(.seconds(901))

            try await close(shop, grace)

            let left = try shop.dump().values.flatMap { $0 }
            for text in ["Grace", "grace@example.org", "window"] {
                #expect(!left.contains { $0.contains(text) }, "\(text)")
            }
            #expect(try await shop.order(id).order.quote.total == total)
            #expect(try shop.place.number("SELECT COUNT(*) FROM session") == 0)
            #expect(try shop.place.number("SELECT COUNT(*) FROM posting") == 1)
            let refused = try await refusal(SignInRefusal.self) {
                try await shop.services.signIn(
                    email: "grace@example.org", password: Self.password,
                    on: SessionOrigin(kind: .api))
            }
            #expect(refused == .wrong)
            // The address is free again, and its next owner has nothing of the one before.
            let next = try await signUp(shop)
            let orders = try await shop.services.read(
                MyOrdersQuery(after: nil, limit: 10), by: next)
            #expect(orders.orders.isEmpty && next.person != grace.person)
        }
    }

    @Test func `it waits for orders, money and roles, and for the right password`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop)
            let id = try await shop.place(by: grace).id
            try await topUp(5_00, shop)
            func refused(_ password: String = Self.password) async throws -> CloseAccountRefusal {
                let before = try shop.dump()
                let found = try await refusal(CloseAccountRefusal.self) {
                    try await close(shop, grace, password: password)
                }
                #expect(try shop.dump() == before)
                return found
            }

            #expect(try await refused("guess") == .wrongPassword)
            #expect(try await refused() == .openOrders(1))
            try await shop.move(id, to: .cancelled, reason: "closing")
            #expect(try await refused() == .balanceLeft(Money(5_00)))
            try await shop.database.write { tx in
                try PersonStore.setMembership(
                    Membership(locationID: TestShop.corner, role: .barista),
                    of: grace.person ?? ID("-"), tx: tx)
            }
            #expect(try await refused() == .hasRoles)
        }
    }
}
