import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /sign-up`
    func signUpPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person == nil else { return .seeOther(.account()) }
        var model = SignUpModel()
        model.returnPath = returnPath(context.query["return"])
        return .page(SignUpView.page(model, pageContext(context)))
    }

    /// `POST /sign-up`
    func signUpFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        var model = SignUpModel()
        model.email = form["email"] ?? ""
        model.name = form["name"] ?? ""
        model.wantsNews = form["news"] != nil
        model.returnPath = returnPath(form["return"])
        let tokens: SessionTokens
        do throws(Problem) {
            tokens = try await signUp(
                SignUp(
                    email: try TypedText.checked(model.email, field: "email"),
                    password: form["password"] ?? "",
                    name: try TypedText.checked(model.name, field: "name"),
                    wantsNews: model.wantsNews, language: context.language.tag), kind: .browser,
                context)
        } catch {
            model.problem = try formProblem(error, context)
            return .page(
                SignUpView.page(model, pageContext(context)), status: error.kind.status)
        }
        endDeviceStreams(context)
        let lands =
            model.returnPath == .home ? Path.account(notice: .welcome) : model.returnPath
        return try await signedIn(tokens, lands: lands, context)
    }

    /// The browser's orders are its person's by now: its tabs connect again, to hear of them.
    private func endDeviceStreams(_ context: RequestContext) {
        guard let device = context.actor.device else { return }
        liveServer?.endStreams(on: LiveChannel.owner(Owner.device(device).text))
    }

    /// `GET /account`
    func accountPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        var model = try await accountModel(context)
        model.notice = context.query["done"].flatMap { AccountNotice(rawValue: $0) }
        return .page(AccountView.page(model, pageContext(context)))
    }

    private func accountModel(_ context: RequestContext) async throws(Problem) -> AccountModel {
        let account = try await read(AccountQuery(), context)
        // An account is the shop's, not a place's: its times are those of the first place.
        guard let first = try await allPlaces().first else {
            throw Problem(.notFound, "There is no shop here yet.")
        }
        return AccountModel(
            email: account.person.email,
            canVerify: settings.sendsMail && account.person.emailVerifiedAt == nil,
            name: account.person.name,
            wantsNews: account.person.newsSince != nil,
            sessions: account.sessions.map { summary in
                AccountModel.OpenSession(
                    id: summary.session.id, client: summary.session.client,
                    since: WallTime(first.clock.zone.local(at: summary.startedAt)),
                    isCurrent: summary.isOf(context.accessToken))
            }, claimableOrders: account.claimableOrders)
    }

    /// The page once more, with what stands against one of its forms.
    func accountPage(
        _ form: AccountForm, _ problem: Problem, _ context: RequestContext,
        change: (inout AccountModel) -> Void = { _ in }
    ) async throws(Problem) -> HTTPResponse {
        var model = try await accountModel(context)
        model.problem = (form, try formProblem(problem, context))
        change(&model)
        return .page(
            AccountView.page(model, pageContext(context)), status: problem.kind.status)
    }

    /// What a form says of a problem; what isn't the form's fault is thrown on.
    func formProblem(
        _ problem: Problem, _ context: RequestContext
    ) throws(Problem) -> FormProblem {
        switch problem.kind {
        case .invalidField, .emailTaken, .accountNotSettled, .lastOwner:
            return FormProblem(field: problem.field ?? "", sentence: problem.detail)
        case .tooManyRequests:
            let seconds = problem.retryAfterSeconds ?? 60
            return FormProblem(
                field: "", sentence: Words(context.language)(.tryAgainSeconds, seconds))
        default: throw problem
        }
    }

    private func returnPath(_ text: String?) -> Path {
        text.flatMap { Path(returning: $0) } ?? .home
    }

    /// `POST /account/profile`
    func changeProfile(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let (name, news) = (form["name"] ?? "", form["news"] != nil)
        do throws(Problem) {
            _ = try await changeAccount(name: name, wantsNews: news, context)
        } catch {
            return try await accountPage(.profile, error, context) {
                ($0.name, $0.wantsNews) = (name, news)
            }
        }
        return .seeOther(.account(notice: .saved))
    }

    /// `POST /account/password`
    func changePasswordFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        do throws(Problem) {
            try await changePassword(
                from: form["current"] ?? "", to: form["new"] ?? "", context)
        } catch {
            return try await accountPage(.password, error, context)
        }
        return .seeOther(.account(notice: .password))
    }

    /// `POST /account/sessions/{id}/end`
    func endSessionFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        do throws(Problem) {
            try await endSessions(.one(id: context.parameters["id"] ?? ""), context)
        } catch {
            // One that was over already is as it was asked to be.
            guard error.kind == .notFound, context.actor.person != nil else { throw error }
        }
        return .seeOther(.account(notice: .sessions))
    }

    /// `POST /account/sessions/end-others`
    func endOtherSessions(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let token = context.accessToken else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        try await endSessions(.allBut(accessToken: token), context)
        return .seeOther(.account(notice: .sessions))
    }

    /// `POST /account/claim`
    func claimFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        _ = try await claim(
            ClaimDeviceOrders(person: context.actor.person, device: context.actor.device), context)
        endDeviceStreams(context)
        return .seeOther(.account(notice: .claimed))
    }

    /// `GET /account/export`
    func exportFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        var response = try await exportUser(context)
        response.headers.add(
            "Content-Disposition", "attachment; filename=\"crema.json\"")
        return response
    }

    /// `POST /account/close`
    func closeFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        do throws(Problem) {
            try await closeAccount(password: form["password"] ?? "", context)
        } catch {
            return try await accountPage(.closing, error, context)
        }
        if let token = context.accessToken {
            liveServer?.endStreams(on: LiveChannel.session(LiveSessions.hash(token)))
        }
        var page = pageContext(context)
        page.personName = ""
        page.role = .guest
        var response = HTTPResponse.page(AccountView.closed(page))
        if let cookie = CookieNames.clear(CookieNames.session) { response.headers.add(cookie) }
        return response
    }
}
