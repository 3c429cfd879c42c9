import CremaDomain
import CremaStore

/// Looks through some days' reports for those that the books don't bear out.
package struct AuditDayReports: Audit {
    /// Where the next page goes on: behind a location's report.
    package struct Position: Sendable, Hashable {
        let location: String
        let number: Int
    }

    package static let start = Position(location: "", number: 0)

    private let after: Position
    private let limit: Int

    package init(after: Position, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func page(_ scope: ReadScope) throws -> AuditPage<String, Position> {
        let found = try DayReportStore.numbers(
            after: after.location, after.number, limit: limit, tx: scope.tx)
        var findings: [String] = []
        if after == AuditDayReports.start {
            findings += try DayReportStore.sessionsWithoutReport(tx: scope.tx).map {
                "drawer session \($0): it was ended and has no report"
            }
        }
        var before = after
        for (location, number) in found {
            let name = "day report \(location)/\(number)"
            let expected = before.location == location.rawValue ? before.number + 1 : 1
            if number != expected { findings.append("\(name): number \(expected) is missing") }
            findings += try wrong(location, number, scope).map { "\(name): \($0)" }
            before = Position(location: location.rawValue, number: number)
        }
        return AuditPage(
            count: found.count, findings: findings, next: found.count < limit ? nil : before)
    }

    private func wrong(
        _ location: ID<Location>, _ number: Int, _ scope: ReadScope
    ) throws -> [String] {
        guard let report = try DayReportStore.find(at: location, number: number, tx: scope.tx)
        else { return [] }
        let session = report.session
        var words: [String] = []
        if number > 1,
            let last = try DayReportStore.find(at: location, number: number - 1, tx: scope.tx),
            last.session.businessDate.adding(days: 1) != session.firstDate
        {
            words.append("its days don't follow those of the report before")
        }
        let faults = report.faults(
            posted: try DayReportStore.sums(
                at: location, from: session.firstDate, through: session.businessDate,
                tx: scope.tx),
            postings: try DayReportStore.postingCount(
                at: location, from: session.firstDate, through: session.businessDate,
                tx: scope.tx))
        return words + faults.map(AuditDayReports.words)
    }

    private static func words(_ fault: DayReportFault) -> String {
        switch fault {
        case .books: "the books have other sums on its days, or more postings"
        case .expected: "float, what came in and what went out aren't what was expected"
        case .overShort: "counted less expected isn't what was posted as over or short"
        case .drawerNotEmpty: "what was counted wasn't posted out of the drawer"
        }
    }
}
