import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices

extension WebApp {
    private static let reportsPerPage = 10

    /// `GET /bar/{location}/reports/{number}`
    func dayReportPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let place = try await staffPlace(context)
        let report = try await dayReport(at: place.location.id, context)
        return .page(DayReportView.page(model(report, place), pageContext(context)))
    }

    /// `GET /manage/reports`
    func dayReportsPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let wanted = context.query["location"]
        let mine = try await allPlaces().filter { place in
            context.actor.role(at: place.location.id).rank >= Role.manager.rank
                && (wanted == nil || wanted == place.location.id.rawValue)
        }
        guard !mine.isEmpty else { throw ErrorMapping.problem(Denial.forbidden) }
        let before = try positionBefore(context, name: "before")
        var places: [DayReportsModel.Place] = []
        for place in mine {
            let id = place.location.id
            let page = try await read(
                DayReportsQuery(
                    locationID: id, before: before.map { Int($0) },
                    limit: WebApp.reportsPerPage), context)
            let drawer = try await read(DrawerQuery(locationID: id), context).drawer
            let inUse = drawer.flatMap { drawer in
                drawer.expected.map { (session(drawer, place), $0) }
            }
            places.append(
                DayReportsModel.Place(
                    location: place.location, inUse: inUse,
                    reports: page.reports.map { model($0, place) }, next: page.next))
        }
        return .page(DayReportsView.page(DayReportsModel(places: places), pageContext(context)))
    }

    private func model(_ read: ReadDayReport, _ place: PlaceSnapshot) -> DayReportModel {
        let report = read.report
        return DayReportModel(
            location: place.location, report: report,
            firstDate: WallTime(report.session.firstDate),
            businessDate: WallTime(report.session.businessDate),
            openedAt: place.wallTime(report.session.openedAt),
            closedAt: place.wallTime(report.closedAt), closedBy: read.closedBy)
    }
}
