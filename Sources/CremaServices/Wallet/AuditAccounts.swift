import CremaStore

/// Looks through some customers' accounts for balances that aren't what their entries come to.
package struct AuditAccounts: Query {
    /// What was found in some of the accounts.
    package struct Page: Sendable {
        /// Accounts in which something is wrong, by their names in the ledger.
        package let wrong: [String]
        /// Where to go on; nil at the end.
        package let next: String?
    }

    private let after: String
    private let limit: Int

    package init(after: String, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .system }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Page {
        let accounts = try LedgerStore.customersAccounts(
            after: after, limit: limit, tx: scope.tx)
        return Page(
            wrong: try accounts.filter { !(try LedgerStore.holds(account: $0, tx: scope.tx)) },
            next: accounts.count < limit ? nil : accounts.last)
    }
}

/// Looks through some of the postings that are about no order for those that don't sum to zero.
package struct AuditPostings: Query {
    /// What was found in some of the postings.
    package struct Page: Sendable {
        /// Keys of postings that don't sum to zero.
        package let wrong: [String]
        /// Where to go on; nil at the end.
        package let next: Int64?
    }

    private let after: Int64
    private let limit: Int

    package init(after: Int64, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .system }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Page {
        let postings = try LedgerStore.postingsWithoutOrder(
            after: after, limit: limit, tx: scope.tx)
        return Page(
            wrong: postings.filter { $0.sum != 0 }.map(\.key),
            next: postings.count < limit ? nil : postings.last?.id)
    }
}
