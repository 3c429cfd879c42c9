package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a count isn't taken. Nothing of what was expected is told.
package enum CountDrawerRefusal: Error, Sendable, Hashable {
    /// It was counted before, with this report.
    case alreadyClosed(report: Int)
    /// Somebody has to take note of these orders first, or have them paid or called off.
    case unpaidOrders([DayReport.UnpaidOrder])
    /// Cash came or went while it was counted: what was counted is of before.
    case cashMoved(now: Int)
}

/// Ends a drawer's day: takes what was counted, posts what is too much or too little, freezes the
/// report and locks the day.
package struct CountDrawer: UseCase {
    package static let name = "countDrawer"
    package typealias Refusal = CountDrawerRefusal

    package let locationID: ID<Location>
    package let sessionID: ID<DrawerSession>
    package let count: CashCount
    /// Unpaid orders that were seen.
    package let acknowledged: Set<ID<Order>>
    /// How often cash had moved when the counting began; nil where nobody looked.
    package let seenCashPostings: Int?

    package init(
        locationID: ID<Location>, sessionID: ID<DrawerSession>, count: CashCount,
        acknowledged: Set<ID<Order>> = [], seenCashPostings: Int? = nil
    ) {
        self.locationID = locationID
        self.sessionID = sessionID
        self.count = count
        self.acknowledged = acknowledged
        self.seenCashPostings = seenCashPostings
    }

    /// Nothing is placed meanwhile either: what that posts doesn't take the drawer's lock.
    package var locks: [LockName] { [.location(locationID), .drawer(at: locationID)] }

    package func load(_ tx: Transaction) throws -> DrawerAtPlace? {
        try DrawerAtPlace.load(sessionID, at: locationID, tx)
    }

    package func access(_ subject: DrawerAtPlace?) -> Access {
        .staff(at: locationID, atLeast: .barista)
    }

    package func run(_ subject: DrawerAtPlace?, _ work: Work) throws -> DayReport {
        guard let subject else { throw Denial.notFound }
        let session = subject.session
        if let number = try DayReportStore.number(of: sessionID, tx: work.tx) {
            throw CountDrawerRefusal.alreadyClosed(report: number)
        }
        let unpaid = try TillStore.unpaidOrders(
            at: locationID, limit: Limits.unpaidPerCount, tx: work.tx)
        let unseen = unpaid.filter { !acknowledged.contains($0.id) }
        guard unseen.isEmpty else { throw CountDrawerRefusal.unpaidOrders(unpaid) }
        if let seenCashPostings {
            let now = try TillStore.cashPostings(of: session, tx: work.tx)
            guard now == seenCashPostings else { throw CountDrawerRefusal.cashMoved(now: now) }
        }
        let expected = DayReport.expected(try sums(of: session, work))
        let postings = try Posting.count(
            of: sessionID, expected: expected, counted: count.total)
        for posting in postings { try work.post(posting, at: subject.location) }
        return try freeze(session, expected: expected, unpaid: unpaid, work)
    }

    private func sums(of session: DrawerSession, _ work: Work) throws -> [DayReport.Sum] {
        try DayReportStore.sums(
            at: locationID, from: session.firstDate, through: session.businessDate, tx: work.tx)
    }

    private func freeze(
        _ session: DrawerSession, expected: Money, unpaid: [DayReport.UnpaidOrder], _ work: Work
    ) throws -> DayReport {
        guard try TillStore.close(sessionID, at: work.now, tx: work.tx),
            let closed = try TillStore.session(sessionID, tx: work.tx)
        else { throw StoredValueError(subject: sessionID.rawValue, column: "closed_at") }
        let report = DayReport(
            number: (try DayReportStore.last(at: locationID, tx: work.tx)?.number ?? 0) + 1,
            session: closed,
            closedBy: work.actor.auditName, closedAt: work.now, expected: expected,
            counted: count.total, piles: count.piles, sums: try sums(of: session, work),
            postingCount: try DayReportStore.postingCount(
                at: locationID, from: session.firstDate, through: session.businessDate,
                tx: work.tx),
            unpaid: unpaid.sorted { $0.id.rawValue < $1.id.rawValue })
        try DayReportStore.insert(report, tx: work.tx)
        work.audit(
            sessionID.rawValue, before: "expected \(expected.minorUnits)",
            after: "counted \(count.total.minorUnits), report \(report.number)")
        return report
    }

    package func kept(_ output: DayReport) -> KeptAnswer {
        KeptAnswer(
            status: 201, subject: sessionID.rawValue, body: Array(String(output.number).utf8))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> DayReport {
        guard let number = Int(String(decoding: record.response ?? [], as: UTF8.self)),
            let report = try DayReportStore.find(at: locationID, number: number, tx: tx)
        else { throw StoredValueError(subject: record.subject, column: "request") }
        return report
    }
}
