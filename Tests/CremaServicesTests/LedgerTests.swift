import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Orders in the books.
struct LedgerTests {
    private func sums(_ id: ID<Order>, _ shop: TestShop) async throws -> [String: Int64] {
        let entries = try await shop.database.read { try LedgerStore.entries(of: id, tx: $0) }
        var sums: [String: Int64] = [:]
        for entry in entries { sums[entry.account, default: 0] += entry.amount }
        return sums.filter { $0.value != 0 }
    }

    private func findings(_ shop: TestShop) async throws -> [String] {
        try await shop.services.read(AuditOrders(after: "", limit: 100), by: .system)
            .findings.map(\.words)
    }

    @Test func `what is paid is in the books at once, and what isn't isn't`() async throws {
        try await withShop(corner: { $0.cashStep = 5 }) { shop in
            let order = try await shop.place([Story.line(quantity: 1), Story.croissants()])
            let unpaid = try await sums(order.id, shop)

            let paid = try await shop.pay(order.id, .cash).order

            let tender = try #require(paid.tenders.last)
            let found = try await sums(order.id, shop)
            #expect(unpaid.isEmpty)
            #expect(found["cash"] == -(tender.amount + tender.rounding).minorUnits)
            #expect(found["cashRounding", default: 0] == tender.rounding.minorUnits)
            #expect(
                found.filter { $0.key.hasPrefix("tax:") }.values.reduce(0, +)
                    == paid.quote.tax.minorUnits)
            #expect(found.values.reduce(0, +) == 0)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test(arguments: [TenderKind.cash, .externalCard])
    func `calling a paid order off takes it out of the books, once`(
        kind: TenderKind
    ) async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.line()]).id
            try await shop.pay(id, kind)
            let paid = try await sums(id, shop)

            for _ in 1...2 {
                try await shop.move(id, to: .cancelled, reason: "The milk is out")
            }

            #expect(!paid.isEmpty)
            #expect(try await sums(id, shop).isEmpty)
            let postings = try await shop.database.read { tx in
                try tx.all("SELECT key, person_id FROM posting ORDER BY id") {
                    ($0.text(0), $0.text(1))
                }
            }
            #expect(
                postings.map(\.0) == [
                    "order:\(id):tender:2:capture", "order:\(id):tender:2:refund",
                ])
            #expect(postings.allSatisfy { !$0.1.isEmpty })
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `a key is posted once`() async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.line()]).id
            let order = try await shop.pay(id).order
            let tender = try #require(order.tenders.last)
            let before = try await sums(id, shop)
            let unpaid = Order(
                id: id, callNumber: order.callNumber, placedAt: order.placedAt, quote: order.quote,
                customerName: "", language: "en", state: .pending, version: 1, tenders: [],
                timeline: [])
            let posting = try Posting.capture(of: tender, for: unpaid)
            let circumstances = LedgerStore.Circumstances(
                at: shop.clock.now, locationID: order.quote.locationID,
                businessDate: order.quote.businessDate, personID: "ben")

            let balances = try await shop.database.write { tx in
                try LedgerStore.append(posting, circumstances, tx: tx)
            }

            #expect(balances == nil)
            #expect(try await sums(id, shop) == before)
        }
    }

    @Test func `what was paid before there was a ledger is posted when it comes`() async throws {
        try await withShop { shop in
            let paid = try await shop.place([Story.line()]).id
            try await shop.pay(paid)
            let cancelled = try await shop.place([Story.line()]).id
            try await shop.pay(cancelled, .externalCard)
            try await shop.move(cancelled, to: .cancelled, reason: "spilt")
            _ = try await shop.place([Story.line()])
            let before = try await sums(paid, shop)
            try await shop.database.write { tx in
                try tx.executeScript(
                    """
                    DROP TABLE day_report_unpaid;
                    DROP TABLE day_report_sum;
                    DROP TABLE day_report;
                    DROP TABLE session_posting;
                    DROP TABLE cash_movement;
                    DROP TABLE drawer_session;
                    DROP TABLE order_refund;
                    DROP TABLE payment_refund;
                    DROP TABLE payment;
                    DROP TABLE ledger_entry;
                    DROP TABLE posting;
                    DROP TABLE customer_balance;
                    ALTER TABLE tender DROP COLUMN payer_id;
                    ALTER TABLE tender DROP COLUMN refunded;
                    ALTER TABLE session DROP COLUMN client;
                    ALTER TABLE person DROP COLUMN news_since;
                    ALTER TABLE person DROP COLUMN email_verified_at;
                    DROP TABLE follower;
                    DROP TABLE invitation;
                    DELETE FROM schema_migration WHERE number > 1;
                    """)
                if tx.dialect == .postgres {
                    try tx.executeScript("DROP FUNCTION refuse_ledger_change")
                }
            }

            _ = try await migrate(shop.database, Schema.migrations, now: 0)

            #expect(try await sums(paid, shop) == before)
            #expect(try await sums(cancelled, shop).isEmpty)
            #expect(try await findings(shop).isEmpty)
            try await shop.move(paid, to: .cancelled, reason: "spilt")
            #expect(try await sums(paid, shop).isEmpty)
            #expect(try await findings(shop).isEmpty)
        }
    }

    private static let changes = [
        "UPDATE posting SET business_date = '2020-01-01'", "DELETE FROM posting",
        "UPDATE ledger_entry SET amount = amount + 1", "DELETE FROM ledger_entry",
    ]
    private static let sqliteChanges = [
        "REPLACE INTO posting SELECT * FROM posting",
        "REPLACE INTO ledger_entry SELECT * FROM ledger_entry",
    ]
    private static let postgresChanges = [
        "TRUNCATE posting CASCADE", "TRUNCATE ledger_entry",
    ]

    @Test(arguments: changes + (TestEngine.isSQLite ? sqliteChanges : postgresChanges))
    func `the database itself refuses to change the books`(change: String) async throws {
        try await withShop { shop in
            let id = try await shop.place([Story.line()]).id
            try await shop.pay(id)
            let before = try await sums(id, shop)

            let error = await #expect(throws: SQLError.self) {
                try await shop.database.write { try $0.executeScript(change) }
            }

            #expect(
                error?.message.contains("never changed") == true
                    || error?.message.contains("never deleted") == true)
            #expect(try await sums(id, shop) == before)
        }
    }

    @Test(arguments: [
        (
            "INSERT INTO ledger_entry (posting_id, number, account, amount) "
                + "SELECT id, 99, 'sales', 1 FROM posting", "doesn't sum to zero"
        ),
        (
            "INSERT INTO ledger_entry (posting_id, number, account, amount) "
                + "SELECT id, 98, 'sales', 1 FROM posting UNION ALL "
                + "SELECT id, 99, 'cash', -1 FROM posting", "the ledger has"
        ),
        (
            "INSERT INTO ledger_entry (posting_id, number, account, amount) "
                + "SELECT id, 98, 'sales', 9000000000000000000 FROM posting UNION ALL "
                + "SELECT id, 99, 'sales', 9000000000000000000 FROM posting",
            "the ledger has 18000000000000"
        ),
        (
            "UPDATE tender SET state = 'captured', kind = 'cash' WHERE state = 'pending'",
            "the ledger has 0 on cash"
        ),
    ]) func `an audit finds what the books don't say`(change: String, words: String) async throws {
        try await withShop { shop in
            let paid = try await shop.place([Story.line()]).id
            try await shop.pay(paid)
            _ = try await shop.place([Story.line()])

            try await shop.database.write { try $0.executeScript(change) }

            #expect(try await findings(shop).contains { $0.contains(words) })
        }
    }
}
