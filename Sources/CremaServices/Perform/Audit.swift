/// Looks through some of a shop's records for what doesn't add up: a page of them at a time, since
/// a longer read would hold up the log's tidying.
package protocol Audit: Query where Output == AuditPage<Finding, Position> {
    associatedtype Finding: Sendable
    /// Behind which record a page begins.
    associatedtype Position: Sendable

    /// Before all records.
    static var start: Position { get }

    /// - Parameters:
    ///   - position: behind which the page begins.
    ///   - limit: records of the page at most, above zero.
    init(after position: Position, limit: Int)

    /// The page.
    func page(_ scope: ReadScope) throws -> AuditPage<Finding, Position>
}

/// What was found in some of the records.
package struct AuditPage<Finding: Sendable, Position: Sendable>: Sendable {
    /// Records that were looked through.
    package let count: Int
    package let findings: [Finding]
    /// Where to go on; nil at the end.
    package let next: Position?

    init(count: Int, findings: [Finding], next: Position?) {
        self.count = count
        self.findings = findings
        self.next = next
    }
}

extension Audit {
    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .system }

    package func answer(
        _ subject: Void, _ scope: ReadScope
    ) throws -> AuditPage<Finding, Position> {
        try page(scope)
    }
}

extension Audit where Position == String {
    package static var start: String { "" }
}

extension Services {
    /// All that an audit finds, and how many records it looked through.
    package func audit<A: Audit>(
        _ audit: A.Type, page: Int = 500
    ) async throws(ReadFailure) -> (count: Int, findings: [A.Finding]) {
        var (count, findings) = (0, [A.Finding]())
        var after: A.Position? = A.start
        while let from = after {
            let found = try await read(A(after: from, limit: page), by: .system)
            count += found.count
            findings += found.findings
            after = found.next
        }
        return (count, findings)
    }

    /// All that is wrong in the books, in words, and how many orders were looked through.
    package func audit(
        page: Int = 500
    ) async throws(ReadFailure) -> (orders: Int, findings: [String]) {
        let orders = try await audit(AuditOrders.self, page: page)
        var words = orders.findings.map { "order \($0.order): \($0.words)" }
        words += try await audit(AuditPostings.self, page: page).findings.map {
            "posting \($0): it doesn't sum to zero"
        }
        words += try await audit(AuditAccounts.self, page: page).findings.map {
            "account \($0): its balance isn't what its entries come to"
        }
        words += try await audit(AuditPayments.self, page: page).findings
        words += try await audit(AuditDayReports.self, page: page).findings
        return (orders.count, words)
    }
}
