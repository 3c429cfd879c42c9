import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /bar/{location}/drawer`
    func drawerPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let model = try await drawerModel(try await staffPlace(context), context)
        return .page(DrawerView.page(model, pageContext(context)))
    }

    /// `GET /bar/{location}/drawer/count`
    func countPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let model = try await drawerModel(try await staffPlace(context), context)
        guard let session = model.session else { return .seeOther(.drawer(model.location.id)) }
        return .page(DrawerView.count(session, model, pageContext(context)))
    }

    /// `POST /bar/{location}/drawer/open`
    func openDrawerFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let place = try await staffPlace(context)
        let form = try form(context)
        guard let float = place.location.currency.money(typed: form["float"] ?? "") else {
            return try await again(place, form, badAmount("float", context), context)
        }
        do throws(Failure<OpenDrawerRefusal>) {
            _ = try await services.perform(
                OpenDrawer(
                    newID: services.environment.makeID(), locationID: place.location.id,
                    float: float), by: context.actor, key: drawerKey(form, context))
        } catch {
            return try await again(place, form, try against(error, context), context)
        }
        return .seeOther(.drawer(place.location.id))
    }

    /// `POST /bar/{location}/drawer/movements`
    func moveCashFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let place = try await staffPlace(context)
        let form = try form(context)
        guard let kind = form["kind"].flatMap({ CashMovementKind(rawValue: $0) }) else {
            throw Problem(.invalidField, "paidIn, paidOut or drop is needed.", field: "kind")
        }
        guard let amount = place.location.currency.money(typed: form["amount"] ?? "") else {
            return try await again(place, form, badAmount("amount", context), context)
        }
        let move = MoveCash(
            locationID: place.location.id, sessionID: try drawerID(form), kind: kind,
            amount: amount, reason: try TypedText.checked(form["reason"], field: "reason"))
        do throws(Failure<MoveCashRefusal>) {
            _ = try await services.perform(
                move, by: context.actor, key: drawerKey(form, context))
        } catch {
            return try await again(place, form, try against(error, context), context)
        }
        return .seeOther(.drawer(place.location.id))
    }

    /// `POST /bar/{location}/drawer/count`
    func countFromPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let place = try await staffPlace(context)
        let form = try form(context)
        let location = place.location
        guard let count = form.cashCount(location.currency) else {
            let problem = DrawerProblem(Words(context.language)(.drawerBadCount), field: "total")
            return try await again(place, form, (problem, 422), context, isCount: true)
        }
        let orders =
            form["seen"] == "1"
            ? (form["orders"] ?? "").split(separator: ",").map { ID<Order>(String($0)) } : []
        let counting = CountDrawer(
            locationID: location.id, sessionID: try drawerID(form), count: count,
            acknowledged: Set(orders), seenCashPostings: form["postings"].flatMap { Int($0) })
        do throws(Failure<CountDrawerRefusal>) {
            let report = try await services.perform(
                counting, by: context.actor, key: drawerKey(form, context)
            ).output
            return .seeOther(.dayReport(location.id, report.number))
        } catch {
            let problem = try against(error, location.currency, context)
            return try await again(place, form, problem, context, isCount: true)
        }
    }

    private typealias Refused = (problem: DrawerProblem, status: Int)

    private func badAmount(_ field: String, _ context: RequestContext) -> Refused {
        (DrawerProblem(Words(context.language)(.drawerBadAmount), field: field), 422)
    }

    /// The page once more, with what stands against it.
    private func again(
        _ place: PlaceSnapshot, _ form: FormFields, _ refused: Refused,
        _ context: RequestContext, isCount: Bool = false
    ) async throws(Problem) -> HTTPResponse {
        let key = refused.status == 503 ? form["key"] : nil
        var model = try await drawerModel(place, context, key: key)
        model.problem = refused.problem
        let names =
            ["float", "kind", "amount", "reason", "total", "seen"]
            + place.location.currency.denominations.map { "d\($0.minorUnits)" }
        for name in names { model.typed[name] = form[name] }
        let page = pageContext(context)
        if isCount, let session = model.session {
            return .page(DrawerView.count(session, model, page), status: refused.status)
        }
        return .page(DrawerView.page(model, page), status: refused.status)
    }

    private func against(
        _ failure: Failure<OpenDrawerRefusal>, _ context: RequestContext
    ) throws(Problem) -> Refused {
        let words = Words(context.language)
        return try shown(failure, words) { ErrorMapping.problem($0, words: words) }
    }

    private func against(
        _ failure: Failure<MoveCashRefusal>, _ context: RequestContext
    ) throws(Problem) -> Refused {
        let words = Words(context.language)
        return try shown(failure, words) { ErrorMapping.problem($0, words: words) }
    }

    private func against(
        _ failure: Failure<CountDrawerRefusal>, _ currency: Currency, _ context: RequestContext
    ) throws(Problem) -> Refused {
        let words = Words(context.language)
        return try shown(failure, words) { ErrorMapping.problem($0, currency, words: words) }
    }

    /// What a person can mend stands on the page; all else is an error's page.
    private func shown<Refusal>(
        _ failure: Failure<Refusal>, _ words: Words, refused: (Refusal) -> Problem
    ) throws(Problem) -> Refused {
        switch failure {
        case .refused(let refusal):
            let problem = refused(refusal)
            return (
                DrawerProblem(problem.detail, field: problem.field ?? ""), problem.kind.status
            )
        case .keyReused: return (DrawerProblem(words(.drawerSentBefore)), 422)
        case .unavailable: return (DrawerProblem(words(.drawerNotKnown)), 503)
        case .denied, .versionMissing, .stale, .broken:
            throw ErrorMapping.problem(failure, refused: refused)
        }
    }

    /// Whoever mends a form before it was answered has another wish, not the same once more.
    private func drawerKey(
        _ form: FormFields, _ context: RequestContext
    ) -> RequestKey? {
        guard let key = formKeyOrNil(form, context) else { return nil }
        return RequestKey(
            nameHash: key.nameHash, bodyHash: Hash.sha256(context.request.body))
    }

    private func drawerID(_ form: FormFields) throws(Problem) -> ID<DrawerSession> {
        guard let id = form["session"].flatMap({ ID<DrawerSession>(checking: $0) }) else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        return id
    }

    private func drawerModel(
        _ place: PlaceSnapshot, _ context: RequestContext, key: String? = nil
    ) async throws(Problem) -> DrawerModel {
        let answer = try await read(DrawerQuery(locationID: place.location.id), context)
        var lockedDay: WallTime?
        if case .locked(let last) = answer.till,
            place.clock.businessDate(at: services.environment.now()) <= last
        {
            lockedDay = WallTime(last)
        }
        return DrawerModel(
            location: place.location, session: answer.drawer.map { session($0, place) },
            lockedDay: lockedDay, lastReport: answer.lastReport, unpaid: answer.unpaid,
            requestKey: key ?? newKey())
    }

    func session(
        _ drawer: DrawerQuery.Drawer, _ place: PlaceSnapshot
    ) -> DrawerModel.Session {
        DrawerModel.Session(
            id: drawer.session.id, businessDate: WallTime(drawer.session.businessDate),
            float: drawer.session.float, openedAt: place.wallTime(drawer.session.openedAt),
            movements: drawer.movements.reversed().map {
                DrawerModel.Movement(
                    kind: $0.kind, amount: $0.amount, reason: $0.reason, at: place.wallTime($0.at))
            }, cashPostings: drawer.cashPostings)
    }
}

extension FormFields {
    /// Pieces of the currency's values, or one sum; nil for both, neither, or what is no number.
    fileprivate func cashCount(_ currency: Currency) -> CashCount? {
        let total = self["total"] ?? ""
        var piles: [CashCount.Pile] = []
        for value in currency.denominations {
            let text = (self["d\(value.minorUnits)"] ?? "").filter { $0 != " " }
            guard !text.isEmpty else { continue }
            // Typed digits of either script: a currency without a fraction reads whole numbers.
            guard let pieces = Currency(code: "JPY")?.money(typed: text) else { return nil }
            piles.append(CashCount.Pile(value: value, pieces: Int(pieces.minorUnits)))
        }
        guard piles.isEmpty == !total.isEmpty else { return nil }
        guard piles.isEmpty else { return CashCount(piles: piles) }
        return currency.money(typed: total).flatMap { CashCount(total: $0) }
    }
}

extension WallTime {
    /// The beginning of a date.
    init(_ date: LocalDate) {
        let (year, month, day) = date.components
        self.init(year: year, month: month, day: day, hour: 0, minute: 0)
    }
}
