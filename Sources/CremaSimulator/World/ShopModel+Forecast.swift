import CremaDomain
import CremaServices
import CremaStore

/// When something is asked for, and what its asker knew before.
struct Moment: Sendable {
    let now: Timestamp
    let zone: @Sendable (ZoneID) throws -> ZoneRules
    /// Orders that were seen waiting in vain, by the version seen, where the operation lets them
    /// expire.
    var overdue: [(id: ID<Order>, version: Int64)] = []
    /// Whether the menu had the thing whose availability is set: it is looked up before.
    var isOffered = false

    init(
        now: Timestamp, zone: @escaping @Sendable (ZoneID) throws -> ZoneRules, before wish: Wish,
        in shop: ShopModel
    ) {
        self.now = now
        self.zone = zone
        switch wish.operation {
        case .expire: overdue = shop.overdue(at: now)
        case .setAvailability(let location, .item(let id), _):
            isOffered = shop.places[location]?.menu.offers(id) ?? false
        case .setAvailability(let location, .modifier(let id), _):
            isOffered = shop.places[location]?.menu.offers(id) ?? false
        default: break
        }
    }
}

extension ShopModel {
    /// What must come of a wish.
    func forecast(_ wish: Wish, _ moment: Moment) -> Forecast {
        if let key = wish.key, let kept = answers[key.name] {
            guard kept.body == key.body else { return .refused(.keyReused) }
            return .replay(replayed(kept))
        }
        switch wish.operation {
        case .quote(let cart, let language): return quote(cart, language, moment)
        case .place(let request): return place(request, by: wish.actor, moment)
        case .editCart(let location, let owner, let edit):
            return editCart(location, owner, edit)
        case .move(let id, let target, let reason, let seen):
            return move(id, to: target, reason: reason, seen: seen, by: wish.actor, moment)
        case .pay(let id, let kind, let seen):
            return pay(id, kind, seen: seen, by: wish.actor, moment)
        case .tick(let id, let line, let isDone):
            return tick(id, line: line, isDone: isDone, by: wish.actor, moment)
        case .setAvailability(let location, let thing, let change):
            return setAvailability(location, thing, change, by: wish.actor, moment)
        case .publish(let catalog): return publish(catalog, by: wish.actor)
        case .changeLocation(let id, let document):
            return changeLocation(id, document, by: wish.actor, moment)
        case .expire: return expire(moment)
        case .readOrder(let id):
            guard let order = orders[id], mayTouch(order, wish.actor) else {
                return .refused(Refusal(.notFound))
            }
            return .done(.order(order.order, doneLines: order.doneLines), Effect())
        }
    }

    /// The first answer. A cart is shown as it is by now, and so are a ticket's ticks.
    private func replayed(_ kept: KeptAnswerModel) -> Answer {
        switch (kept.operation, kept.answer) {
        case (.editCart(let location, let owner?, _), _):
            return .cart(cart(owner, at: location))
        case (_, .order(let order, let doneLines)):
            return .order(order, doneLines: orders[order.id]?.doneLines ?? doneLines)
        default: return kept.answer
        }
    }

    /// Orders that wait too long to be paid.
    func overdue(at now: Timestamp) -> [(id: ID<Order>, version: Int64)] {
        openIDs.compactMap { id in
            guard let order = orders[id], order.order.state == .awaitingPayment,
                now.milliseconds - order.order.placedAt.milliseconds
                    > OrderRules.paymentMilliseconds
            else { return nil }
            return (id, order.order.version)
        }
    }

    /// Whether an order is an actor's own, or of the place where the actor works.
    func mayTouch(_ order: OrderModel, _ actor: Actor) -> Bool {
        if actor == .system { return true }
        if isStaff(actor, at: order.locationID) { return true }
        switch order.owner {
        case .person(let id): return actor.person == id
        case .device(let id): return actor.device == id
        case .token(let id): return actor.tokenOrder == id
        }
    }

    func isStaff(_ actor: Actor, at location: ID<Location>) -> Bool {
        actor.person != nil
            && actor.memberships.contains { $0.locationID == nil || $0.locationID == location }
    }

    /// What stands against a change of an order by staff; nil where nothing does.
    func staffDenial(_ order: OrderModel?, _ actor: Actor) -> Refusal? {
        guard let order, mayTouch(order, actor) else { return Refusal(.notFound) }
        if isStaff(actor, at: order.locationID) { return nil }
        return Refusal(actor.person == nil ? .signInNeeded : .forbidden)
    }

    func versionRefusal(_ order: OrderModel, seen: Int64?) -> Refusal? {
        guard let seen else { return .versionMissing }
        return seen == order.order.version ? nil : .stale(order.order.version)
    }
}

extension ShopModel {
    private func quote(_ cart: Cart, _ language: String, _ moment: Moment) -> Forecast {
        guard let place = places[cart.locationID] else {
            return .refused(Refusal("unknownLocation"))
        }
        let context = place.context(at: moment.now, language: language)
        do throws(CartProblems) {
            return .done(
                .quote(
                    try price(cart, menu: place.menu, location: place.location, context: context)),
                Effect())
        } catch {
            let refusal = Refusal(error)
            guard refusal == .shortage else { return .refused(refusal) }
            return quoteInShortage(cart, place, context)
        }
    }

    /// Too little is left, which the asker needn't have heard of yet.
    private func quoteInShortage(
        _ cart: Cart, _ place: PlaceModel, _ context: PricingContext
    ) -> Forecast {
        do throws(CartProblems) {
            let quote = try price(
                cart, menu: place.plentifulMenu, location: place.location, context: context)
            return .refused([.shortage, Refusal("quoted", quote.fingerprint)])
        } catch {
            return .refused([.shortage, Refusal(error)])
        }
    }
}
