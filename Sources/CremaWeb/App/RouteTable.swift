import CremaDomain
import CremaHTTP
import Synchronization

/// Every address the server answers. Handlers find the app once it is made.
final class RouteTable: Sendable {
    let router: Router<WebApp.Route>
    private let app: AppReference

    init() {
        let app = AppReference()
        self.app = app
        var router = Router<WebApp.Route>()
        for (method, template, surface, handler) in RouteTable.all {
            router.add(
                method, template,
                WebApp.Route(surface: surface) { (context) async throws(Problem) in
                    guard let app = app.value else {
                        throw Problem(.unavailable, "The server is starting.")
                    }
                    return try await handler(app)(context)
                })
        }
        self.router = router
    }

    func connect(_ value: WebApp) {
        app.connect(value)
    }

    typealias Handler =
        @Sendable (WebApp) -> (RequestContext) async throws(Problem) -> HTTPResponse

    static var all: [Row] { api + plain + pages }

    typealias Row = (HTTPMethod, String, WebApp.Surface, Handler)

    static let api: [Row] = [
        (.get, "/api/v1/locations", .api, { $0.listLocations }),
        (.get, "/api/v1/locations/{id}/menu", .api, { $0.getMenu }),
        (.post, "/api/v1/quotes", .api, { $0.createQuote }),
        (.post, "/api/v1/orders", .api, { $0.createOrder }),
        (.get, "/api/v1/orders", .api, { $0.listOrders }),
        (.get, "/api/v1/orders/{id}", .api, { $0.getOrder }),
        (.post, "/api/v1/orders/{id}/transitions", .api, { $0.createTransition }),
        (.post, "/api/v1/orders/{id}/payments", .api, { $0.createPayment }),
        (.get, "/api/v1/queue", .api, { $0.getQueue }),
        (.get, "/api/v1/requests/{key}", .api, { $0.getRequest }),
        (.post, "/api/v1/sessions", .api, { $0.createSession }),
        (.post, "/api/v1/sessions/refresh", .api, { $0.refreshSession }),
        (.delete, "/api/v1/sessions/current", .api, { $0.deleteSession }),
        (.get, "/api/v1/events", .api, { $0.events }),
    ]

    static let plain: [Row] = [
        (.get, "/healthz", .plain, { $0.health }),
        (.get, "/readyz", .plain, { $0.readiness }),
        (.get, "/metrics", .plain, { $0.metricsText }),
        (.get, "/assets/{name}", .plain, { $0.asset }),
        (.get, "/sw.js", .plain, { $0.serviceWorker }),
    ]

    static let pages: [Row] = []
}

/// The app, known only after its routes are.
private final class AppReference: Sendable {
    private let stored = Mutex<Weak>(Weak())

    private struct Weak {
        weak var app: WebApp?
    }

    var value: WebApp? { stored.withLock { $0.app } }

    func connect(_ app: WebApp) {
        stored.withLock { $0.app = app }
    }
}
