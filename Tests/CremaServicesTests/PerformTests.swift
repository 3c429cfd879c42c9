import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// The door that every change goes through.
struct PerformTests {
    /// A change of which as much is wrong as is asked for.
    private struct Nudge: UseCase {
        enum Refusal: Error { case against }
        static let name = "nudge"

        var isAllowed = true
        var isSettled = false
        var seen: Int64? = 5
        var isRuledOut = false
        var isWritten = true

        func load(_ tx: Transaction) throws -> Int64 { 5 }
        func access(_ subject: Int64) -> Access { isAllowed ? .everybody : .system }
        func guardedVersion(_ subject: Int64) -> VersionGuard? {
            VersionGuard(current: subject, seen: seen)
        }
        func settled(_ subject: Int64) -> String? { isSettled ? "as it was" : nil }
        func run(_ subject: Int64, _ work: Work) throws -> String {
            work.audit("nudged", before: "5", after: "6")
            work.tell(
                Event(
                    at: work.now, kind: .location, subject: "corner", version: 6,
                    locationID: "corner", owner: "", payload: "{}"))
            _ = try MenuStore.touch(TestShop.corner, tx: work.tx)
            if isRuledOut { throw Refusal.against }
            return "nudged"
        }
        func kept(_ output: String) -> KeptAnswer {
            KeptAnswer(status: 200, subject: "corner", body: Array(output.utf8))
        }
        func replay(_ record: RequestRecord, _ tx: Transaction) throws -> String {
            "again: " + String(decoding: record.response ?? [], as: UTF8.self)
        }
    }

    private func outcome(_ nudge: Nudge, _ shop: TestShop, key: RequestKey? = nil) async -> String {
        do throws(Failure<Nudge.Refusal>) {
            return try await shop.services.perform(nudge, by: Story.ada, key: key).output
        } catch {
            switch error {
            case .refused: return "refused"
            case .denied: return "denied"
            case .keyReused: return "key reused"
            case .versionMissing: return "version missing"
            case .stale(let current): return "stale, \(current) now"
            case .unavailable, .broken: return "broken"
            }
        }
    }

    @Test func `checks come in the order that clients rely on`() async throws {
        try await withShop { shop in
            #expect(await outcome(Nudge(), shop, key: key("k")) == "nudged")
            var nudge = Nudge(isAllowed: false, isSettled: true, seen: nil, isRuledOut: true)

            #expect(await outcome(nudge, shop, key: key("k")) == "again: nudged")
            #expect(await outcome(nudge, shop, key: key("k", body: "other")) == "key reused")
            #expect(await outcome(nudge, shop, key: key("new")) == "denied")
            nudge.isAllowed = true
            #expect(await outcome(nudge, shop) == "as it was")
            nudge.isSettled = false
            #expect(await outcome(nudge, shop) == "version missing")
            nudge.seen = 4
            #expect(await outcome(nudge, shop) == "stale, 5 now")
            nudge.seen = 6
            #expect(await outcome(nudge, shop) == "stale, 5 now")
            nudge.seen = 5
            #expect(await outcome(nudge, shop) == "refused")
        }
    }

    @Test func `a change that is refused on its way leaves nothing behind`() async throws {
        try await withShop { shop in
            let before = try shop.dump()
            let told = shop.services.hub.lastID

            #expect(await outcome(Nudge(isRuledOut: true), shop, key: key("k")) == "refused")

            #expect(try shop.dump() == before)
            #expect(shop.services.hub.lastID == told)
        }
    }

    @Test(arguments: [
        Nudge(isAllowed: false), Nudge(seen: nil), Nudge(seen: 4), Nudge(isRuledOut: true),
    ])
    private func `a try that failed doesn't burn its key`(_ failing: Nudge) async throws {
        try await withShop { shop in
            #expect(await outcome(failing, shop, key: key("k", body: "first")) != "nudged")

            #expect(await outcome(Nudge(), shop, key: key("k", body: "second")) == "nudged")
        }
    }

    @Test func `an answer that found nothing to do is kept, too`() async throws {
        try await withShop { shop in
            #expect(await outcome(Nudge(isSettled: true), shop, key: key("k")) == "as it was")

            #expect(await outcome(Nudge(), shop, key: key("k")) == "again: as it was")
            #expect(await outcome(Nudge(), shop, key: key("k", body: "x")) == "key reused")
        }
    }

    @Test func `whoever sends the same at once has it done once`() async throws {
        try await withShop { shop in
            let outcomes = await withTaskGroup(of: String.self) { group in
                for _ in 0..<20 {
                    group.addTask { await outcome(Nudge(), shop, key: key("k")) }
                }
                return await group.reduce(into: [String]()) { $0.append($1) }
            }

            #expect(outcomes.filter { $0 == "nudged" }.count == 1)
            #expect(outcomes.filter { $0 == "again: nudged" }.count == 19)
            let audits = try await shop.audits(of: "nudged")
            #expect(audits.count == 1)
        }
    }

    @Test func `events are told in the order of their commits, each once`() async throws {
        try await withShop { shop in
            let log = Log()
            shop.services.hub.listen { log.add($0.id) }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        if number % 4 == 0 {
                            try await shop.set(
                                .item(Story.croissant), Availability(stock: 100 + number))
                        } else {
                            try await shop.place(by: Actor(device: ID("phone-\(number)")))
                        }
                    }
                }
                try await group.waitForAll()
            }

            let written = try await shop.events().map(\.id).filter { $0 > 2 }
            #expect(log.ids == written)
            #expect(written == written.sorted())
            #expect(shop.services.hub.lastID == written.last)
        }
    }

    @Test func `menu events of one place have growing versions`() async throws {
        try await withShop { shop in
            for stock in 1...5 {
                try await shop.set(.item(Story.croissant), Availability(stock: stock))
            }

            let versions = try await shop.events()
                .filter { $0.kind == .menu && $0.subject == "corner" }.map(\.version)
            #expect(versions.count == 6)
            #expect(Set(versions).count == 6)
            #expect(versions == versions.sorted())
            #expect(try await shop.menuVersion() == versions.last)
        }
    }

    @Test func `the audit log can't be changed or shortened`() async throws {
        try await withShop { shop in
            #expect(await outcome(Nudge(), shop) == "nudged")

            for rewrite: StaticString in [
                "UPDATE audit SET person_id = 'nobody'", "DELETE FROM audit",
                "REPLACE INTO audit SELECT * FROM audit",
            ] {
                await #expect(throws: SQLError.self) {
                    try await shop.database.write { try $0.execute(rewrite) }
                }
            }
            let people = try await shop.audits(of: "nudged").map(\.personID)
            #expect(people == ["ada"])
        }
    }

    @Test func `every write of staff leaves who did what, before and after`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            _ = try await shop.services.perform(
                TickLine(id: id, line: 1, isDone: true), by: Story.ben)
            try await shop.move(id, to: .preparing)
            try await shop.pay(id)
            try await shop.move(id, to: .cancelled, by: Story.mona, reason: "out of milk")
            for change in [
                AvailabilityChange(stock: .set(3)),
                AvailabilityChange(isSoldOut: .set(true), price: .set(Money(280))),
            ] {
                _ = try await shop.change(.item(Story.croissant), change, by: Story.ben)
            }

            #expect(
                try await shop.audits(of: id.rawValue).map {
                    "\($0.personID) \($0.action): \($0.before) → \($0.after)"
                } == [
                    "ben tickLine: line 1 open → line 1 done",
                    "ben moveOrder: pending → preparing",
                    "ben recordPayment: due 350 → cash 350",
                    "mona moveOrder: preparing → cancelled: out of milk",
                ])
            #expect(
                try await shop.audits(of: "croissant").map { "\($0.before) → \($0.after)" } == [
                    "offered → offered, stock 3",
                    "offered, stock 3 → sold out, stock 3, price 280",
                ])
        }
    }

    @Test func `what a customer does stands in no audit log`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.move(id, to: .cancelled, by: Story.ada)

            #expect(try await shop.audits(of: id.rawValue).isEmpty)
        }
    }

    @Test func `a menu that is so already is no new edition and no news`() async throws {
        try await withShop { shop in
            let before = try shop.dump()

            let again = try await shop.services.perform(
                PublishMenu(catalog: Story.catalog), by: .system)

            #expect(again.output == 1)
            #expect(try shop.dump() == before)
            let changed = try Story.catalog(changing: Story.croissant) { $0.price = Money(310) }
            let other = try await shop.services.perform(PublishMenu(catalog: changed), by: .system)
            #expect(other.output == 2)
        }
    }
}
