import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices
import CremaStore

/// Makes the pages' models from what the services know.
extension WebApp {
    /// A location as it stands now.
    func place(
        _ snapshot: PlaceSnapshot, load: Load?
    ) -> Place {
        let now = services.environment.now()
        let location = snapshot.location
        let today = snapshot.wallTime(now)
        let openness: Openness
        if let reason = location.pauseReason {
            openness = .paused(reason: reason)
        } else {
            switch snapshot.clock.acceptsOrders(
                at: now, lead: .seconds(location.leadMinutes * 60))
            {
            case .accepted(_, let lastOrderAt):
                openness = .open(until: lastOrderAt.map(snapshot.wallTime))
            case .closed(let opensAt), .lastOrderPassed(let opensAt):
                openness = .closed(opens: opensAt.map(snapshot.wallTime), today: today)
            }
        }
        return Place(
            location: location, openness: openness,
            readyIn: openness.takesOrders ? snapshot.readyIn(after: load) : nil,
            drinksAhead: load?.pieces ?? 0)
    }

    /// The location named in a page's address, with how it stands now.
    func located(
        _ context: RequestContext
    ) async throws(Problem) -> (snapshot: PlaceSnapshot, place: Place) {
        let snapshot = try await place(context.parameters["location"] ?? "")
        return (snapshot, place(snapshot, load: try await currentLoads()[snapshot.location.id]))
    }

    func currentLoads() async throws(Problem) -> [ID<Location>: Load] {
        do throws(ReadFailure) {
            return try await loads.loads(services)
        } catch {
            throw ErrorMapping.problem(error)
        }
    }

    /// An order for its customer.
    func orderModel(
        _ record: OrderRecord, _ context: RequestContext, notice: OrderNotice? = nil
    ) async throws(Problem) -> OrderModel {
        let order = record.order
        let snapshot = try await place(order.quote.locationID.rawValue)
        let load = try await currentLoads()[snapshot.location.id]
        let promise = snapshot.readyIn(
            after: load, ownSeconds: order.state == .pending ? 0 : order.quote.makeTimeSeconds)
        let start = order.mustStartAt
        let isWaiting = order.state == .pending || order.state == .preparing
        // Not before now: what was promised and missed is promised anew.
        let from = max(
            start + .seconds(promise.lowerBound * 60), services.environment.now())
        let to = max(
            start + .seconds(promise.upperBound * 60),
            services.environment.now() + .seconds(60))
        return OrderModel(
            order: order, location: snapshot.location,
            placedAt: snapshot.wallTime(order.placedAt),
            stepTimes: order.timeline.map { snapshot.wallTime($0.at) },
            readyFrom: isWaiting ? snapshot.wallTime(from) : nil,
            readyTo: isWaiting ? snapshot.wallTime(to) : nil, linesDone: record.doneLines.count,
            canCancel: context.actor.owns(record)
                && (order.state == .pending || order.state == .awaitingPayment),
            canRefund: !context.actor.owns(record)
                && context.actor.role(at: snapshot.location.id).rank >= Role.manager.rank
                && order.refundable > .zero && order.state != .awaitingPayment,
            requestKey: newKey(), notice: notice)
    }

    /// A key for a form, so that sending it twice counts once.
    func newKey() -> String { Base64URL.encode(Hash.random(24)) }

    /// The idempotency key of a form; the form's other fields don't belong to it, since a form
    /// that was sent and is sent again, changed or not, is answered with what it came to.
    func formKey(_ form: FormFields, _ context: RequestContext) throws(Problem) -> RequestKey {
        guard let key = form["key"], (16...120).contains(key.utf8.count) else {
            throw Problem(.badRequest, "The form is incomplete.", field: "key")
        }
        return RequestKey(
            nameHash: context.nameHash(
                key, method: context.request.method.rawValue, path: context.request.path),
            bodyHash: Hash.sha256([]))
    }

    /// The fields of a form.
    func form(_ context: RequestContext) throws(Problem) -> FormFields {
        let type = context.request.headers["content-type"] ?? ""
        guard type.hasPrefix("application/x-www-form-urlencoded") else {
            throw Problem(.unsupportedMediaType, "A form is needed.", field: "Content-Type")
        }
        guard let form = FormFields(context.request.body) else {
            throw Problem(.badRequest, "The form can't be read.")
        }
        return form
    }
}

extension PlaceSnapshot {
    /// What the clock on the wall shows.
    func wallTime(_ instant: Timestamp) -> WallTime {
        WallTime(clock.zone.local(at: instant))
    }

    /// Local time, in minutes since midnight.
    func minuteOfDay(_ instant: Timestamp) -> Int {
        clock.zone.local(at: instant).secondOfDay / 60
    }
}
