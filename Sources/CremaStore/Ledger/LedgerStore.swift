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
            """,
            .text(posting.key), .integer(circumstances.at.milliseconds),
            .text(circumstances.locationID.rawValue),
            .text(circumstances.businessDate.iso), .text(posting.kind.rawValue),
            SQLValue(posting.order?.rawValue), .text(circumstances.personID)
        ) { $0.int(0) }
        guard let id else { return nil }
        if let session = circumstances.session {
            try tx.executeLater(
                "INSERT INTO session_posting (posting_id, session_id) VALUES ($1, $2)",
                .integer(id), .text(session.rawValue))
        }
        var balances: [LedgerAccount: Balance] = [:]
        for (index, entry) in posting.entries.enumerated() {
            let balance =
                entry.account.isCustomers
                ? try changeBalance(of: entry.account, by: entry.amount, tx: tx) : nil
            balances[entry.account] = balance
            try tx.executeLater(
                """
                INSERT INTO ledger_entry (posting_id, number, account, amount, balance_before,
                    balance_after)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                .integer(id), SQLValue(index + 1), .text(entry.account.text),
                .integer(entry.amount.minorUnits),
                SQLValue(balance.map { ($0.amount - entry.amount).minorUnits }),
                SQLValue(balance?.amount.minorUnits))
        }
        return balances
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
