import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    private static let changesPerPage = 10

    /// `GET /wallet`
    func walletPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let sequence = services.hub.lastID
        let model = try await walletModel(context)
        return .page(WalletView.page(model, pageContext(context, sequence: sequence)))
    }

    /// `GET /wallet/live`
    func walletLive(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .fragment(WalletView.wallet(try await walletModel(context), pageContext(context)))
    }

    /// `GET /wallet/more`
    func moreOfWallet(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .fragment(WalletView.more(try await walletModel(context), pageContext(context)))
    }

    private func walletModel(_ context: RequestContext) async throws(Problem) -> WalletModel {
        let before = try positionBefore(context, name: "before")
        let wallet = try await read(
            WalletQuery(before: before, limit: WebApp.changesPerPage), context)
        // A wallet is the shop's, not a place's: its times are those of the first place.
        guard let person = context.actor.person, let first = try await allPlaces().first else {
            throw Problem(.notFound, "There is no shop here yet.")
        }
        return WalletModel(
            person: person, balance: wallet.balance, currency: first.location.currency,
            version: wallet.version, isFirstPage: before == nil,
            takesCard: services.provider != nil, underWay: wallet.underWay,
            changes: wallet.entries.map { entry in
                WalletModel.Change(
                    kind: entry.kind, orderID: entry.orderID, amount: entry.amount,
                    balance: entry.balance, at: WallTime(first.clock.zone.local(at: entry.at)))
            }, next: wallet.next)
    }

    /// `GET /bar/{location}/top-up`
    func topUpPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let place = try await staffPlace(context)
        let model = TopUpModel(location: place.location, requestKey: newKey())
        return .page(TopUpView.page(model, pageContext(context)))
    }

    /// `POST /bar/{location}/top-up`
    func topUpFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let place = try await staffPlace(context)
        let form = try form(context)
        guard let kind = form["kind"].flatMap({ TenderKind(rawValue: $0) }) else {
            throw Problem(.invalidField, "cash or externalCard is needed.", field: "kind")
        }
        let email = try TypedText.checked(form["email"], field: "email")
        let typed = form["amount"] ?? ""
        // Whoever mends the form before it was answered has another wish, not the same once more.
        let key = RequestKey(
            nameHash: try formKey(form, context).nameHash,
            bodyHash: Hash.sha256(Array("\(email)\n\(typed)\n\(kind.rawValue)".utf8)))
        func page(_ problem: TopUpProblem, status: Int = 422) -> HTTPResponse {
            let keepsKey = problem == .notKnown
            let model = TopUpModel(
                location: place.location, email: email, amount: typed, kind: kind,
                requestKey: keepsKey ? form["key"] ?? newKey() : newKey(), problem: problem)
            return .page(TopUpView.page(model, pageContext(context)), status: status)
        }
        guard let amount = place.location.currency.money(typed: typed) else {
            return page(.amount)
        }
        do throws(Failure<TopUpRefusal>) {
            let done = try await services.perform(
                TopUpWallet(
                    newID: services.environment.makeID(), locationID: place.location.id,
                    email: email, amount: amount, kind: kind), by: context.actor, key: key)
            let model = TopUpModel(
                location: place.location, requestKey: newKey(),
                done: TopUpModel.Done(
                    email: email, amount: done.output.amount, balance: done.output.balance))
            return .page(TopUpView.page(model, pageContext(context)))
        } catch {
            switch error {
            case .refused(.unknownPerson): return page(.unknownPerson)
            case .refused(.ownWallet): return page(.ownWallet)
            case .refused(.amountOutOfRange): return page(.amount)
            case .refused(.walletFull): return page(.walletFull)
            case .keyReused: return page(.sentBefore)
            case .unavailable: return page(.notKnown, status: 503)
            default: throw ErrorMapping.problem(error) { ErrorMapping.problem($0) }
            }
        }
    }

    /// The location of the address, for its staff.
    func staffPlace(_ context: RequestContext) async throws(Problem) -> PlaceSnapshot {
        let place = try await place(context.parameters["location"] ?? "")
        guard context.actor.role(at: place.location.id).isStaff else {
            throw ErrorMapping.problem(
                context.actor.person == nil ? Denial.signInNeeded : .forbidden)
        }
        return place
    }
}
