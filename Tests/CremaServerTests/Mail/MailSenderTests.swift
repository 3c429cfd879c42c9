@testable import CremaServer
import CremaMail
import CremaSQL
import CremaServices
import CremaWeb
import Synchronization
import Testing

/// Takes mails, and refuses as it is told.
private final class Postbox: MailTransport {
    private struct State {
        var taken: [MailMessage] = []
        var tries = 0
        var failures: [MailFailure] = []
    }

    private let state = Mutex(State())

    var taken: [MailMessage] { state.withLock { $0.taken } }
    var tries: Int { state.withLock { $0.tries } }

    func fail(next failures: [MailFailure]) {
        state.withLock { $0.failures = failures }
    }

    func send(_ message: MailMessage) async throws(MailFailure) {
        let failure: MailFailure? = state.withLock { state in
            state.tries += 1
            guard state.failures.isEmpty else { return state.failures.removeFirst() }
            state.taken.append(message)
            return nil
        }
        if let failure { throw failure }
    }
}

/// Mails that the stream of events asks for.
@Suite struct MailSenderTests {
    private static let view = AccountMailView(
        shopName: "The <Corner> & Shop", address: "https://coffee.example")

    private func sender(_ shop: TestShop, _ box: Postbox) -> MailSender {
        MailSender(services: shop.server.services, view: Self.view, transport: box)
    }

    private func ask(_ shop: TestShop, _ name: String, language: String = "en") async throws {
        _ = try await shop.server.services.perform(
            AskForPasswordReset(email: name + "@corner.shop", language: language), by: .nobody)
    }

    /// Waits for what comes by itself; a test that waits in vain fails.
    private func wait(_ words: String, until isTrue: () -> Bool) async throws {
        for _ in 0..<1000 {
            if isTrue() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        Issue.record("\(words): never")
    }

    @Test func `a mail says what it is for, to one person, in their language`() async throws {
        try await TestShop.open { shop in
            let box = Postbox()
            let sender = sender(shop, box)
            defer { sender.stop() }

            try await ask(shop, "ada")
            try await ask(shop, "nobody")
            try await ask(shop, "bob", language: "ar")
            try await wait("two mails") { box.taken.count == 2 }

            let (first, second) = (box.taken[0], box.taken[1])
            #expect(first.to == "ada@corner.shop" && second.to == "bob@corner.shop")
            #expect(first.subject == "The <Corner> & Shop: a new password")
            #expect(first.text.contains("https://coffee.example/reset-password?token="))
            #expect(first.html.contains("The &lt;Corner&gt; &amp; Shop"))
            #expect(!first.html.contains("<Corner>"))
            #expect(!first.text.contains("\u{2068}") && !first.subject.contains("\u{2068}"))
            #expect(
                second.subject.contains("كلمة مرور جديدة") && second.html.contains("dir=\"rtl\""))
            #expect(first.id != second.id)

            let link = try #require(first.text.firstMatch(of: #/token=([^\s]+)/#)).1
            let done = try await shop.send(
                .post(
                    "/api/v1/password-resets/completion",
                    ["token": .text(String(link)), "password": "four grey cups of rain"]))
            #expect(done.status == 204, "\(done.text)")
        }
    }

    @Test func `a server that is away is asked again, and nothing is sent twice`() async throws {
        try await TestShop.open { shop in
            let box = Postbox()
            box.fail(next: [MailFailure("away", .unavailable)])
            let sender = sender(shop, box)
            defer { sender.stop() }

            for name in ["ada", "bob", "mia"] { try await ask(shop, name) }
            try await wait("three mails") { box.taken.count >= 3 }

            #expect(box.taken.map(\.to) == ["ada", "bob", "mia"].map { $0 + "@corner.shop" })
            #expect(box.tries == 4)
        }
    }

    @Test func `an address that is refused for good keeps nobody waiting`() async throws {
        try await TestShop.open { shop in
            let box = Postbox()
            box.fail(next: [MailFailure("no such user (550)", .refused)])
            let sender = sender(shop, box)
            defer { sender.stop() }

            try await ask(shop, "ada")
            try await ask(shop, "bob")
            try await wait("the second mail") { !box.taken.isEmpty }

            #expect(box.taken.map(\.to) == ["bob@corner.shop"])
            #expect(box.tries == 2)
        }
    }

    @Test func `a mail that has to wait keeps nobody else waiting, and isn't lost`() async throws {
        try await TestShop.open { shop in
            let box = Postbox()
            box.fail(next: [MailFailure("come again (450)", .deferred)])
            var rounds = MailRounds(
                services: shop.server.services, view: Self.view, transport: box)
            try await ask(shop, "ada")
            try await ask(shop, "bob")

            #expect(await rounds.run())
            #expect(box.taken.map(\.to) == ["bob@corner.shop"])
            #expect(await rounds.run())
            #expect(box.taken.count == 1)
            shop.clock.advance(seconds: 60)
            #expect(await rounds.run())
            #expect(box.taken.map(\.to) == ["bob@corner.shop", "ada@corner.shop"])
            shop.clock.advance(seconds: 3600)
            #expect(await rounds.run())
            #expect(box.taken.count == 2 && box.tries == 3)
        }
    }

    @Test func `a mail that is never taken is passed over in the end`() async throws {
        try await TestShop.open { shop in
            let box = Postbox()
            let later = MailFailure("come again (450)", .deferred)
            box.fail(next: Array(repeating: later, count: 5))
            var rounds = MailRounds(
                services: shop.server.services, view: Self.view, transport: box)
            try await ask(shop, "ada")
            for _ in 0..<8 {
                #expect(await rounds.run())
                shop.clock.advance(seconds: 3600)
            }

            #expect(box.tries == 5 && box.taken.isEmpty)
        }
    }

    @Test func `an address is sent a few mails and no flood, and who asks can't tell`() async throws
    {
        try await TestShop.open(hasLimits: true, sendsMail: true) { shop in
            var statuses: Set<Int> = []
            for email in ["ada@corner.shop", "nobody@corner.shop"] {
                for _ in 0..<6 {
                    let answer = try await shop.send(
                        .post("/api/v1/password-resets", ["email": .text(email)]))
                    statuses.insert(answer.status)
                    #expect(answer.body.isEmpty)
                }
            }
            let asked = try await shop.server.database.read { tx in
                try tx.all(
                    "SELECT subject_id, COUNT(*) FROM event WHERE kind = 'mail' GROUP BY subject_id"
                ) { $0.int(1) }
            }

            #expect(statuses == [202])
            #expect(asked.sorted() == [3, 3])
        }
    }

    @Test func `who isn't known to own the address isn't called by a name that was typed`()
        async throws
    {
        try await TestShop.open { shop in
            let box = Postbox()
            let sender = sender(shop, box)
            defer { sender.stop() }
            let made = try await shop.send(
                .post(
                    "/api/v1/users",
                    [
                        "email": "grace@example.org", "password": "four grey cups of rain",
                        "name": "Win at https://evil.example",
                    ]))
            #expect(made.status == 201)
            try await wait("a mail") { !box.taken.isEmpty }

            #expect(box.taken[0].to == "grace@example.org")
            #expect(!box.taken[0].text.contains("evil") && !box.taken[0].html.contains("evil"))
        }
    }

    @Test func `what was asked for while nobody sent is sent once, and not when it is old`()
        async throws
    {
        try await TestShop.open { shop in
            try await ask(shop, "ada")
            shop.clock.advance(seconds: 86_400)
            try await ask(shop, "bob")
            let first = Postbox()
            let one = sender(shop, first)
            try await wait("a mail") { !first.taken.isEmpty }
            // Noted, and let go.
            for _ in 0..<1000 {
                let isFree = try await shop.server.database.read { tx in
                    try tx.first("SELECT 1 FROM follower WHERE held_until = 0") { $0.int(0) } != nil
                }
                if isFree { break }
                try await Task.sleep(for: .milliseconds(20))
            }
            one.stop()
            let second = Postbox()
            let two = sender(shop, second)
            defer { two.stop() }
            try await ask(shop, "mia")
            try await wait("the next mail") { !second.taken.isEmpty }

            #expect(first.taken.map(\.to) == ["bob@corner.shop"])
            #expect(second.taken.map(\.to) == ["mia@corner.shop"])
        }
    }
}
