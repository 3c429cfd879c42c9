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

    /// Writes a posting. False, and nothing is written, where its key was posted before.
    @discardableResult
    package static func append(
        _ posting: Posting, _ circumstances: Circumstances, tx: Transaction
    ) throws -> Bool {
        let id = try tx.first(
            """
            INSERT INTO posting (key, at, location_id, business_date, order_id, person_id)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (key) DO NOTHING RETURNING id
            """,
            .text(posting.key), .integer(circumstances.at.milliseconds),
            .text(circumstances.locationID.rawValue),
            .text("\(circumstances.businessDate)"), .text(posting.order.rawValue),
            .text(circumstances.personID)
        ) { $0.int(0) }
        guard let id else { return false }
        for (index, entry) in posting.entries.enumerated() {
            try tx.executeLater(
                """
                INSERT INTO ledger_entry (posting_id, number, account, amount)
                VALUES ($1, $2, $3, $4)
                """,
                .integer(id), SQLValue(index + 1), .text(entry.account.text),
                .integer(entry.amount.minorUnits))
        }
        return true
    }

    /// What an order's postings come to, by account; accounts at zero are left out.
    package static func sums(of order: ID<Order>, tx: Transaction) throws -> [String: Int64] {
        let rows = try tx.all(
            """
            SELECT e.account, CAST(SUM(e.amount) AS BIGINT) FROM posting p
            JOIN ledger_entry e ON e.posting_id = p.id
            WHERE p.order_id = $1 GROUP BY e.account
            """, .text(order.rawValue)
        ) { (account: $0.text(0), sum: $0.int(1)) }
        return Dictionary(
            uniqueKeysWithValues: rows.filter { $0.sum != 0 }.map { ($0.account, $0.sum) })
    }

    /// An order's postings that don't sum to zero, by their keys.
    package static func unbalanced(of order: ID<Order>, tx: Transaction) throws -> [String] {
        try tx.all(
            """
            SELECT p.key FROM posting p LEFT JOIN ledger_entry e ON e.posting_id = p.id
            WHERE p.order_id = $1 GROUP BY p.key
            HAVING COUNT(e.number) = 0 OR SUM(e.amount) <> 0 ORDER BY p.key
            """, .text(order.rawValue)
        ) { $0.text(0) }
    }
}
