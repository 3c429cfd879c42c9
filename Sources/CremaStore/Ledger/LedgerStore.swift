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
        /// The drawer that is in use there.
        package let session: ID<DrawerSession>?

        package init(
            at: Timestamp, locationID: ID<Location>, businessDate: LocalDate, personID: String,
            session: ID<DrawerSession>? = nil
        ) {
            self.session = session
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
    }

    /// Writes a posting. Returns the balances of the customers' accounts that it changed; nil, and
    /// nothing is written, where its key was posted before.
    @discardableResult
    package static func append(
        _ posting: Posting, _ circumstances: Circumstances, tx: Transaction
    ) throws -> [LedgerAccount: Balance]? {
        let id = try tx.first(
            """
            INSERT INTO posting (key, at, location_id, business_date, kind, order_id, person_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (key) DO NOTHING RETURNING id
            """, args: row(of: posting, circumstances)
        ) { $0.int(0) }
        guard id != nil else { return nil }
        var balances: [LedgerAccount: Balance] = [:]
        let rows = try posting.entries.enumerated().map { index, entry in
            let balance =
                entry.account.isCustomers
                ? try changeBalance(of: entry.account, by: entry.amount, tx: tx) : nil
            balances[entry.account] = balance
            return row(of: entry, number: index + 1, balance)
        }
        try insert(entries: rows, of: posting, circumstances, tx: tx)
        return balances
    }

    /// Writes a posting whose key is new, and whose customers' accounts were changed by it before,
    /// to `balances`.
    package static func append(
        new posting: Posting, _ circumstances: Circumstances, balances: [LedgerAccount: Balance],
        tx: Transaction
    ) throws {
        try tx.executeLater(
            """
            INSERT INTO posting (key, at, location_id, business_date, kind, order_id, person_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """, args: row(of: posting, circumstances))
        let rows = posting.entries.enumerated().map { index, entry in
            row(of: entry, number: index + 1, balances[entry.account])
        }
        try insert(entries: rows, of: posting, circumstances, tx: tx)
    }

    private static func row(
        of posting: Posting, _ circumstances: Circumstances
    ) -> [SQLValue] {
        [
            .text(posting.key), .integer(circumstances.at.milliseconds),
            .text(circumstances.locationID.rawValue),
            .text(circumstances.businessDate.iso), .text(posting.kind.rawValue),
            SQLValue(posting.order?.rawValue), .text(circumstances.personID),
        ]
    }

    private static func row(
        of entry: LedgerEntry, number: Int, _ balance: Balance?
    ) -> [SQLValue] {
        [
            SQLValue(number), .text(entry.account.text), .integer(entry.amount.minorUnits),
            SQLValue(balance.map { ($0.amount - entry.amount).minorUnits }),
            SQLValue(balance?.amount.minorUnits),
        ]
    }

    /// Four entries by one statement, since most postings have no more: each statement costs a
    /// customer's order more than the rows do. Places without an entry have an amount of zero,
    /// which no entry has.
    private static func insert(
        entries: [[SQLValue]], of posting: Posting, _ circumstances: Circumstances,
        tx: Transaction
    ) throws {
        if let session = circumstances.session {
            try tx.executeLater(
                """
                INSERT INTO session_posting (posting_id, session_id)
                SELECT id, $1 FROM posting WHERE key = $2
                """, .text(session.rawValue), .text(posting.key))
        }
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
                """, args: places.flatMap { $0 } + [.text(posting.key)])
        }
    }

    /// The balance afterwards. Below zero the database refuses it: whoever posts looks before,
    /// under the account's lock.
    private static func changeBalance(
        of account: LedgerAccount, by amount: Money, tx: Transaction
    ) throws -> Balance {
        // Not by ON CONFLICT: a row that would be inserted below zero is refused before it meets
        // the one that is there.
        let changed = try tx.first(
            """
            UPDATE customer_balance SET amount = amount + $1, version = version + 1
            WHERE account = $2 RETURNING amount, version
            """, .integer(amount.minorUnits), .text(account.text)
        ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
        if let changed { return changed }
        try tx.execute(
            "INSERT INTO customer_balance (account, amount, version) VALUES ($1, $2, 1)",
            .text(account.text), .integer(amount.minorUnits))
        return Balance(amount: amount, version: 1)
    }

    /// Takes an amount above zero from a customer's account, if it is there. Asks for the balance
    /// afterwards: nil, and nothing is taken, where it isn't. What is taken is still to be posted.
    package static func askTake(
        _ amount: Money, from account: LedgerAccount, tx: Transaction
    ) throws -> Asked<Balance> {
        try tx.ask(
            """
            UPDATE customer_balance SET amount = amount - $1, version = version + 1
            WHERE account = $2 AND amount >= $1 RETURNING amount, version
            """, .integer(amount.minorUnits), .text(account.text)
        ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
    }

    /// A customer's balance; nothing, never changed, for one that had no posting yet.
    package static func balance(of account: LedgerAccount, tx: Transaction) throws -> Balance {
        try tx.first(
            "SELECT amount, version FROM customer_balance WHERE account = $1", .text(account.text)
        ) { Balance(amount: Money($0.int(0)), version: $0.int(1)) }
            ?? Balance(amount: .zero, version: 0)
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
