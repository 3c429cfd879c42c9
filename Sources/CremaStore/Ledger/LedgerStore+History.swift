package import CremaDomain
package import CremaSQL

/// One line of a customer's account.
package struct AccountEntry: Sendable, Hashable {
    /// Grows with each posting.
    package let postingID: Int64
    package let at: Timestamp
    package let kind: PostingKind
    package let orderID: ID<Order>?
    package let amount: Money
    package let balance: Money
}

extension LedgerStore {
    /// A page of a customer's account, latest first.
    ///
    /// - Parameter before: the posting behind which the page begins; nil for the latest.
    package static func history(
        of account: LedgerAccount, before posting: Int64?, limit: Int, tx: Transaction
    ) throws -> [AccountEntry] {
        try tx.all(
            """
            SELECT p.id, p.at, p.kind, p.order_id, e.amount, e.balance_after
            FROM ledger_entry e JOIN posting p ON p.id = e.posting_id
            WHERE e.account = $1 AND e.balance_after IS NOT NULL AND e.posting_id < $2
            ORDER BY e.posting_id DESC LIMIT $3
            """, .text(account.text), .integer(posting ?? .max), SQLValue(limit)
        ) { row in
            guard let kind = PostingKind(rawValue: row.text(2)) else {
                throw StoredValueError(subject: String(row.int(0)), column: "posting.kind")
            }
            return AccountEntry(
                postingID: row.int(0), at: Timestamp(milliseconds: row.int(1)), kind: kind,
                orderID: row.textOrNil(3).map { ID($0) }, amount: Money(row.int(4)),
                balance: Money(row.int(5)))
        }
    }

    /// Customers' accounts behind one, in order of their names: those with entries and those with a
    /// balance.
    package static func customersAccounts(
        after account: String, limit: Int, tx: Transaction
    ) throws -> [String] {
        try tx.all(
            """
            SELECT account FROM (
                SELECT account FROM customer_balance WHERE account > $1
                UNION SELECT account FROM ledger_entry
                    WHERE balance_after IS NOT NULL AND account > $1
            ) AS accounts ORDER BY account LIMIT $2
            """, .text(account), SQLValue(limit)
        ) { $0.text(0) }
    }

    /// Whether an account's entries follow one another, and come to its balance.
    package static func holds(account: String, tx: Transaction) throws -> Bool {
        let noted = try tx.first(
            "SELECT amount FROM customer_balance WHERE account = $1", .text(account)
        ) { $0.int(0) }
        var balance: Int64 = 0
        let follows = try tx.all(
            """
            SELECT amount, balance_before, balance_after FROM ledger_entry
            WHERE account = $1 AND balance_after IS NOT NULL ORDER BY posting_id, number
            """, .text(account)
        ) { entry in
            defer { balance = entry.int(2) }
            return entry.int(1) == balance && entry.int(2) == entry.int(1) &+ entry.int(0)
        }
        return !follows.contains(false) && noted == balance
    }

    /// Postings behind one that are about no order, with what their entries come to; a posting
    /// without entries has nil.
    package static func postingsWithoutOrder(
        after id: Int64, limit: Int, tx: Transaction
    ) throws -> [(id: Int64, key: String, sum: Int128?)] {
        let postings = try tx.all(
            """
            SELECT id, key FROM posting WHERE order_id IS NULL AND id > $1 ORDER BY id LIMIT $2
            """, .integer(id), SQLValue(limit)
        ) { (id: $0.int(0), key: $0.text(1)) }
        return try postings.map { posting in
            let amounts = try tx.all(
                "SELECT amount FROM ledger_entry WHERE posting_id = $1", .integer(posting.id)
            ) { Int128($0.int(0)) }
            return (posting.id, posting.key, amounts.isEmpty ? nil : amounts.reduce(0, +))
        }
    }
}
