import CremaAPI
import CremaHTTP
import CremaServices

extension WebApp {
    /// `GET /healthz`: the process answers.
    func health(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        plainText("ok\n")
    }

    /// `GET /readyz`: the database answers too.
    func readiness(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        do throws(ReadFailure) {
            _ = try await services.read(LastEventID(), by: .nobody)
        } catch {
            throw ErrorMapping.unavailable("\(error)")
        }
        return plainText("ready\n")
    }

    /// `GET /metrics`, for who has the token.
    func metricsText(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let token = settings.metricsToken else {
            throw Problem(.notFound, "There is nothing at this address.")
        }
        let given = context.request.headers["authorization"] ?? ""
        guard Hash.isEqual(Array(given.utf8), Array(("Bearer " + token).utf8)) else {
            throw Problem(.signInNeeded, "The metrics token is needed.")
        }
        var text = metrics.text() + services.databaseMetrics()
        if let server = liveServer?.statistics {
            text += "# TYPE crema_connections gauge\ncrema_connections \(server.openConnections)\n"
            text += "# TYPE crema_streams gauge\ncrema_streams \(server.openStreams)\n"
            text += "# TYPE crema_slow_streams_total counter\n"
            text += "crema_slow_streams_total \(server.slowStreams)\n"
        }
        return plainText(text)
    }

    /// `GET /assets/{name}`
    func asset(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let name = context.parameters["name"] ?? ""
        guard let file = assets.file(name) else {
            throw Problem(.notFound, "There is nothing at this address.")
        }
        return file.response(to: context.request)
    }

    /// `GET /sw.js`: at the root, since a service worker rules only what lies below it.
    func serviceWorker(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let file = assets.file("sw.js") else {
            throw Problem(.notFound, "There is nothing at this address.")
        }
        return file.response(to: context.request)
    }

    private func plainText(_ text: String) -> HTTPResponse {
        HTTPResponse(
            headers: HeaderLines(contentType: "text/plain; charset=utf-8"),
            body: .bytes(Array(text.utf8)))
    }
}
