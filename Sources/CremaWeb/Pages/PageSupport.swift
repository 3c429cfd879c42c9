import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices

extension HTTPResponse {
    /// A whole page.
    static func page(_ html: HTML, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderLines(contentType: "text/html; charset=utf-8"),
            body: .bytes(html.document))
    }

    /// A part of a page, for htmx.
    static func fragment(_ html: HTML, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderLines(contentType: "text/html; charset=utf-8"),
            body: .bytes(html.bytes))
    }

    /// "See there", after a form (RFC 9110, section 15.4.4).
    static func seeOther(_ path: Path) -> HTTPResponse {
        var response = HTTPResponse(status: 303)
        _ = response.headers.add("Location", path.text)
        return response
    }
}

extension WebApp {
    /// What every page needs to know.
    func pageContext(_ context: RequestContext, sequence: Int64? = nil) -> PageContext {
        var page = PageContext()
        page.language = context.language
        page.theme =
            context.cookies[CookieNames.theme].flatMap { Theme(rawValue: $0) } ?? .system
        page.assets = AssetLinks(assets.names)
        page.role = context.actor.highestRole
        page.personName = context.actor.person == nil ? "" : context.actor.highestRole.rawValue
        page.shopName = settings.shopName
        page.sequence = sequence ?? services.hub.lastID
        page.path = Path(returning: context.request.target) ?? .home
        return page
    }

    /// A failure as a page, or as a sentence for htmx.
    func errorPage(
        _ problem: Problem, _ request: HTTPRequest, requestID: String
    ) -> HTTPResponse {
        var page = PageContext()
        let cookies = Cookies(request.headers)
        page.language =
            cookies[CookieNames.language].flatMap { Language(rawValue: $0) }
            ?? Language(acceptLanguage: request.headers["accept-language"] ?? "")
        page.theme = cookies[CookieNames.theme].flatMap { Theme(rawValue: $0) } ?? .system
        page.assets = AssetLinks(assets.names)
        page.sequence = nil
        page.shopName = settings.shopName
        let model = ErrorModel(
            kind: ErrorModel.Kind(problem.kind.status), requestID: requestID,
            retryAfterSeconds: problem.retryAfterSeconds)
        return .page(ErrorView.page(model, page), status: problem.kind.status)
    }
}

extension ErrorModel.Kind {
    /// The page for a status; the general one where there is none of its own.
    init(_ status: Int) {
        switch status {
        case 401: self = .forbidden
        case 412: self = .conflict
        case 415, 428: self = .badRequest
        default: self = ErrorModel.Kind(rawValue: status) ?? .unexpected
        }
    }
}
