package import CremaDomain
package import CremaSQL

/// The books: postings and their entries, written once.
package enum LedgerStore {
    /// Where, when and by whom something was posted.
    package struct Circumstances: Sendable {
        package let at: Timestamp
        package let locationID: ID<Location>
        /// The location's own day.
        package let businessDate: LocalDate
        package let personID: String

        package init(
            at: Timestamp, locationID: ID<Location>, businessDate: LocalDate, personID: String
        ) {
            self.at = at
            self.locationID = locationID
            self.businessDate = businessDate
            self.personID = personID
        }
    }

    /// What a customer's account holds, and how often it has changed.
    package struct Balance: Sendable, Hashable {
        package let amount: Money
        package let version: Int64

        /// Of an account that had no posting yet.
        package static let untouched = Balance(amount: .zero, version: 0)
    }

    /// Writes a posting. Returns the balances of the customers' accounts that it changed; nil, and
    /// nothing is written, where its key was posted before. Whoever posts holds the lock of what
    /// the key is about and those of the accounts.
    @discardableResult
    package static func append(
        _ posting: Posting, _ circumstances: Circumstances, tx: Transaction
    ) throws -> [LedgerAccount: Balance]? {
        var asked: [LedgerAccount: Asked<Balance>] = [:]
        for entry in posting.entries where entry.account.isCustomers {
            asked[entry.account] = try tx.ask(
                "SELECT amount, version FROM customer_balance WHERE account = $1",
                .text(entry.account.text)
            ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
        }
        if try isPosted(posting, tx: tx) { return nil }
        var balances: [LedgerAccount: Balance] = [:]
        for (account, balance) in asked { balances[account] = try balance.value ?? .untouched }
        return try append(posting, circumstances, onto: balances, tx: tx)
    }

    /// The same where the key is new, and the balances were read under their accounts' locks.
    /// Below zero the database refuses them: whoever posts looks before.
    package static func append(
        _ posting: Posting, _ circumstances: Circumstances, onto balances: [LedgerAccount: Balance],
        tx: Transaction
    ) throws -> [LedgerAccount: Balance] {
        try tx.executeLater(
            """
            INSERT INTO posting (key, at, location_id, business_date, kind, order_id, person_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .text(posting.key), .integer(circumstances.at.milliseconds),
            .text(circumstances.locationID.rawValue),
            .text(circumstances.businessDate.iso), .text(posting.kind.rawValue),
            SQLValue(posting.order?.rawValue), .text(circumstances.personID))
        var changed: [LedgerAccount: Balance] = [:]
        var rows: [[SQLValue]] = []
        for (index, entry) in posting.entries.enumerated() {
            var (before, after): (Balance?, Balance?) = (nil, nil)
            if entry.account.isCustomers {
                let balance = changed[entry.account] ?? balances[entry.account] ?? .untouched
                before = balance
                after = Balance(
                    amount: balance.amount + entry.amount, version: balance.version + 1)
                changed[entry.account] = after
            }
            rows.append([
                SQLValue(index + 1), .text(entry.account.text), .integer(entry.amount.minorUnits),
                SQLValue(before?.amount.minorUnits), SQLValue(after?.amount.minorUnits),
            ])
        }
        try insert(entries: rows, key: posting.key, tx: tx)
        for (account, balance) in changed { try keep(balance, of: account, tx: tx) }
        return changed
    }

    /// Four entries by one statement, since most postings have no more: each statement costs a
    /// customer's order more than the rows do. Places without an entry have an amount of zero,
    /// which no entry has.
    private static func insert(entries: [[SQLValue]], key: String, tx: Transaction) throws {
        let empty: [SQLValue] = [
            .integer(0), .text(""), .integer(0), .nullInteger, .nullInteger,
        ]
        for start in stride(from: 0, to: entries.count, by: 4) {
            let part = entries[start..<min(start + 4, entries.count)]
            let places = part + Array(repeating: empty, count: 4 - part.count)
            try tx.executeLater(
                """
                INSERT INTO ledger_entry (posting_id, number, account, amount, balance_before,
                    balance_after)
                SELECT p.id, e.column1, e.column2, e.column3, e.column4, e.column5
                FROM posting p JOIN (VALUES ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10),
                    ($11, $12, $13, $14, $15), ($16, $17, $18, $19, $20)) e ON e.column3 <> 0
                WHERE p.key = $21
                """, args: places.flatMap { $0 } + [.text(key)])
        }
    }

    private static func keep(
        _ balance: Balance, of account: LedgerAccount, tx: Transaction
    ) throws {
        try tx.executeLater(
            """
            INSERT INTO customer_balance (account, amount, version) VALUES ($1, $2, $3)
            ON CONFLICT (account) DO UPDATE SET amount = excluded.amount,
                version = excluded.version
            """,
            .text(account.text), .integer(balance.amount.minorUnits), .integer(balance.version))
    }

    /// A customer's balance; nothing, never changed, for one that had no posting yet.
    package static func balance(of account: LedgerAccount, tx: Transaction) throws -> Balance {
        try tx.first(
            "SELECT amount, version FROM customer_balance WHERE account = $1", .text(account.text)
        ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
            ?? .untouched
    }

    /// Asks for the balance of a person's account; nil where there is no such person.
    package static func askBalance(
        of account: LedgerAccount, heldBy person: ID<Person>, tx: Transaction
    ) throws -> Asked<Balance> {
        try tx.ask(
            """
            SELECT COALESCE(b.amount, 0), COALESCE(b.version, 0)
            FROM person p LEFT JOIN customer_balance b ON b.account = $1 WHERE p.id = $2
            """, .text(account.text), .text(person.rawValue)
        ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
    }

    /// Whether a posting of this key stands in the books.
    package static func isPosted(_ posting: Posting, tx: Transaction) throws -> Bool {
        try tx.first("SELECT 1 FROM posting WHERE key = $1", .text(posting.key)) { $0.int(0) }
            != nil
    }

    /// One entry as it stands in the books.
    package struct StoredEntry: Sendable, Hashable {
        package let key: String
        package let account: String
        package let amount: Int64
    }

    /// All entries of an order's postings; a posting without any has one of zero.
    package static func entries(of order: ID<Order>, tx: Transaction) throws -> [StoredEntry] {
        try tx.all(
            """
            SELECT p.key, COALESCE(e.account, ''), COALESCE(e.amount, 0)
            FROM posting p LEFT JOIN ledger_entry e ON e.posting_id = p.id
            WHERE p.order_id = $1 ORDER BY p.id, e.number
            """, .text(order.rawValue)
        ) { StoredEntry(key: $0.text(0), account: $0.text(1), amount: $0.int(2)) }
    }

    /// Orders with tenders that were paid and stand in no posting, in order of their ids.
    package static func unposted(
        after id: String, limit: Int, tx: Transaction
    ) throws -> [ID<Order>] {
        try tx.all(
            """
            SELECT DISTINCT t.order_id FROM tender t
            WHERE t.order_id > $1 AND t.state IN ('captured', 'refunded') AND NOT EXISTS
                (SELECT 1 FROM posting p WHERE p.order_id = t.order_id)
            ORDER BY t.order_id LIMIT $2
            """, .text(id), SQLValue(limit)
        ) { ID($0.text(0)) }
    }
}
