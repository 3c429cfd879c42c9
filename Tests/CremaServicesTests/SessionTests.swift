@testable import CremaServices
import CremaDomain
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Who is signed in, and for how long.
struct SessionTests {
    private static let password = "a long password"

    /// A shop where Ada has an account.
    private func withAda(_ body: (TestShop) async throws -> Void) async throws {
        try await withShop { shop in
            let hash = try #require(await shop.services.passwords.hash(Self.password))
            try await shop.database.write { tx in
                let ada = PersonRecord(
                    id: ID("adele"), email: "ada@example.org", name: "Ada", passwordHash: hash)
                _ = try PersonStore.insert(ada, at: Timestamp(milliseconds: 0), tx: tx)
                try PersonStore.setMembership(
                    Membership(locationID: TestShop.corner, role: .barista), of: ID("adele"), tx: tx
                )
            }
            try await body(shop)
        }
    }

    private func signIn(
        _ shop: TestShop, kind: SessionKind = .api
    ) async throws -> SessionTokens {
        try await shop.services.signIn(
            email: " Ada@Example.org ", password: Self.password,
            on: SessionOrigin(kind: kind))
    }

    private func holder(
        _ shop: TestShop, _ token: String, kind: SessionKind = .api
    ) async throws -> ID<Person>? {
        try await shop.services.person(ofAccessToken: token, kind: kind)?.person
    }

    private func isRefused(_ shop: TestShop, _ token: String) async throws -> Bool {
        let found = try await failure(SignInRefusal.self) { try await shop.services.refresh(token) }
        guard let found else { return false }
        guard case .refused(.expired) = found else { throw Unexpected(what: "\(found)") }
        return true
    }

    private func sessionCount(_ shop: TestShop) throws -> Int {
        try shop.place.number("SELECT COUNT(*) FROM session")
    }

    @Test func `a session opens with the right password and knows its roles`() async throws {
        try await withAda { shop in
            let tokens = try await signIn(shop)

            #expect(tokens.role == .barista && tokens.personID == ID("adele"))
            let found = try #require(
                try await shop.services.person(ofAccessToken: tokens.access, kind: .api))
            #expect(found.memberships == [Membership(locationID: TestShop.corner, role: .barista)])
            #expect(try await holder(shop, tokens.access, kind: .browser) == nil)
            #expect(try await holder(shop, "guess") == nil)
            let wrong = try await refusal(SignInRefusal.self) {
                try await shop.services.signIn(
                    email: "ada@example.org", password: "another password",
                    on: SessionOrigin(kind: .api))
            }
            #expect(wrong == .wrong)
        }
    }

    @Test func `an unknown address costs as much hashing as a wrong password`() async throws {
        try await withShop { shop in
            let real = try #require(await shop.services.passwords.hash(Self.password))
            func work(_ hash: String) -> [Substring] {
                // "$argon2id$v=19$m=19456,t=2,p=1$salt$hash"
                let parts = hash.split(separator: "$")
                return parts.prefix(3) + parts.dropFirst(3).map { _ in "" }
            }

            #expect(work(PasswordHasher.nobodys) == work(real))
            #expect(PasswordHasher.nobodys.utf8.count == real.utf8.count)
            #expect(PasswordHasher.nobodys.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
            let unknown = try await refusal(SignInRefusal.self) {
                try await shop.services.signIn(
                    email: "eve@example.org", password: Self.password,
                    on: SessionOrigin(kind: .api))
            }
            #expect(unknown == .wrong)
            #expect(try sessionCount(shop) == 0)
        }
    }

    @Test func `an access token lasts an hour, a browser's thirty days`() async throws {
        try await withAda { shop in
            let api = try await signIn(shop)
            let browser = try await signIn(shop, kind: .browser)
            #expect(browser.refresh == nil)

            shop.clock.advance(.seconds(3599))
            #expect(try await holder(shop, api.access) == ID("adele"))
            shop.clock.advance(.seconds(1))
            #expect(try await holder(shop, api.access) == nil)
            shop.clock.advance(.seconds(30 * 86_400 - 3601))
            #expect(try await holder(shop, browser.access, kind: .browser) == ID("adele"))
            shop.clock.advance(.seconds(1))
            #expect(try await holder(shop, browser.access, kind: .browser) == nil)
        }
    }

    @Test func `refreshing gives a new pair and ends the old one`() async throws {
        try await withAda { shop in
            let first = try await signIn(shop)
            let second = try await shop.services.refresh(try #require(first.refresh))

            #expect(try await holder(shop, first.access) == nil)
            #expect(try await holder(shop, second.access) == ID("adele"))
            #expect(second.refresh != first.refresh)
            let third = try await shop.services.refresh(try #require(second.refresh))
            #expect(try await holder(shop, third.access) == ID("adele"))
            #expect(try sessionCount(shop) == 1)
        }
    }

    @Test func `an answer that got lost is given again within a minute`() async throws {
        try await withAda { shop in
            let first = try await signIn(shop)
            let token = try #require(first.refresh)
            let lost = try await shop.services.refresh(token)
            for _ in 0..<3 {
                shop.clock.advance(.seconds(20))
                let again = try await shop.services.refresh(token)
                #expect(again.refresh == lost.refresh && again.access == lost.access)
            }
            #expect(try await holder(shop, lost.access) == ID("adele"))
        }
    }

    @Test func `two who refresh at once get the same pair`() async throws {
        try await withAda { shop in
            let token = try #require(try await signIn(shop).refresh)

            let pairs = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 0..<10 {
                    group.addTask { try await shop.services.refresh(token).refresh }
                }
                return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
            }

            #expect(pairs.count == 1)
            let next = try #require(pairs.first ?? nil)
            shop.clock.advance(.seconds(120))
            #expect(try await isRefused(shop, next) == false)
        }
    }

    @Test func `a token shown long after it was replaced ends the session for all`() async throws {
        try await withAda { shop in
            let first = try await signIn(shop)
            let second = try await shop.services.refresh(try #require(first.refresh))
            shop.clock.advance(.seconds(61))

            #expect(try await isRefused(shop, try #require(first.refresh)))

            #expect(try sessionCount(shop) == 0)
            #expect(try await holder(shop, second.access) == nil)
            #expect(try await isRefused(shop, try #require(second.refresh)))
        }
    }

    @Test func `a thief who went on is thrown out by the rightful holder`() async throws {
        try await withAda { shop in
            let stolen = try #require(try await signIn(shop).refresh)
            var thief = try await shop.services.refresh(stolen)
            for _ in 0..<3 {
                shop.clock.advance(.seconds(3600))
                thief = try await shop.services.refresh(try #require(thief.refresh))
            }

            #expect(try await isRefused(shop, stolen))

            #expect(try sessionCount(shop) == 0)
            #expect(try await holder(shop, thief.access) == nil)
        }
    }

    @Test func `made-up tokens open nothing and end nothing`() async throws {
        try await withAda { shop in
            let tokens = try await signIn(shop)
            for token in ["", ".", "a", "a.b", "a.b.c", String(repeating: "a", count: 10_000)] {
                #expect(try await isRefused(shop, token))
            }
            #expect(try await holder(shop, tokens.access) == ID("adele"))
        }
    }

    @Test func `a session ends after ninety days, refreshed or not`() async throws {
        try await withAda { shop in
            var tokens = try await signIn(shop)
            for _ in 0..<89 {
                shop.clock.advance(.seconds(86_400))
                tokens = try await shop.services.refresh(try #require(tokens.refresh))
            }
            shop.clock.advance(.seconds(86_400 - 60))
            tokens = try await shop.services.refresh(try #require(tokens.refresh))
            #expect(try await holder(shop, tokens.access) == ID("adele"))
            shop.clock.advance(.seconds(60))

            #expect(try await holder(shop, tokens.access) == nil)
            #expect(try await isRefused(shop, try #require(tokens.refresh)))
        }
    }

    @Test func `signing out ends both tokens at once`() async throws {
        try await withAda { shop in
            let kept = try await signIn(shop)
            let ended = try await signIn(shop)

            try await shop.services.signOut(accessToken: ended.access)
            try await shop.services.signOut(accessToken: ended.access)
            try await shop.services.signOut(accessToken: "unknown")

            #expect(try await holder(shop, ended.access) == nil)
            #expect(try await isRefused(shop, try #require(ended.refresh)))
            #expect(try await holder(shop, kept.access) == ID("adele"))
        }
    }

    @Test func `a browser's token can't be refreshed`() async throws {
        try await withAda { shop in
            let browser = try await signIn(shop, kind: .browser)
            #expect(try await isRefused(shop, browser.access))
            let id = try #require(try shop.place.rows("SELECT id FROM session").first)
            #expect(try await isRefused(shop, "x." + id))
            #expect(try sessionCount(shop) == 1)
        }
    }

    @Test func `no token or password stands in the file`() async throws {
        try await withAda { shop in
            let tokens = try await signIn(shop)
            let next = try await shop.services.refresh(try #require(tokens.refresh))
            let all = try shop.dump().values.joined().joined(separator: "\n")

            for secret in [
                tokens.access, tokens.refresh, next.access, next.refresh, Self.password,
            ].compactMap({ $0 }) {
                #expect(!all.contains(secret))
            }
        }
    }

    @Test func `sessions that are over are forgotten`() async throws {
        try await withAda { shop in
            _ = try await signIn(shop)
            shop.clock.advance(.seconds(89 * 86_400))
            let kept = try await signIn(shop)
            shop.clock.advance(.seconds(86_401))

            let now = shop.clock.now
            let removed = try await shop.database.write {
                try SessionStore.prune(before: now, limit: 10, tx: $0)
            }

            #expect(removed == 1)
            #expect(try await isRefused(shop, try #require(kept.refresh)) == false)
        }
    }
}
