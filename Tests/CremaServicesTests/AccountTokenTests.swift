@testable import CremaServices
import CremaDomain
import CremaSQL
import CremaStore
import Testing

/// Links that mails carry.
struct AccountTokenTests {
    private static let password = "four grey cups of rain"

    private func signUp(_ shop: TestShop, _ email: String = "grace@example.org") async throws
        -> SessionTokens
    {
        try await shop.services.signUp(
            SignUp(email: email, password: Self.password, name: "Grace", wantsNews: false),
            on: SessionOrigin(kind: .api))
    }

    private func person(_ shop: TestShop, _ id: ID<Person>) async throws -> PersonRecord {
        let found = try await shop.database.read { try PersonStore.find(id, tx: $0) }
        return try #require(found)
    }

    private func token(
        _ kind: AccountToken, _ shop: TestShop, _ id: ID<Person>
    ) async throws -> String {
        kind.text(
            for: try await person(shop, id), at: shop.clock.now, shop.services.environment.secrets)
    }

    private func reset(_ shop: TestShop, _ token: String, to new: String = "a new long password")
        async throws -> AccountTokenRefusal?
    {
        let found = try await failure(AccountTokenRefusal.self) {
            try await shop.services.resetPassword(token: token, to: new)
        }
        guard let found else { return nil }
        guard case .refused(let refusal) = found else { throw Unexpected(what: "\(found)") }
        return refusal
    }

    private func mails(_ shop: TestShop) async throws -> [Event] {
        try await shop.events().filter { $0.kind == .mail }
    }

    @Test func `a link sets a new password once, and ends all sessions`() async throws {
        try await withShop { shop in
            let tokens = try await signUp(shop)
            let link = try await token(.passwordReset, shop, tokens.personID)

            #expect(try await reset(shop, link, to: "short") == .password(.tooShort))
            #expect(try await reset(shop, link) == nil)
            #expect(try await reset(shop, link, to: "another long password") == .notValid)

            #expect(
                try await shop.services.person(ofAccessToken: tokens.access, kind: .api) == nil)
            let again = try await shop.services.signIn(
                email: "grace@example.org", password: "a new long password",
                on: SessionOrigin(kind: .api))
            #expect(again.personID == tokens.personID)
            #expect(try await person(shop, tokens.personID).emailVerifiedAt == shop.clock.now)
        }
    }

    @Test func `a link is for one account, one purpose and one hour`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop).personID
            let eve = try await signUp(shop, "eve@example.org").personID
            let link = try await token(.passwordReset, shop, grace)
            let parts = link.split(separator: ".").map(String.init)
            let wrong = [
                "", ".", "..", link + "A", String(link.dropLast()),
                "\(eve.rawValue).\(parts[1]).\(parts[2])",
                "\(parts[0]).\((Int64(parts[1]) ?? 0) + 1).\(parts[2])",
                try await token(.emailVerification, shop, grace),
                String(repeating: "a", count: 10_000),
            ]
            let before = try shop.dump()

            for text in wrong { #expect(try await reset(shop, text) == .notValid, "\(text)") }
            shop.clock.advance(.seconds(3600))
            #expect(try await reset(shop, link) == .notValid)

            #expect(try shop.dump() == before)
        }
    }

    @Test func `two browsers with one link set one password`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop).personID
            let link = try await token(.passwordReset, shop, grace)

            async let first = reset(shop, link, to: "the first password")
            async let second = reset(shop, link, to: "the second password")
            let outcomes = try await [first, second]

            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == .notValid }.count == 1)
        }
    }

    @Test func `an address is proved by the mail it was sent`() async throws {
        try await withShop { shop in
            let grace = try await signUp(shop).personID
            let link = try await token(.emailVerification, shop, grace)
            func verify(_ token: String) async throws {
                _ = try await shop.services.perform(
                    VerifyEmail(token: token, environment: shop.services.environment), by: .nobody)
            }

            let refused = try await refusal(AccountTokenRefusal.self) {
                try await verify("made.up")
            }
            let first = shop.clock.now
            try await verify(link)
            shop.clock.advance(.seconds(60))
            try await verify(link)

            #expect(refused == .notValid)
            #expect(try await person(shop, grace).emailVerifiedAt == first)
            shop.clock.advance(.seconds(7 * 86_400))
            let old = try await refusal(AccountTokenRefusal.self) { try await verify(link) }
            #expect(old == .notValid)
        }
    }

    @Test func `asking tells the same of known and unknown addresses, and holds no secret`()
        async throws
    {
        try await withShop { shop in
            let grace = try await signUp(shop).personID
            #expect(try await mails(shop).map(\.subject) == [grace.rawValue])
            for email in ["grace@example.org", "nobody@example.org"] {
                _ = try await shop.services.perform(
                    AskForPasswordReset(email: email, language: "ar"), by: .nobody)
            }

            let asked = try await mails(shop).dropFirst()
            #expect(asked.map(\.subject) == [grace.rawValue, ""])
            #expect(asked.allSatisfy { $0.owner.isEmpty && $0.locationID.isEmpty })
            #expect(Set(asked.map(\.payload)).count == 1)
            #expect(
                asked.map { MailWish(payload: $0.payload) }
                    == Array(
                        repeating: MailWish(mail: .passwordReset, language: "ar"), count: 2))
            #expect(MailWish(payload: "{}") == nil)
        }
    }

    @Test func `of several workers one holds a place in the stream`() async throws {
        try await withShop { shop in
            func hold(_ holder: String) async throws -> Int64? {
                let now = shop.clock.now
                return try await shop.database.write { tx in
                    try FollowerStore.hold(
                        "mail", by: holder, until: now + .seconds(60), at: now, tx: tx)
                }
            }
            func advance(_ holder: String, to event: Int64) async throws -> Bool {
                try await shop.database.write { tx in
                    try FollowerStore.advance("mail", by: holder, to: event, tx: tx)
                }
            }

            let first = try await hold("one")
            #expect(first == 0)
            #expect(try await hold("two") == nil)
            #expect(try await advance("one", to: 7))
            #expect(try await advance("one", to: 5) == false)
            #expect(try await advance("two", to: 9) == false)
            #expect(try await hold("one") == 7)
            shop.clock.advance(.seconds(60))
            #expect(try await hold("two") == 7)
            #expect(try await hold("one") == nil)
            #expect(try await advance("one", to: 9) == false)
        }
    }
}
