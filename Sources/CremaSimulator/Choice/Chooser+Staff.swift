import CremaDomain
import CremaServices
import CremaStore

/// What baristas and managers do.
extension Chooser {
    mutating func orderWork(_ shop: ShopModel) -> Wish {
        guard let order = anOrder(shop) else { return quoting(shop) }
        return work(on: order, shop)
    }

    /// Something to do about an order, mostly what comes next.
    mutating func work(on order: OrderModel, _ shop: ShopModel) -> Wish {
        let actor = staff(for: order)
        let seen = seenVersion(of: order)
        let operation: Operation
        switch random.int(1...20) {
        case 1...12: operation = next(order, seen)
        case 13, 14: operation = .pay(order.id, tender(), seen: seen)
        case 15, 16:
            operation = .tick(
                order.id, line: random.int(1...max(1, order.order.quote.lines.count + 1)),
                isDone: random.percent(70))
        case 17:
            operation = .move(
                order.id, to: .cancelled, reason: random.one(of: ["", " ", "Out of milk"]),
                seen: seen)
        case 18:
            let back: OrderState =
                switch order.order.state {
                case .completed: .ready
                case .ready: .preparing
                default: .pending
                }
            operation = .move(order.id, to: back, reason: "", seen: seen)
        default:
            operation = .move(
                order.id, to: random.one(of: OrderState.allCases),
                reason: random.percent(50) ? "Because" : String(repeating: "x", count: 201),
                seen: seen)
        }
        return Wish(operation: operation, actor: actor, key: maybeKey())
    }

    private mutating func staff(for order: OrderModel) -> Actor {
        switch random.int(1...30) {
        case 1: cast.stranger(at: order.locationID)
        case 2: orderer(order)
        case 3: .nobody
        case 4, 5: cast.owner
        default: cast.barista(at: order.locationID)
        }
    }

    private mutating func next(_ order: OrderModel, _ seen: Int64?) -> Operation {
        switch order.order.state {
        case .awaitingPayment: .pay(order.id, tender(), seen: seen)
        case .pending: .move(order.id, to: .preparing, reason: "", seen: seen)
        case .preparing: .move(order.id, to: .ready, reason: "", seen: seen)
        case .ready:
            order.due > .zero && random.percent(85)
                ? .pay(order.id, tender(), seen: seen)
                : .move(
                    order.id, to: random.percent(92) ? .completed : .uncollected, reason: "",
                    seen: seen)
        case .completed, .cancelled, .uncollected, .expired:
            .move(order.id, to: .ready, reason: "", seen: seen)
        }
    }

    private mutating func tender() -> TenderKind {
        random.percent(4) ? .wallet : random.percent(60) ? .cash : .externalCard
    }

    mutating func availability(_ shop: ShopModel) -> Wish {
        let location = location()
        let thing: SetAvailability.Thing =
            switch random.int(1...20) {
            case 1: .item(ID("nothing"))
            case 2...7: .modifier(random.one(of: CatalogChoice.milks + CatalogChoice.extras))
            default: .item(random.one(of: CatalogChoice.items))
            }
        var change = AvailabilityChange()
        switch random.int(1...11) {
        case 1...5: change.stock = .set(random.one(of: [0, 1, 3, 10, 40, 60, 200, 500]))
        case 6: change.stock = .set(nil)
        case 7: change.isSoldOut = .set(true)
        case 8, 9: change.isSoldOut = .set(false)
        case 10: change.price = .set(Money(Int64(random.int(0...600))))
        default: change.price = .set(nil)
        }
        if random.percent(4) { change.stock = .set(random.percent(50) ? -1 : 1_000_001) }
        if random.percent(3) { change.price = .set(Money(-1)) }
        let actor =
            random.percent(94)
            ? cast.barista(at: location)
            : random.one(of: [cast.stranger(at: location), .nobody, cast.customers[0]])
        return Wish(operation: .setAvailability(location, thing, change), actor: actor)
    }

    mutating func publishing(_ shop: ShopModel) -> Wish {
        var catalog = shop.catalog
        if random.percent(90) { CatalogChoice.change(&catalog, &random) }
        return Wish(
            operation: .publish(catalog), actor: random.percent(96) ? .system : cast.owner,
            key: maybeKey())
    }

    mutating func settings(_ shop: ShopModel) -> Wish {
        let location = location()
        guard var document = (shop.places[location] ?? shop.places[Cast.corner])?.document else {
            return publishing(shop)
        }
        if random.percent(15) {
            document = PlaceChoice.bad(document, &random)
        } else {
            PlaceChoice.change(&document, &random)
        }
        return Wish(
            operation: .changeLocation(location, document),
            actor: random.percent(96) ? .system : cast.owner, key: maybeKey())
    }
}
