import CremaDomain
import CremaServices
import CremaStore

extension ShopModel {
    /// Placing an order: the rules in the order in which the shop applies them.
    func place(_ request: OrderRequest, by actor: Actor, _ moment: Moment) -> Forecast {
        guard let place = places[request.cart.locationID] else {
            return .refused(Refusal("unknownLocation"))
        }
        if Limits.exceeds(request.customerName, characters: Limits.nameCharacters) {
            return .refused(Refusal("nameTooLong"))
        }
        let context = place.context(at: moment.now, language: request.language)
        let quote: Quote
        var isShort = false
        do throws(CartProblems) {
            quote = try price(
                request.cart, menu: place.menu, location: place.location, context: context)
        } catch {
            let refusal = Refusal(error)
            guard refusal == .shortage else { return .refused(refusal) }
            isShort = true
            do throws(CartProblems) {
                quote = try price(
                    request.cart, menu: place.plentifulMenu, location: place.location,
                    context: context)
            } catch {
                return .refused([.shortage, Refusal(error)])
            }
        }
        let refusal = refusal(request, quote, at: place, by: actor, moment)
        if isShort { return .refused([.shortage] + (refusal.map { [$0] } ?? [])) }
        if let refusal { return .refused(refusal) }
        return placed(request, quote, at: place, by: actor, moment)
    }

    /// What stands against a cart that can be priced; nil where nothing does.
    private func refusal(
        _ request: OrderRequest, _ quote: Quote, at place: PlaceModel, by actor: Actor,
        _ moment: Moment
    ) -> Refusal? {
        let isAsSeen =
            quote.fingerprint == request.fingerprint
            && request.expectedTotal.map { $0 == quote.total } ?? true
            && request.expectedUnitPrices.allSatisfy { line, price in
                quote.lines.indices.contains(line) && quote.lines[line].unitPrice == price
            }
        guard isAsSeen else { return Refusal("quoteChanged", quote.fingerprint) }
        if let reason = place.location.pauseReason { return Refusal("paused", reason) }
        switch place.clock.acceptsOrders(
            at: moment.now, lead: .seconds(place.location.leadMinutes * 60))
        {
        case .accepted: break
        case .closed(let opensAt), .lastOrderPassed(let opensAt):
            return Refusal("closed", opensAt.map { $0.rfc3339 } ?? "never")
        }
        if let index = request.tenders.firstIndex(where: { $0.kind != .counter }) {
            return Refusal("tenderNotOffered", String(index))
        }
        if request.tenders.count > 1 { return Refusal("tenderNotOffered", "1") }
        if let amount = request.tenders.first?.amount, amount != quote.total {
            return Refusal("tendersDontAddUp")
        }
        let limit = place.location.unpaidOrdersPerDevice
        if quote.total > .zero, let owner = actor.owner, openUnpaidCount(of: owner) >= limit {
            return Refusal("tooManyUnpaid", String(limit))
        }
        return nil
    }

    private func placed(
        _ request: OrderRequest, _ quote: Quote, at place: PlaceModel, by actor: Actor,
        _ moment: Moment
    ) -> Forecast {
        // Identity and number are the shop's to give.
        let id = ID<Order>("to come")
        let number = CallNumber(sequence: 1)
        let owner = actor.owner ?? .token(id)
        let isUnpaid = quote.total > .zero
        let state: OrderState =
            isUnpaid && !place.location.makesUnpaidOrders ? .awaitingPayment : .pending
        let order = Order(
            id: id, callNumber: number, placedAt: moment.now, quote: quote,
            customerName: request.customerName, language: place.languageTag(request.language),
            state: state, version: 1,
            tenders: isUnpaid
                ? [Tender(number: 1, kind: .counter, amount: quote.total, state: .pending)] : [],
            timeline: [Order.Step(state: state, at: moment.now)])
        var effect = Effect()
        var place = place
        let needs = place.needs(of: quote)
        for need in needs {
            let left = (place.availability[need.thing]?.stock ?? 0) - need.count
            place.availability[need.thing]?.stock = left
            if left == 0 { effect.touch(&place) }
        }
        if !needs.isEmpty { effect.places = [place] }
        effect.placed = OrderModel(
            order: order, owner: owner, stock: needs, changedAt: moment.now)
        effect.events.append(ToldEvent(.order, id.rawValue, 1))
        if request.clearsCart {
            effect.cart = (ShopModel.CartKey(owner: owner, location: place.id), nil)
        }
        let answer = Placed(
            id: id, callNumber: number, state: state, total: quote.total, due: quote.total,
            currency: place.location.currency, owner: owner)
        return .done(.placed(answer), effect)
    }
}

extension Effect {
    /// A location's menu gets a new version, and everybody hears of it.
    mutating func touch(_ place: inout PlaceModel) {
        place.menuVersion += 1
        events.append(ToldEvent(.menu, place.id.rawValue, place.menuVersion))
    }

    /// The same with the identity and the number that the shop gave.
    func named(_ given: Placed) -> Effect {
        guard let placed else { return self }
        var named = self
        let order = placed.order
        var owner = placed.owner
        if case .token = owner { owner = .token(given.id) }
        named.placed = OrderModel(
            order: Order(
                id: given.id, callNumber: given.callNumber, placedAt: order.placedAt,
                quote: order.quote, customerName: order.customerName, language: order.language,
                state: order.state, version: order.version, tenders: order.tenders,
                timeline: order.timeline), owner: owner, stock: placed.stock,
            changedAt: placed.changedAt)
        named.events = events.map { event in
            event.kind == .order ? ToldEvent(.order, given.id.rawValue, event.version) : event
        }
        if let cart, case .token = cart.key.owner {
            named.cart = (ShopModel.CartKey(owner: owner, location: cart.key.location), cart.value)
        }
        return named
    }
}
