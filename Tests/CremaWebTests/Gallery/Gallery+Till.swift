import CremaDomain
import CremaWeb

extension Gallery {
    private static let at = WallTime(year: 2026, month: 3, day: 1, hour: 9, minute: 5)

    /// The drawer in all its states, and its reports.
    static func till(_ context: PageContext) -> [Page] {
        let location = Sample.place.location
        let session = DrawerModel.Session(
            id: ID("session"), businessDate: at, float: Money(100_00), openedAt: at,
            movements: [
                DrawerModel.Movement(
                    kind: .paidOut, amount: Money(3_20), reason: "Milk", at: at),
                DrawerModel.Movement(
                    kind: .paidIn, amount: Money(50_00), reason: "Change", at: at),
            ], cashPostings: 3)
        let unpaid = [
            DayReport.UnpaidOrder(id: ID("order-1"), callNumber: "A042", due: Money(4_50))
        ]
        var inUse = DrawerModel(
            location: location, session: session, lastReport: 3, unpaid: unpaid, requestKey: "key")
        inUse.problem = DrawerProblem("No.", field: "amount")
        inUse.typed = ["amount": "five", "kind": "drop"]
        let closed = DrawerModel(location: location, session: nil, requestKey: "key")
        let locked = DrawerModel(
            location: location, session: nil, lockedDay: at, requestKey: "key")
        let reports = DayReportsModel(places: [
            DayReportsModel.Place(
                location: location, inUse: (session, Money(146_80)), reports: [report()], next: 1),
            DayReportsModel.Place(
                location: Sample.closedPlace.location, inUse: nil, reports: [], next: nil),
        ])
        return [
            Page(name: "drawer", html: DrawerView.page(inUse, context)),
            Page(name: "drawer-none", html: DrawerView.page(closed, context)),
            Page(name: "drawer-locked", html: DrawerView.page(locked, context)),
            Page(name: "drawer-count", html: DrawerView.count(session, inUse, context)),
            Page(name: "day-report", html: DayReportView.page(report(), context)),
            Page(name: "day-reports", html: DayReportsView.page(reports, context)),
        ]
    }

    private static func report() -> DayReportModel {
        let date = LocalDate(dayNumber: 20_000)
        let session = DrawerSession(
            id: ID("session"), locationID: Sample.place.location.id, businessDate: date,
            firstDate: date, float: Money(100_00), openedAt: Timestamp(milliseconds: 0),
            openedBy: "mia")
        func sum(_ kind: PostingKind, _ account: String, _ amount: Int64) -> DayReport.Sum {
            DayReport.Sum(
                isInDrawer: true, kind: kind.rawValue, account: account, amount: Money(amount))
        }
        let report = DayReport(
            number: 3, session: session, closedBy: "mia", closedAt: Timestamp(milliseconds: 1),
            expected: Money(110_00), counted: Money(108_00),
            piles: [CashCount.Pile(value: Money(20_00), pieces: 5)],
            sums: [
                sum(.sale, "cash", -10_00), sum(.sale, "sales", 9_00), sum(.sale, "tax:VAT", 1_00),
                DayReport.Sum(
                    isInDrawer: false, kind: "sale", account: "cash", amount: Money(-2_00)),
            ], postingCount: 3,
            unpaid: [
                DayReport.UnpaidOrder(id: ID("order-1"), callNumber: "A042", due: Money(4_50))
            ])
        return DayReportModel(
            location: Sample.place.location, report: report, firstDate: at, businessDate: at,
            openedAt: at, closedAt: at, closedBy: "Mia")
    }
}
