import CremaAPI
import CremaDomain
package import CremaHTTP
package import CremaServices
import CremaStore
import Synchronization

/// Answers requests: works out who asks, holds the limits, finds the handler, adds what every
/// answer carries, and writes the log.
package final class WebApp: Sendable {
    typealias Handler = @Sendable (RequestContext) async throws(Problem) -> HTTPResponse

    package let services: Services
    package let settings: WebSettings
    let limiter = RateLimiter()
    let loads = LoadBoard()
    let sessions = SessionCache()
    let assets: Assets
    let rendered = RenderedMenus()
    let liveSessions: LiveSessions
    let metrics = Metrics()
    private let requestIDs = RequestIDs()
    private let router: Router<Route>
    private let log: @Sendable (AccessLine) -> Void
    private let live = Mutex<LiveStreams?>(nil)
    private let server = Mutex<HTTPServer?>(nil)

    /// The server whose streams hear of events; nil before it is connected.
    var liveServer: HTTPServer? { server.withLock { $0 } }

    /// How a route's failures are shown.
    enum Surface: Sendable {
        /// JSON problem documents.
        case api
        /// Pages.
        case page
        /// The stream of pages.
        case stream
        /// Neither limited nor signed in: probes, assets.
        case plain

        /// Asked by a browser, which has cookies.
        var isBrowsers: Bool { self == .page || self == .stream }
    }

    struct Route: Sendable {
        let surface: Surface
        let handler: Handler
    }

    package init(
        services: Services, settings: WebSettings,
        log: @escaping @Sendable (AccessLine) -> Void
    ) {
        self.services = services
        self.settings = settings
        self.log = log
        assets = Assets()
        liveSessions = LiveSessions(services: services)
        let table = RouteTable()
        router = table.router
        table.connect(self)
    }

    /// Connects the event hub to a server's streams.
    package func connect(_ server: HTTPServer) {
        let streams = LiveStreams(server: server)
        live.withLock { $0 = streams }
        self.server.withLock { $0 = server }
        liveSessions.start(server)
        services.hub.connect { streams.send($0) }
        services.hub.listen { [places = services.places] event in
            guard event.kind == .menu || event.kind == .location else { return }
            places.markStale(ID(event.locationID))
        }
    }

    /// A stream of the server's was closed.
    package func streamClosed(_ stream: StreamID) {
        liveSessions.closed(stream)
    }

    /// Ends what runs beside the requests.
    package func stop() {
        liveSessions.stop()
    }

    /// Answers one request.
    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        let started = ContinuousClock.now
        let requestID = requestIDs.next()
        let path = request.path
        var response: HTTPResponse
        var cause = ""
        let match = router.match(request.method == .head ? .get : request.method, path: path)
        switch match {
        case .found(let route, let parameters):
            do throws(Problem) {
                let context = try await context(
                    request, id: requestID, parameters: parameters, surface: route.surface)
                response = try await route.handler(context)
                if let device = context.newDevice { addDevice(device, to: &response) }
            } catch {
                cause = error.cause
                response = failure(error, surface: route.surface, request, requestID: requestID)
            }
        case .methodNotAllowed(let allowed):
            response = failure(
                Problem(.methodNotAllowed, "This address doesn't take \(request.method.rawValue)."),
                surface: surface(of: path), request, requestID: requestID)
            _ = response.headers.add("Allow", allowed.map(\.rawValue).joined(separator: ", "))
        case .notFound:
            response = failure(
                Problem(.notFound, "There is nothing at this address."),
                surface: surface(of: path), request, requestID: requestID)
        }
        finish(&response, requestID: requestID, path: path)
        let elapsed = started.duration(to: .now)
        let microseconds = elapsed.microseconds
        metrics.count(status: response.status, microseconds: microseconds)
        log(
            AccessLine(
                at: services.environment.now(), requestID: requestID,
                method: request.method.rawValue, path: path, status: response.status,
                microseconds: microseconds, bytes: response.body.byteCount,
                client: settings.trustedFronts.client(of: request), error: cause))
        return response
    }

    private func surface(of path: String) -> Surface {
        if path.hasPrefix("/api/") { return .api }
        switch path {
        case "/healthz", "/readyz", "/metrics", "/sw.js": return .plain
        default:
            let isPlain = path.hasPrefix("/assets/") || path.hasPrefix("/problems/")
            return isPlain ? .plain : .page
        }
    }

    private func addDevice(_ device: ID<Device>, to response: inout HTTPResponse) {
        let value = services.environment.secrets.signed(device.rawValue, purpose: "device")
        if let cookie = CookieNames.set(CookieNames.device, value) { response.headers.add(cookie) }
    }

    private func failure(
        _ problem: Problem, surface: Surface, _ request: HTTPRequest, requestID: String
    ) -> HTTPResponse {
        var response =
            !surface.isBrowsers || request.headers["accept"] == "application/json"
            ? .problem(problem, requestID: requestID)
            : errorPage(problem, request, requestID: requestID)
        if problem.kind.status == 401, !surface.isBrowsers {
            response.headers.add("WWW-Authenticate", "Bearer realm=\"crema\"")
        }
        if let seconds = problem.retryAfterSeconds { response.headers.add("Retry-After", seconds) }
        return response
    }

    /// What every answer carries.
    private func finish(_ response: inout HTTPResponse, requestID: String, path: String) {
        _ = response.headers.add("X-Request-Id", requestID)
        response.headers.append(
            surface(of: path) == .page ? CommonLines.page : CommonLines.data)
        // A page that shows a payment provider's fields says itself whom it talks to.
        if !response.headers.contains("content-security-policy") {
            response.headers.append(
                surface(of: path) == .page
                    ? CommonLines.pagePolicy
                    : path == "/sw.js" ? CommonLines.workerPolicy : CommonLines.nothing)
        }
        // The engine writes that line of a stream.
        if case .events = response.body { return }
        if !response.headers.contains("cache-control") {
            response.headers.add("Cache-Control", "no-store")
        }
    }
}

/// Header lines that are the same on every answer of a kind, made once.
private enum CommonLines {
    static let nothing = policy(SecurityPolicy.nothing)
    static let workerPolicy = policy(SecurityPolicy.worker)
    static let pagePolicy: HeaderLines = {
        var lines = HeaderLines()
        _ = lines.add("Content-Security-Policy", SecurityPolicy.page)
        return lines
    }()
    static let data: HeaderLines = {
        var lines = HeaderLines()
        lines.add("X-Content-Type-Options", "nosniff")
        lines.add("Referrer-Policy", "same-origin")
        return lines
    }()
    static let page: HeaderLines = {
        var lines = data
        lines.add("Cross-Origin-Opener-Policy", "same-origin")
        lines.add("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
        return lines
    }()

    private static func policy(_ policy: StaticString) -> HeaderLines {
        var lines = HeaderLines()
        lines.add("Content-Security-Policy", policy)
        return lines
    }
}

/// Names requests, so that a line of the log and what somebody saw can be brought together: no two
/// are the same, also not of two runs or two instances.
private final class RequestIDs: Sendable {
    private let run = Base64URL.encode(Hash.random(9))
    private let count = Atomic<UInt64>(0)

    func next() -> String {
        run + "-" + String(count.wrappingAdd(1, ordering: .relaxed).newValue, radix: 36)
    }
}

/// What pages may load and run: files of this server, nothing inline, no frames.
enum SecurityPolicy {
    static let page = page(with: nil)

    /// - Parameter script: a payment provider's, which shows its own fields.
    static func page(with script: CardScript?) -> String {
        func sources(_ origins: [String]?) -> String {
            (["'self'"] + (origins ?? [])).joined(separator: " ")
        }
        let frames = script?.frames ?? []
        return """
            default-src 'none'; script-src \(sources(script?.scripts)); style-src 'self'; \
            img-src 'self' data:; connect-src \(sources(script?.calls)); \
            frame-src \(frames.isEmpty ? "'none'" : frames.joined(separator: " ")); \
            form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
            frame-ancestors 'none'
            """
    }

    static let nothing: StaticString = "default-src 'none'"
    /// The same, with a payment provider's own fields.
    static func text(with script: CardScript) -> String {
        """
        default-src 'none'; script-src 'self' \(script.scripts.joined(separator: " ")); \
        style-src 'self'; img-src 'self' data:; \
        connect-src 'self' \(script.calls.joined(separator: " ")); \
        frame-src \(script.frames.isEmpty ? "'none'" : script.frames.joined(separator: " ")); \
        form-action 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; \
        frame-ancestors 'none'
        """
    }

    /// A service worker is bound by the policy that it came with: it fetches pages and files.
    static let worker: StaticString = "default-src 'none'; connect-src 'self'"
}

extension Duration {
    /// Whole microseconds.
    fileprivate var microseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
    }
}

extension HTTPResponse.Body {
    /// Bytes that are known before sending.
    var byteCount: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .shared(let bytes): bytes.count
        case .events: 0
        }
    }
}
