import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/password-resets`
    func createPasswordReset(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(PasswordResetRequest.self, context.request)
        try await askForPasswordReset(
            email: try TypedText.checked(body.email, field: "email"), context)
        return HTTPResponse(status: 202)
    }

    /// The same answer, whether the address is known or not, and a limit on how many mails one
    /// address is sent.
    func askForPasswordReset(
        email: String, _ context: RequestContext
    ) async throws(Problem) {
        try requireMail()
        try limit(.order, sender: "mail:\(context.client)")
        let account = EmailAddress.normalized(email).prefix(254)
        guard isWithin(.mail, sender: String(account)) else {
            // Mails enough are on their way there; who asks isn't told more than others.
            return
        }
        do throws(Failure<Never>) {
            _ = try await services.perform(
                AskForPasswordReset(email: email, language: context.language.tag),
                by: context.actor)
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    func requireMail() throws(Problem) {
        guard settings.sendsMail else {
            throw Problem(.notFound, "This shop sends no mails; its staff can help.")
        }
    }

    /// `POST /api/v1/password-resets/completion`
    func completePasswordReset(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(PasswordResetCompletion.self, context.request)
        try await resetPassword(token: body.token, to: body.password, context)
        return HTTPResponse(status: 204)
    }

    func resetPassword(
        token: String, to password: String, _ context: RequestContext
    ) async throws(Problem) {
        try limit(.order, sender: "mail-link:\(context.client)")
        do throws(Failure<AccountTokenRefusal>) {
            // Whoever was signed in is so no longer, from this moment on.
            sessions.forget(try await services.resetPassword(token: token, to: password))
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    /// `POST /api/v1/users/me/verification`
    func createVerification(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await askForVerification(context)
        return HTTPResponse(status: 202)
    }

    func askForVerification(_ context: RequestContext) async throws(Problem) {
        guard let person = context.actor.person else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        try requireMail()
        try limit(.mail, sender: person.rawValue)
        do throws(Failure<Never>) {
            _ = try await services.perform(
                AskForVerification(person: person, language: context.language.tag),
                by: context.actor)
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    /// `POST /api/v1/verifications`
    func verifyEmail(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(VerificationRequest.self, context.request)
        try await verifyEmail(token: body.token, context)
        return HTTPResponse(status: 204)
    }

    func verifyEmail(token: String, _ context: RequestContext) async throws(Problem) {
        try limit(.order, sender: "mail-link:\(context.client)")
        do throws(Failure<AccountTokenRefusal>) {
            _ = try await services.perform(
                VerifyEmail(token: token, environment: services.environment), by: context.actor)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }
}
