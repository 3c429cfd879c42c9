import CremaDomain
import CremaServices
import CremaStore

extension ShopModel {
    func move(
        _ id: ID<Order>, to target: OrderState, reason: String, seen: Int64?, by actor: Actor,
        _ moment: Moment
    ) -> Forecast {
        guard let order = orders[id], mayTouch(order, actor) else {
            return .refused(Refusal(.notFound))
        }
        if order.order.state == target { return unchanged(order) }
        if let refusal = versionRefusal(order, seen: seen) { return .refused(refusal) }
        if Limits.exceeds(reason, characters: Limits.reasonCharacters) {
            return .refused(Refusal("reasonTooLong"))
        }
        let mover: Mover =
            actor == .system ? .system : isStaff(actor, at: order.locationID) ? .staff : .customer
        if let why = rules.refusal(order, to: target, by: mover, reason: reason, at: moment.now) {
            return .refused(
                Refusal(
                    transition: why, state: order.order.state, version: order.order.version))
        }
        var effect = Effect()
        let moved = self.moved(order, to: target, reason: reason, moment, &effect)
        return .done(.order(moved.order, doneLines: moved.doneLines), effect)
    }

    private func unchanged(_ order: OrderModel) -> Forecast {
        .done(.order(order.order, doneLines: order.doneLines), Effect())
    }

    /// An order in another state, with all that goes with it.
    private func moved(
        _ order: OrderModel, to target: OrderState, reason: String, _ moment: Moment,
        _ effect: inout Effect
    ) -> OrderModel {
        var moved = order
        moved.order.state = target
        moved.order.version += 1
        moved.order.reason = reason
        moved.order.timeline.append(Order.Step(state: target, at: moment.now))
        moved.changedAt = moment.now
        if target == .cancelled || target == .expired {
            moved.order.tenders = moved.order.tenders.map(\.givenBack)
            let wasBegun = order.order.state == .preparing || order.order.state == .ready
            if !wasBegun && order.doneLines.isEmpty { returnStock(of: order, &effect) }
        }
        effect.orders.append(moved)
        effect.events.append(ToldEvent(.order, moved.id.rawValue, moved.order.version))
        return moved
    }

    private func returnStock(of order: OrderModel, _ effect: inout Effect) {
        let known = effect.places.firstIndex { $0.id == order.locationID }
        guard var place = known.map({ effect.places[$0] }) ?? places[order.locationID] else {
            return
        }
        var isChanged = false
        for need in order.stock {
            guard let stock = place.availability[need.thing]?.stock else { continue }
            place.availability[need.thing]?.stock = stock + need.count
            isChanged = true
        }
        guard isChanged else { return }
        effect.touch(&place)
        if let known { effect.places[known] = place } else { effect.places.append(place) }
    }

    func pay(
        _ id: ID<Order>, _ kind: TenderKind, seen: Int64?, by actor: Actor, _ moment: Moment
    ) -> Forecast {
        let found = orders[id]
        if let denial = staffDenial(found, actor) { return .refused(denial) }
        guard let order = found, let place = places[order.locationID] else {
            return .refused(Refusal(.notFound))
        }
        let state = order.order.state
        let isOver = state == .cancelled || state == .expired
        if order.due <= .zero && !isOver { return unchanged(order) }
        if let refusal = versionRefusal(order, seen: seen) { return .refused(refusal) }
        guard kind == .cash || kind == .externalCard else {
            return .refused(Refusal("kindNotTaken"))
        }
        if isOver { return .refused(Refusal("orderIsOver", state.rawValue)) }
        var paid = order
        let due = order.due
        let rounding = kind == .cash ? place.location.cashAmount(for: due) - due : .zero
        paid.order.tenders = order.order.tenders.map { tender in
            tender.kind == .counter && tender.state == .pending ? tender.givenBack : tender
        }
        paid.order.tenders.append(
            Tender(
                number: order.order.tenders.count + 1, kind: kind, amount: due, state: .captured,
                rounding: rounding))
        paid.order.version += 1
        paid.changedAt = moment.now
        if state == .awaitingPayment {
            paid.order.state = .pending
            paid.order.timeline.append(Order.Step(state: .pending, at: moment.now))
        }
        var effect = Effect()
        effect.orders = [paid]
        effect.events = [ToldEvent(.order, id.rawValue, paid.order.version)]
        return .done(.order(paid.order, doneLines: paid.doneLines), effect)
    }

    func tick(
        _ id: ID<Order>, line: Int, isDone: Bool, by actor: Actor, _ moment: Moment
    ) -> Forecast {
        let found = orders[id]
        if let denial = staffDenial(found, actor) { return .refused(denial) }
        guard let order = found else { return .refused(Refusal(.notFound)) }
        let exists = order.order.quote.lines.indices.contains(line - 1)
        if exists && order.doneLines.contains(line - 1) == isDone { return unchanged(order) }
        let state = order.order.state
        guard order.isOpen else { return .refused(Refusal("orderIsOver", state.rawValue)) }
        if state == .awaitingPayment { return .refused(Refusal("orderIsUnpaid")) }
        guard exists else { return .refused(Refusal("unknownLine")) }
        var ticked = order
        if isDone {
            ticked.doneLines.insert(line - 1)
        } else {
            ticked.doneLines.remove(line - 1)
        }
        var effect = Effect()
        effect.orders = [ticked]
        effect.events = [ToldEvent(.ticket, id.rawValue, order.order.version)]
        return .done(.order(ticked.order, doneLines: ticked.doneLines), effect)
    }

    /// Those seen waiting in vain expire, but for those that changed meanwhile. One that another
    /// let expire is as asked for, and counts.
    func expire(_ moment: Moment) -> Forecast {
        var effect = Effect()
        var count = 0
        for seen in moment.overdue {
            guard let order = orders[seen.id] else { continue }
            if order.order.state == .expired { count += 1 }
            guard order.order.version == seen.version else { continue }
            count += 1
            _ = moved(order, to: .expired, reason: "", moment, &effect)
        }
        return .done(.expired(count), effect)
    }
}

extension Tender {
    /// Given back: refunded where it was paid, else released.
    fileprivate var givenBack: Tender {
        let next: TenderState =
            switch state {
            case .pending, .held: .released
            case .captured: .refunded
            case .released, .refunded: state
            }
        return Tender(
            number: number, kind: kind, amount: amount, state: next, rounding: rounding)
    }
}
