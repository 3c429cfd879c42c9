import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /sign-in`
    func signInPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let target = context.query["return"].flatMap { Path(returning: $0) } ?? .home
        return .page(
            SignInView.page(
                SignInModel(returnPath: target, sendsMail: settings.sendsMail), pageContext(context)
            ))
    }

    /// `POST /sign-in`
    func signInFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let email = form["email"] ?? ""
        let target = form["return"].flatMap { Path(returning: $0) } ?? .home
        let tokens: SessionTokens
        do throws(Problem) {
            tokens = try await signIn(
                email: email, password: form["password"] ?? "", kind: .browser, context)
        } catch {
            let problem: SignInProblem
            switch error.kind {
            case .signInFailed, .invalidField: problem = .wrong
            case .tooManyRequests:
                problem = .tooManyTries(seconds: error.retryAfterSeconds ?? 60)
            default: throw error
            }
            let model = SignInModel(
                email: email, returnPath: target, problem: problem,
                sendsMail: settings.sendsMail)
            return .page(
                SignInView.page(model, pageContext(context)), status: error.kind.status)
        }
        let lands = target == .home && tokens.role.isStaff ? Path.bars : target
        return try await signedIn(tokens, lands: lands, context)
    }

    /// Goes on as the one who signed in.
    func signedIn(
        _ tokens: SessionTokens, lands: Path, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        // A session of before ends: it is replaced, never shared (session fixation).
        if let old = context.accessToken { try await signOut(old, context) }
        var response = HTTPResponse.seeOther(lands)
        let seconds = Int(SessionLifetime.browserMilliseconds / 1000)
        if let cookie = CookieNames.set(CookieNames.session, tokens.access, seconds: seconds) {
            response.headers.add(cookie)
        }
        return response
    }

    /// `POST /sign-out`
    func signOutFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        if let token = context.accessToken { try await signOut(token, context) }
        var response = HTTPResponse.seeOther(.home)
        if let cookie = CookieNames.clear(CookieNames.session) { response.headers.add(cookie) }
        return response
    }
}
