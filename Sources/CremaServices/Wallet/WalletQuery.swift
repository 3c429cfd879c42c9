package import CremaDomain
package import CremaStore

/// What the actor has in the wallet, and how it came to that.
package struct WalletQuery: Query {
    /// A wallet, with a page of its history.
    package struct Wallet: Sendable {
        package let balance: Money
        /// Grows with each change.
        package let version: Int64
        /// Latest first.
        package let entries: [AccountEntry]
        /// Where the next page begins; nil at the end.
        package let next: Int64?
        /// What cards are being charged for it; none where the history isn't read.
        package let underWay: [Money]
    }

    private let before: Int64?
    private let limit: Int

    /// - Parameters:
    ///   - before: the posting behind which the page begins; nil for the latest.
    ///   - limit: entries at most; with none the history isn't read.
    package init(before: Int64? = nil, limit: Int = 0) {
        self.before = before
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .signedIn }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Wallet {
        guard let person = scope.actor.person else { throw Denial.signInNeeded }
        let account = LedgerAccount.wallet(person)
        let balance = try LedgerStore.balance(of: account, tx: scope.tx)
        guard limit > 0 else {
            return Wallet(
                balance: balance.amount, version: balance.version, entries: [], next: nil,
                underWay: [])
        }
        let entries = try LedgerStore.history(
            of: account, before: before, limit: limit + 1, tx: scope.tx)
        return Wallet(
            balance: balance.amount, version: balance.version,
            entries: Array(entries.prefix(limit)),
            next: entries.count > limit ? entries[limit - 1].postingID : nil,
            underWay: try PaymentStore.unfinished(of: person, tx: scope.tx).map(\.amount))
    }
}
