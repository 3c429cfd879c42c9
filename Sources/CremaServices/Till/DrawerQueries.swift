package import CremaDomain
import CremaStore

/// A location's drawer, for its staff.
package struct DrawerQuery: Query {
    /// A drawer in use, or one that was counted.
    package struct Drawer: Sendable {
        package let session: DrawerSession
        package let movements: [CashMovement]
        /// How often cash came or went: a count tells how often it knew of.
        package let cashPostings: Int
        /// What should be in it; nil for those who count blind.
        package let expected: Money?
        /// The report that ended it.
        package let report: Int?

        package init(
            session: DrawerSession, movements: [CashMovement], cashPostings: Int,
            expected: Money?, report: Int?
        ) {
            self.session = session
            self.movements = movements
            self.cashPostings = cashPostings
            self.expected = expected
            self.report = report
        }
    }

    /// How a location's till stands.
    package struct Answer: Sendable {
        package let till: Till
        /// The one asked for; without an id the one in use, where there is one.
        package let drawer: Drawer?
        /// What a count has to take note of.
        package let unpaid: [DayReport.UnpaidOrder]
        /// The last report: nil where there is none, or for whom it isn't.
        package let lastReport: Int?
    }

    private let locationID: ID<Location>
    private let id: ID<DrawerSession>?

    /// - Parameter id: nil for the drawer in use.
    package init(locationID: ID<Location>, id: ID<DrawerSession>? = nil) {
        self.locationID = locationID
        self.id = id
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Answer {
        guard try LocationStore.location(locationID, tx: scope.tx) != nil else {
            throw Denial.notFound
        }
        let till = try TillStore.till(at: locationID, tx: scope.tx)
        var drawer: Drawer?
        if let wanted = id ?? till.session {
            guard let session = try TillStore.session(wanted, tx: scope.tx),
                session.locationID == locationID
            else { throw Denial.notFound }
            drawer = try self.drawer(session, scope)
        }
        let last = try DayReportStore.last(at: locationID, tx: scope.tx).flatMap {
            scope.actor.mayReadReport(at: locationID, closedBy: $0.closedBy) ? $0.number : nil
        }
        return Answer(
            till: till, drawer: drawer,
            unpaid: try TillStore.unpaidOrders(
                at: locationID, limit: Limits.unpaidPerCount, tx: scope.tx), lastReport: last)
    }

    private func drawer(_ session: DrawerSession, _ scope: ReadScope) throws -> Drawer {
        var expected: Money?
        if scope.actor.role(at: locationID).rank >= Role.manager.rank {
            expected = DayReport.expected(
                try DayReportStore.sums(
                    at: locationID, from: session.firstDate, through: session.businessDate,
                    tx: scope.tx))
        }
        return Drawer(
            session: session,
            movements: try TillStore.movements(of: session.id, tx: scope.tx),
            cashPostings: try TillStore.cashPostings(of: session, tx: scope.tx),
            expected: expected,
            report: try DayReportStore.number(of: session.id, tx: scope.tx))
    }
}

/// A report, with the name of who counted.
package struct ReadDayReport: Sendable {
    package let report: DayReport
    /// The person's id where nobody has that account any more.
    package let closedBy: String

    fileprivate init(_ report: DayReport, _ scope: ReadScope) throws {
        self.report = report
        let name = try PersonStore.find(ID(report.closedBy), tx: scope.tx)?.name ?? ""
        closedBy = name.isEmpty ? report.closedBy : name
    }
}

/// One of a location's reports.
package struct DayReportQuery: Query {
    private let locationID: ID<Location>
    private let number: Int

    package init(locationID: ID<Location>, number: Int) {
        self.locationID = locationID
        self.number = number
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> ReadDayReport {
        let report = try DayReportStore.find(at: locationID, number: number, tx: scope.tx)
        guard let report,
            scope.actor.mayReadReport(at: locationID, closedBy: report.closedBy)
        else { throw Denial.notFound }
        return try ReadDayReport(report, scope)
    }
}

extension Actor {
    /// Managers read all reports, a barista those of the own counts.
    fileprivate func mayReadReport(at location: ID<Location>, closedBy: String) -> Bool {
        role(at: location).rank >= Role.manager.rank || closedBy == auditName
    }
}

/// A page of a location's reports, the latest first.
package struct DayReportsQuery: Query {
    /// Some reports.
    package struct Page: Sendable {
        package let reports: [ReadDayReport]
        /// Where the next page begins: before this number; nil at the end.
        package let next: Int?
    }

    private let locationID: ID<Location>
    private let before: Int
    private let limit: Int

    /// - Parameters:
    ///   - number: before which the page begins; nil for the latest.
    ///   - limit: 1…100.
    package init(locationID: ID<Location>, before number: Int? = nil, limit: Int) {
        self.locationID = locationID
        before = number ?? .max
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access {
        .staff(at: locationID, atLeast: .manager)
    }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Page {
        let found = try DayReportStore.list(
            at: locationID, before: before, limit: limit + 1, tx: scope.tx)
        let page = Array(found.prefix(limit))
        return Page(
            reports: try page.map { try ReadDayReport($0, scope) },
            next: found.count > limit ? page.last?.number : nil)
    }
}
