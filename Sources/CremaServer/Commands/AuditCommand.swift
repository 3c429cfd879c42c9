import CremaSQL
import CremaServices

/// `crema audit`: whether the books add up. Reads everything and mends nothing, beside a running
/// server too.
enum AuditCommand {
    /// Orders of one read: a longer one would hold up the log's tidying.
    private static let page = 500

    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let server = try ShopPlace.options(options)
        let outcome = try ShopPlace.open(options) { services in
            // A PostgreSQL server looks after its files itself.
            let problems =
                server.databaseURL == nil
                ? try await SQLiteCopy.problems(of: server.dataPath + "/crema.db") : []
            let (count, findings) = try await orders(services)
            return (problems, count, findings, try await accounts(services))
        }
        let (problems, count, findings, wrongAccounts) = outcome
        for problem in problems { Terminal.out("database: \(problem)") }
        for finding in findings { Terminal.out("order \(finding.order): \(finding.words)") }
        for words in wrongAccounts { Terminal.out(words) }
        let total = problems.count + findings.count + wrongAccounts.count
        Terminal.out(
            total == 0
                ? "crema: \(count) orders were looked through; everything adds up."
                : "crema: \(count) orders were looked through; \(total) things are wrong.")
        return total == 0 ? 0 : 1
    }

    /// What is wrong in customers' accounts, in postings about no order, in charges of cards, and
    /// in days' reports.
    static func accounts(_ services: Services) async throws -> [String] {
        var wrong: [String] = []
        var position: Int64? = 0
        while let from = position {
            let found = try await services.read(
                AuditPostings(after: from, limit: page), by: .system)
            wrong += found.wrong.map { "posting \($0): it doesn't sum to zero" }
            position = found.next
        }
        var after: String? = ""
        while let from = after {
            let found = try await services.read(
                AuditAccounts(after: from, limit: page), by: .system)
            wrong += found.wrong.map {
                "account \($0): its balance isn't what its entries come to"
            }
            after = found.next
        }
        after = ""
        while let from = after {
            let found = try await services.read(
                AuditPayments(after: from, limit: page), by: .system)
            wrong += found.findings
            after = found.next
        }
        return try await wrong + dayReports(services)
    }

    private static func dayReports(_ services: Services) async throws -> [String] {
        var wrong: [String] = []
        var after: AuditDayReports.Position? = .start
        while let from = after {
            let found = try await services.read(
                AuditDayReports(after: from, limit: page), by: .system)
            wrong += found.findings
            after = found.next
        }
        return wrong
    }

    static func orders(
        _ services: Services
    ) async throws -> (count: Int, findings: [AuditOrders.Finding]) {
        var count = 0
        var findings: [AuditOrders.Finding] = []
        var after: String? = ""
        while let from = after {
            let found = try await services.read(AuditOrders(after: from, limit: page), by: .system)
            count += found.count
            findings += found.findings
            after = found.next
        }
        return (count, findings)
    }
}
