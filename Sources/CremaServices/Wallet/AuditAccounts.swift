import CremaStore

/// Looks through some customers' accounts for balances that aren't what their entries come to.
package struct AuditAccounts: Query {
    /// What was found in some of the accounts.
    package struct Page: Sendable {
        package let count: Int
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
        let (accounts, wrong) = try LedgerStore.wrongBalances(
            after: after, limit: limit, tx: scope.tx)
        return Page(
            count: accounts.count, wrong: wrong,
            next: accounts.count < limit ? nil : accounts.last)
    }
}
