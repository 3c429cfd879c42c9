import CremaStore

/// Looks through some customers' accounts for balances that aren't what their entries come to.
/// Finds their names in the ledger.
package struct AuditAccounts: Audit {
    private let after: String
    private let limit: Int

    package init(after: String, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func page(_ scope: ReadScope) throws -> AuditPage<String, String> {
        let accounts = try LedgerStore.customersAccounts(
            after: after, limit: limit, tx: scope.tx)
        return AuditPage(
            count: accounts.count,
            findings: try accounts.filter {
                !(try LedgerStore.holds(account: $0, tx: scope.tx))
            },
            next: accounts.count < limit ? nil : accounts.last)
    }
}

/// Looks through some of the postings that are about no order for those that don't sum to zero.
/// Finds their keys.
package struct AuditPostings: Audit {
    package static let start: Int64 = 0

    private let after: Int64
    private let limit: Int

    package init(after: Int64, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func page(_ scope: ReadScope) throws -> AuditPage<String, Int64> {
        let postings = try LedgerStore.postingsWithoutOrder(
            after: after, limit: limit, tx: scope.tx)
        return AuditPage(
            count: postings.count, findings: postings.filter { $0.sum != 0 }.map(\.key),
            next: postings.count < limit ? nil : postings.last?.id)
    }
}
