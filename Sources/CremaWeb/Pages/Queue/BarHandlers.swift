import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

extension WebApp {
    /// `GET /bar`: the one location of its staff, or a choice of theirs.
    func barsPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let mine = try await allPlaces().map(\.location)
            .filter { context.actor.role(at: $0.id).isStaff }
        guard !mine.isEmpty else { throw ErrorMapping.problem(Denial.forbidden) }
        if mine.count == 1 { return .seeOther(.bar(mine[0].id)) }
        return .page(BarView.choice(BarsModel(locations: mine), pageContext(context)))
    }

    /// `GET /bar/{location}`
    func barPage(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard context.actor.person != nil else { return signInFirst(context) }
        let model = try await barModel(context)
        return .page(BarView.page(model, pageContext(context, sequence: model.sequence)))
    }

    /// `GET /bar/{location}/queue`
    func barQueue(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        .fragment(BarView.queue(try await barModel(context), pageContext(context)))
    }

    /// `POST /bar/{location}/orders/{order}/move`
    func moveTicket(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        guard let target = form["to"].flatMap({ OrderState(rawValue: $0) }) else {
            throw Problem(.invalidField, "There is no such state.", field: "to")
        }
        return try await move(to: target, reason: "", form, context)
    }

    /// `POST /bar/{location}/orders/{order}/cancel`
    func cancelTicket(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        let own = try TypedText.checked(form["otherReason"], field: "otherReason")
        let reason = own.isEmpty ? try TypedText.checked(form["reason"], field: "reason") : own
        return try await move(to: .cancelled, reason: reason, form, context)
    }

    private func move(
        to target: OrderState, reason: String, _ form: FormFields, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let before = try await ticket(context)
        let number = before.order.callNumber
        let seen = form["version"].flatMap { Int64($0) }
        let move = MoveOrder(
            id: before.order.id, target: target, reason: reason, seenVersion: seen)
        let notice: BarNotice
        do throws(Failure<MoveOrderRefusal>) {
            let moved = try await services.perform(
                move, by: context.actor, key: formKeyOrNil(form, context)
            ).output.order
            notice = .moved(number, to: moved.state, undo: undo(moved, from: before.order))
        } catch {
            notice = try await refusedNotice(error, number: number, context)
        }
        return try await answered(notice, context)
    }

    /// What takes a move back, where there is a way back.
    private func undo(_ moved: Order, from before: Order) -> BarNotice.Undo? {
        let hasWayBack = OrderTransition.all.contains {
            $0.from == moved.state && $0.to == before.state && $0.by.contains(.staff)
        }
        guard hasWayBack, moved.state != before.state else { return nil }
        return BarNotice.Undo(
            orderID: moved.id, back: before.state, version: moved.version, requestKey: newKey())
    }

    private func refusedNotice(
        _ failure: Failure<MoveOrderRefusal>, number: CallNumber, _ context: RequestContext
    ) async throws(Problem) -> BarNotice {
        switch failure {
        case .refused(.transition(.lacks(.isSettled), _, _)): return .unpaid(number)
        case .refused(.transition(.lacks(.hasReason), _, _)): return .reasonMissing(number)
        case .refused(.transition(_, let state, _)): return .refused(number, now: state)
        case .stale, .refused(.lostRace):
            return .stale(number, now: try await ticket(context).order.state)
        default: throw ErrorMapping.problem(failure) { ErrorMapping.problem($0) }
        }
    }

    /// `POST /bar/{location}/orders/{order}/pay`
    func payTicket(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        guard let kind = form["kind"].flatMap({ TenderKind(rawValue: $0) }) else {
            throw Problem(.invalidField, "cash or externalCard is needed.", field: "kind")
        }
        let record = try await ticket(context)
        let number = record.order.callNumber
        let payment = RecordPayment(
            id: record.order.id, kind: kind, seenVersion: form["version"].flatMap { Int64($0) })
        let notice: BarNotice
        do throws(Failure<RecordPaymentRefusal>) {
            let paid = try await services.perform(
                payment, by: context.actor, key: formKeyOrNil(form, context)
            ).output.order
            let tender = paid.tenders.last { $0.state == .captured }
            notice = .paid(
                number, tender?.kind ?? kind,
                (tender?.amount ?? .zero) + (tender?.rounding ?? .zero),
                paid.quote.currency)
        } catch {
            switch error {
            case .stale, .refused(.lostRace), .refused(.alreadyPaid):
                notice = .stale(number, now: try await ticket(context).order.state)
            case .refused(.orderIsOver(let state)): notice = .refused(number, now: state)
            default: throw ErrorMapping.problem(error) { ErrorMapping.problem($0) }
            }
        }
        return try await answered(notice, context)
    }

    /// `POST /bar/{location}/orders/{order}/tick`
    func tickTicket(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        let form = try form(context)
        guard let line = form["line"].flatMap({ Int($0) }),
            Limits.linesPerCart.contains(line + 1)
        else { throw Problem(.invalidField, "There is no such line.", field: "line") }
        let record = try await ticket(context)
        var notice: BarNotice?
        do throws(Failure<TickLineRefusal>) {
            _ = try await services.perform(
                TickLine(id: record.order.id, line: line + 1, isDone: form["done"] == "1"),
                by: context.actor)
        } catch {
            let number = record.order.callNumber
            switch error {
            case .refused(.orderIsOver(let state)): notice = .refused(number, now: state)
            case .refused(.orderIsUnpaid): notice = .refused(number, now: .awaitingPayment)
            default: throw ErrorMapping.problem(error) { ErrorMapping.problem($0) }
            }
        }
        return try await answered(notice, context)
    }

    /// The queue after a tap: as a fragment, or as the page it stands on.
    private func answered(
        _ notice: BarNotice?, _ context: RequestContext
    ) async throws(Problem) -> HTTPResponse {
        let model = try await barModel(context, notice: notice)
        let page = pageContext(context, sequence: model.sequence)
        if context.isFragment {
            return .fragment(
                notice == nil ? BarView.queue(model, page) : BarView.fragment(model, page))
        }
        if notice == nil { return .seeOther(.bar(model.location.id)) }
        return .page(BarView.page(model, page))
    }

    /// The order of a tap; one of another location isn't on this bar.
    private func ticket(_ context: RequestContext) async throws(Problem) -> OrderRecord {
        guard let id: ID<Order> = context.id("order") else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        let record = try await read(OrderQuery(id: id), context)
        guard record.order.quote.locationID.rawValue == context.parameters["location"] else {
            throw ErrorMapping.problem(Denial.notFound)
        }
        return record
    }

    private func barModel(
        _ context: RequestContext, notice: BarNotice? = nil
    ) async throws(Problem) -> BarModel {
        let snapshot = try await place(context.parameters["location"] ?? "")
        let queue = try await read(QueueQuery(locationID: snapshot.location.id), context)
        let now = services.environment.now()
        let tickets = (queue.open + queue.completed).map { record in
            let order = record.order
            let since = order.state == .completed ? record.changedAt : order.mustStartAt
            let age = Int((now.milliseconds - since.milliseconds) / 1000)
            let lead = snapshot.location.leadMinutes * 60
            // Nothing is promised, and nobody is late, before it is paid.
            let waits = order.state == .awaitingPayment
            return TicketModel(
                order: order, since: since, ageSeconds: age,
                urgency: waits ? .calm : age > 2 * lead ? .late : age > lead ? .soon : .calm,
                due: waits ? nil : snapshot.wallTime(order.mustStartAt + .seconds(lead)),
                doneLines: record.doneLines, cashDue: snapshot.location.cashAmount(for: order.due),
                requestKey: newKey())
        }
        return BarModel(
            location: snapshot.location, tickets: tickets, openCount: queue.openCount,
            sequence: queue.sequence, notice: notice)
    }

    func signInFirst(_ context: RequestContext) -> HTTPResponse {
        let path = Path(parts: ["sign-in"], query: [("return", context.request.path)])
        return .seeOther(path)
    }
}
