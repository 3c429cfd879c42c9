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

    /// Customers' accounts behind one, in order of their names, whose balance isn't what their
    /// entries come to, or whose entries don't follow one another.
    package static func wrongBalances(
        after account: String, limit: Int, tx: Transaction
    ) throws -> (accounts: [String], wrong: [String]) {
        let accounts = try tx.all(
            """
            SELECT account, amount FROM customer_balance WHERE account > $1
            ORDER BY account LIMIT $2
            """, .text(account), SQLValue(limit)
        ) { (account: $0.text(0), amount: $0.int(1)) }
        let wrong = try accounts.filter { row in
            var balance: Int64 = 0
            let holds = try tx.all(
                """
                SELECT amount, balance_before, balance_after FROM ledger_entry
                WHERE account = $1 AND balance_after IS NOT NULL ORDER BY posting_id, number
                """, .text(row.account)
            ) { entry in
                defer { balance = entry.int(2) }
                return entry.int(1) == balance && entry.int(2) == entry.int(1) &+ entry.int(0)
            }
            return holds.contains(false) || balance != row.amount
        }
        return (accounts.map(\.account), wrong.map(\.account))
    }
}
