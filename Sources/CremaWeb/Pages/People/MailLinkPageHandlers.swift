import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices

extension WebApp {
    /// `GET /forgot-password`
    func forgotPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard settings.sendsMail else {
            throw Problem(.notFound, "This shop sends no mails.")
        }
        return .page(MailLinkView.forgot(email: "", problem: nil, pageContext(context)))
    }

    /// `POST /forgot-password`
    func forgotFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let email = try form(context)["email"] ?? ""
        do throws(Problem) {
            try await askForPasswordReset(
                email: try TypedText.checked(email, field: "email"), context)
        } catch {
            let page = MailLinkView.forgot(
                email: email, problem: try formProblem(error, context), pageContext(context))
            return .page(page, status: error.kind.status)
        }
        return .page(MailLinkView.sent(pageContext(context)))
    }

    /// `GET /reset-password?token=`
    func resetPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let token = context.query["token"] ?? ""
        do throws(Failure<AccountTokenRefusal>) {
            _ = try await services.holder(of: token, .passwordReset)
        } catch .refused {
            return .page(MailLinkView.notValid(pageContext(context)), status: 422)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
        return .page(MailLinkView.reset(token: token, problem: nil, pageContext(context)))
    }

    /// `POST /reset-password`
    func resetFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let token = form["token"] ?? ""
        do throws(Problem) {
            try await resetPassword(token: token, to: form["password"] ?? "", context)
        } catch {
            let problem = try formProblem(error, context)
            guard problem.field != "token" else {
                return .page(MailLinkView.notValid(pageContext(context)), status: 422)
            }
            return .page(
                MailLinkView.reset(token: token, problem: problem, pageContext(context)),
                status: error.kind.status)
        }
        let words = Words(context.language)
        return .page(MailLinkView.done(words(.resetDone), pageContext(context)))
    }

    /// `GET /verify-email?token=`
    func verifyPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let token = context.query["token"] ?? ""
        return .page(MailLinkView.verify(token: token, problem: nil, pageContext(context)))
    }

    /// `POST /verify-email`
    func verifyFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let token = try form(context)["token"] ?? ""
        do throws(Problem) {
            try await verifyEmail(token: token, context)
        } catch {
            let page = MailLinkView.verify(
                token: token, problem: try formProblem(error, context), pageContext(context))
            return .page(page, status: error.kind.status)
        }
        let words = Words(context.language)
        return .page(MailLinkView.done(words(.verifyDone), pageContext(context)))
    }

    /// `POST /account/verification`
    func askForVerificationFromPage(
        _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        do throws(Problem) {
            try await askForVerification(context)
        } catch {
            return try await accountPage(.profile, error, context)
        }
        return .seeOther(.account(notice: .mailed))
    }
}
