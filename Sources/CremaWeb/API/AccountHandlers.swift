import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `POST /api/v1/users`
    func createUser(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(SignUpRequest.self, context.request)
        let wish = SignUp(
            email: try TypedText.checked(body.email, field: "email"), password: body.password,
            name: try TypedText.checked(body.name, field: "name"),
            wantsNews: body.wantsNews ?? false, language: context.language.tag)
        return try sessionResponse(try await signUp(wish, kind: .api, context))
    }

    /// Makes an account, with the limit on guessing which addresses have one.
    func signUp(
        _ wish: SignUp, kind: SessionKind, _ context: RequestContext
    ) async throws(Problem) -> SessionTokens {
        try limit(.secret, sender: "sign-up:\(context.client)")
        do throws(Failure<SignUpRefusal>) {
            return try await services.signUp(wish, on: context.origin(kind))
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    /// `GET /api/v1/users/me`
    func getUser(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let account = try await read(AccountQuery(), context)
        return try json(UserResponse(account.person, role: context.actor.highestRole))
    }

    /// `PUT /api/v1/users/me`
    func updateUser(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(UserRequest.self, context.request)
        let person = try await changeAccount(
            name: body.name, wantsNews: body.wantsNews, context)
        return try json(UserResponse(person, role: context.actor.highestRole))
    }

    func changeAccount(
        name: String, wantsNews: Bool?, _ context: RequestContext
    ) async throws(Problem) -> PersonRecord {
        let change = ChangeAccount(
            person: context.actor.person,
            personName: try TypedText.checked(name, field: "name"), wantsNews: wantsNews)
        do throws(Failure<ChangeAccountRefusal>) {
            return try await services.perform(change, by: context.actor).output
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
    }

    /// `PUT /api/v1/users/me/password`
    func setPassword(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(PasswordRequest.self, context.request)
        try await changePassword(from: body.current, to: body.new, context)
        return HTTPResponse(status: 204)
    }

    /// Replaces the password; the sessions that end with it are forgotten here at once, and their
    /// streams are cut when they are next looked at.
    func changePassword(
        from old: String, to new: String, _ context: RequestContext
    ) async throws(Problem) {
        let token = try tokenForSecrets(context)
        do throws(Failure<ChangePasswordRefusal>) {
            try await services.changePassword(
                from: old, to: new, accessToken: token, by: context.actor)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, words: Words(context.language))
            }
        }
        forgetSessions(context)
    }

    /// `POST /api/v1/users/me/closing`
    func closeUser(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(ClosingRequest.self, context.request)
        try await closeAccount(password: body.password, context)
        return HTTPResponse(status: 204)
    }

    func closeAccount(password: String, _ context: RequestContext) async throws(Problem) {
        _ = try tokenForSecrets(context)
        let currency = try await allPlaces().first?.location.currency
        do throws(Failure<CloseAccountRefusal>) {
            try await services.closeAccount(password: password, by: context.actor)
        } catch {
            throw ErrorMapping.problem(error) {
                ErrorMapping.problem($0, currency, words: Words(context.language))
            }
        }
        forgetSessions(context)
    }

    /// The access token of whoever tries a password of an own account, held to the limit on that.
    private func tokenForSecrets(_ context: RequestContext) throws(Problem) -> String {
        guard let person = context.actor.person, let token = context.accessToken else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        try limit(.secret, sender: "password:" + person.rawValue)
        return token
    }

    private func forgetSessions(_ context: RequestContext) {
        if let person = context.actor.person { sessions.forget(person) }
    }

    /// `GET /api/v1/users/me/sessions`
    func listSessions(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let account = try await read(AccountQuery(), context)
        return try json(SessionsResponse(sessions: sessionValues(account, context)))
    }

    private func sessionValues(_ account: Account, _ context: RequestContext) -> [SessionValue] {
        account.sessions.map { summary in
            SessionValue(
                id: summary.session.id, kind: summary.session.kind.rawValue,
                client: summary.session.client, startedAt: summary.startedAt.rfc3339,
                refreshedAt: summary.refreshedAt?.rfc3339, expiresAt: summary.endsAt.rfc3339,
                isCurrent: summary.isOf(context.accessToken))
        }
    }

    /// `DELETE /api/v1/users/me/sessions/{id}`
    func endSession(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        try await endSessions(.one(id: context.parameters["id"] ?? ""), context)
        return HTTPResponse(status: 204)
    }

    func endSessions(
        _ which: EndSessions.Which, _ context: RequestContext
    ) async throws(Problem) {
        do throws(Failure<Never>) {
            _ = try await services.perform(
                EndSessions(person: context.actor.person, which: which), by: context.actor)
        } catch {
            throw ErrorMapping.problem(error)
        }
        forgetSessions(context)
    }

    /// `POST /api/v1/claims`
    func createClaim(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let body = try JSONText.decode(ClaimRequest.self, context.request)
        guard context.actor.person != nil else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        guard let id = services.environment.secrets.order(ofToken: body.token) else {
            throw Problem(.invalidField, "That isn't a guest's token of ours.", field: "token")
        }
        return try orderResponse(try await claim(ClaimOrder(id: id), context))
    }

    func claim<U: UseCase>(
        _ claim: U, _ context: RequestContext
    ) async throws(Problem) -> U.Output where U.Refusal == Never {
        do throws(Failure<Never>) {
            return try await services.perform(claim, by: context.actor).output
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    /// `GET /api/v1/users/me/export`
    func exportUser(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let person = context.actor.person else {
            throw ErrorMapping.problem(Denial.signInNeeded)
        }
        // It reads all that there is of somebody: not for every second.
        try limit(.secret, sender: "export:" + person.rawValue)
        let account = try await read(AccountQuery(), context)
        let wallet = try await read(WalletQuery(), context)
        let currency = try await shopCurrency()
        return try json(
            ExportResponse(
                user: UserResponse(account.person, role: context.actor.highestRole),
                sessions: sessionValues(account, context),
                orders: try await allOrders(of: person),
                carts: try await read(OwnCartsQuery(), context).map(ExportedCart.init),
                wallet: WalletResponse(
                    balance: MoneyValue(wallet.balance, currency), version: wallet.version),
                walletTransactions: try await allTransactions(currency, context)))
    }

    private func allOrders(of person: ID<Person>) async throws(Problem) -> [OrderResponse] {
        var all: [OrderResponse] = []
        var cursor: OrderCursor?
        repeat {
            let page: OrdersPage
            do throws(ReadFailure) {
                page = try await services.read(
                    MyOrdersQuery(after: cursor, limit: WebApp.exportPage),
                    by: Actor(person: person))
            } catch {
                throw ErrorMapping.problem(error)
            }
            all += page.orders.map { OrderResponse($0.order) }
            cursor = page.next
        } while cursor != nil
        return all
    }

    private func allTransactions(
        _ currency: Currency, _ context: RequestContext
    ) async throws(Problem) -> [WalletTransactionValue] {
        var all: [WalletTransactionValue] = []
        var before: Int64?
        repeat {
            let page = try await read(
                WalletQuery(before: before, limit: WebApp.exportPage), context)
            all += page.entries.map { WalletTransactionValue($0, currency) }
            before = page.next
        } while before != nil
        return all
    }

    private static let exportPage = 100
}

extension RequestContext {
    /// Where somebody signs in with this request.
    func origin(_ kind: SessionKind) -> SessionOrigin {
        SessionOrigin(
            kind: kind, client: ClientName.words(request.headers["user-agent"]),
            device: kind == .browser ? actor.device : nil)
    }
}

extension SessionSummary {
    /// When it ends by itself: a browser's has no token to go on with.
    var endsAt: Timestamp {
        session.kind == .browser ? session.accessExpiresAt : session.expiresAt
    }

    func isOf(_ accessToken: String?) -> Bool {
        accessToken.map { Hash.sha256(Array($0.utf8)) == session.accessHash } ?? false
    }
}

extension ExportedCart {
    init(_ cart: StoredCart) {
        self.init(
            locationId: cart.locationID.rawValue,
            lines: cart.lines.map { stored in
                ExportedLine(
                    itemId: stored.line.itemID.rawValue, quantity: stored.line.quantity,
                    request: stored.line.request, cupName: stored.line.cupName)
            })
    }
}

extension UserResponse {
    init(_ person: PersonRecord, role: Role) {
        self.init(
            id: person.id.rawValue, email: person.email, name: person.name, role: role.rawValue,
            newsSince: person.newsSince?.rfc3339, emailVerified: person.emailVerifiedAt != nil)
    }
}

extension WalletTransactionValue {
    init(_ entry: AccountEntry, _ currency: Currency) {
        self.init(
            id: String(entry.postingID), at: entry.at.rfc3339, kind: entry.kind,
            amount: MoneyValue(entry.amount, currency),
            balance: MoneyValue(entry.balance, currency), orderId: entry.orderID?.rawValue)
    }
}
