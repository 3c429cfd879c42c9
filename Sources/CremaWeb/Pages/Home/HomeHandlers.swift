import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /`
    func homePage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let sequence = services.hub.lastID
        let loads = try await currentLoads()
        let places = try await allPlaces().map { place($0, load: loads[$0.location.id]) }
        let mine = try await read(MyOrdersQuery(after: nil, limit: 5), context)
        var open: [OrderModel] = []
        for record in mine.orders where !record.order.state.isFinal {
            open.append(try await orderModel(record, context))
        }
        let model = HomeModel(places: places, openOrders: open)
        return .page(HomeView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `GET /offline`
    func offlinePage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .page(OfflineView.page(pageContext(context)))
    }

    /// `POST /settings`: language and theme.
    func changeSettings(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        var response = HTTPResponse.seeOther(
            form["return"].flatMap { Path(returning: $0) } ?? .home)
        if let language = form["language"] {
            guard let known = Language(rawValue: language) else {
                throw Problem(.invalidField, "There is no such language.", field: "language")
            }
            if let cookie = CookieNames.set(CookieNames.language, known.rawValue) {
                response.headers.add(cookie)
            }
        }
        if let theme = form["theme"] {
            guard let known = Theme(rawValue: theme) else {
                throw Problem(.invalidField, "There is no such theme.", field: "theme")
            }
            if let cookie = CookieNames.set(CookieNames.theme, known.rawValue) {
                response.headers.add(cookie)
            }
        }
        return response
    }
}
