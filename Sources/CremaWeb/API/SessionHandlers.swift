import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/sessions`
    func createSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(SignInRequest.self, context.request)
        let email = try TypedText.checked(body.email, field: "email")
        let tokens = try await signIn(
            email: email, password: body.password, kind: .api, context)
        return try sessionResponse(tokens)
    }

    /// `POST /api/v1/sessions/refresh`
    func refreshSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try limit(.order, sender: "refresh:" + context.client.description)
        let body = try JSONText.decode(RefreshRequest.self, context.request)
        let tokens: SessionTokens
        do throws(Failure<SignInRefusal>) {
            tokens = try await services.refresh(body.refreshToken)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
        return try sessionResponse(tokens)
    }

    /// `DELETE /api/v1/sessions/current`
    func deleteSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let token = context.accessToken else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        try await signOut(token, context)
        return HTTPResponse(status: 204)
    }

    /// Signs in, with the tight limit on guessing: per address and account, so that a stranger's
    /// tries don't lock the owner out of their own tablet.
    func signIn(
        email: String, password: String, kind: SessionKind, _ context: RequestContext
    ) async throws(Problem) -> SessionTokens {
        let account = EmailAddress.normalized(email).prefix(254)
        try limit(.secret, sender: "\(context.client) \(account)")
        // One address with many accounts is a shop's Wi-Fi, or somebody who guesses.
        try limit(.order, sender: "sign-in:\(context.client)")
        guard password.utf8.count <= 1024 else {
            throw Problem(.invalidField, "The password is too long.", field: "password")
        }
        do throws(Failure<SignInRefusal>) {
            return try await services.signIn(
                email: email, password: password, on: context.origin(kind))
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    func signOut(_ token: String, _ context: RequestContext) async throws(Problem) {
        defer { liveServer?.endStreams(on: LiveChannel.session(LiveSessions.hash(token))) }
        sessions.forget(token)
        do throws(Failure<SignInRefusal>) {
            try await services.signOut(accessToken: token)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    func sessionResponse(_ tokens: SessionTokens) throws(Problem) -> HTTPResponse {
        try HTTPResponse.json(
            SessionResponse(
                accessToken: tokens.access, refreshToken: tokens.refresh ?? "",
                expiresAt: tokens.accessExpiresAt.rfc3339, role: tokens.role.rawValue),
            status: 201)
    }
}
