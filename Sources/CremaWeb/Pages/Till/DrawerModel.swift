package import CremaDomain

/// What stands against a form of the drawer.
package struct DrawerProblem: Hashable, Sendable {
    /// A sentence.
    package let words: String
    /// The field that it is about; empty for the form as a whole.
    package let field: String

    package init(_ words: String, field: String = "") {
        self.words = words
        self.field = field
    }
}

/// A location's cash drawer.
package struct DrawerModel: Sendable {
    /// Cash that went in or out without a sale.
    package struct Movement: Sendable {
        package let kind: CashMovementKind
        package let amount: Money
        package let reason: String
        package let at: WallTime

        package init(kind: CashMovementKind, amount: Money, reason: String, at: WallTime) {
            self.kind = kind
            self.amount = amount
            self.reason = reason
            self.at = at
        }
    }

    /// The drawer in use.
    package struct Session: Sendable {
        package let id: ID<DrawerSession>
        package let businessDate: WallTime
        package let float: Money
        package let openedAt: WallTime
        /// The latest first.
        package let movements: [Movement]
        /// How often cash came or went.
        package let cashPostings: Int

        package init(
            id: ID<DrawerSession>, businessDate: WallTime, float: Money, openedAt: WallTime,
            movements: [Movement], cashPostings: Int
        ) {
            self.id = id
            self.businessDate = businessDate
            self.float = float
            self.openedAt = openedAt
            self.movements = movements
            self.cashPostings = cashPostings
        }
    }

    package let location: Location
    /// Nil where none is in use.
    package let session: Session?
    /// The day that has its report, where it is still that day.
    package let lockedDay: WallTime?
    /// A report that whoever looks may read.
    package let lastReport: Int?
    package let unpaid: [DayReport.UnpaidOrder]
    /// Makes a repeated form count once.
    package let requestKey: String
    package var problem: DrawerProblem?
    /// What was typed, by field.
    package var typed: [String: String] = [:]

    package init(
        location: Location, session: Session?, lockedDay: WallTime? = nil,
        lastReport: Int? = nil, unpaid: [DayReport.UnpaidOrder] = [], requestKey: String
    ) {
        self.location = location
        self.session = session
        self.lockedDay = lockedDay
        self.lastReport = lastReport
        self.unpaid = unpaid
        self.requestKey = requestKey
    }
}

/// A day's report, at the location's wall clock.
package struct DayReportModel: Sendable {
    package let location: Location
    package let report: DayReport
    package let firstDate: WallTime
    package let businessDate: WallTime
    package let openedAt: WallTime
    package let closedAt: WallTime
    /// Who counted; an id where nobody has that account any more.
    package let closedBy: String

    package init(
        location: Location, report: DayReport, firstDate: WallTime, businessDate: WallTime,
        openedAt: WallTime, closedAt: WallTime, closedBy: String
    ) {
        self.location = location
        self.report = report
        self.firstDate = firstDate
        self.businessDate = businessDate
        self.openedAt = openedAt
        self.closedAt = closedAt
        self.closedBy = closedBy
    }
}

/// Drawers and reports of the places that somebody manages.
package struct DayReportsModel: Sendable {
    /// One of the places.
    package struct Place: Sendable {
        package let location: Location
        /// The drawer in use, and what should be in it.
        package let inUse: (session: DrawerModel.Session, expected: Money)?
        /// The latest first.
        package let reports: [DayReportModel]
        /// Where older ones begin: before this number.
        package let next: Int?

        package init(
            location: Location, inUse: (session: DrawerModel.Session, expected: Money)?,
            reports: [DayReportModel], next: Int?
        ) {
            self.location = location
            self.inUse = inUse
            self.reports = reports
            self.next = next
        }
    }

    package let places: [Place]

    package init(places: [Place]) {
        self.places = places
    }
}
