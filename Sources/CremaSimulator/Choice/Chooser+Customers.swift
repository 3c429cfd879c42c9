import CremaDomain
import CremaServices
import CremaStore

/// What customers want.
extension Chooser {
    mutating func customer() -> Actor {
        random.percent(8) ? .nobody : random.one(of: cast.customers)
    }

    mutating func location() -> ID<Location> {
        random.int(1...150) == 1 ? ID("nowhere") : random.one(of: Cast.places)
    }

    mutating func quoting(_ shop: ShopModel) -> Wish {
        let actor = customer()
        let cart = cart(shop, of: actor)
        return Wish(
            operation: .quote(cart, language: random.one(of: ["en", "de", "fr"])), actor: actor)
    }

    mutating func placing(_ shop: ShopModel, at now: Timestamp) -> Wish {
        let actor = customer()
        var request: OrderRequest
        if random.percent(8), let old = random.any(of: seen) {
            // Looked at long ago.
            request = OrderRequest(cart: old.cart, fingerprint: old.quote.fingerprint)
        } else {
            let cart = cart(shop, of: actor)
            request = OrderRequest(cart: cart, fingerprint: "")
            if let quote = quote(cart, shop, at: now) {
                request.fingerprint = quote.fingerprint
                if random.percent(30) { request.expectedTotal = quote.total }
                if random.percent(20), let line = quote.lines.first {
                    request.expectedUnitPrices = [0: line.unitPrice]
                }
                if random.percent(20) {
                    request.tenders = [RequestedTender(kind: .counter, amount: quote.total)]
                }
            }
        }
        request.customerName = random.one(of: ["Ada", "Zoë", ""])
        request.language = random.one(of: ["en", "de", ""])
        request.clearsCart = random.percent(30)
        if random.percent(5) { spoil(&request) }
        return Wish(operation: .place(request), actor: actor, key: maybeKey())
    }

    /// What a wrong or an evil client sends.
    private mutating func spoil(_ request: inout OrderRequest) {
        switch random.int(1...8) {
        case 1: request.expectedTotal = Money(1)
        case 2: request.expectedUnitPrices = [7: Money(1)]
        case 3: request.fingerprint = "0"
        case 4: request.tenders = [RequestedTender(kind: .card)]
        case 5: request.tenders = [RequestedTender(kind: .counter, amount: Money(1))]
        case 6: request.customerName = String(repeating: "a", count: 81)
        case 7: request.cart.lines = []
        default: request.cart.tip = Money(-1)
        }
    }

    func quote(_ cart: Cart, _ shop: ShopModel, at now: Timestamp) -> Quote? {
        guard let place = shop.places[cart.locationID] else { return nil }
        do throws(CartProblems) {
            return try price(
                cart, menu: place.menu, location: place.location,
                context: place.context(at: now, language: ""))
        } catch {
            // Asked for all the same: the shop has to say why not.
            return nil
        }
    }

    private mutating func cart(_ shop: ShopModel, of actor: Actor) -> Cart {
        let location = location()
        if random.percent(25), let owner = actor.owner {
            let kept = shop.cart(owner, at: location)
            if !kept.lines.isEmpty { return kept.cart }
        }
        return Cart(
            locationID: location, fulfilment: random.percent(70) ? .toGo : .forHere,
            lines: (0..<random.one(of: [1, 1, 1, 2, 3])).map { _ in line(shop.places[location]) },
            tip: Money(Int64(random.percent(20) ? random.int(0...300) : 0)))
    }

    /// A line of what is there, mostly.
    mutating func line(_ place: PlaceModel?) -> CartLine {
        var items = CatalogChoice.items
        if let menu = place?.menu, random.percent(85) {
            let there = menu.catalog.items.filter { !$0.isRetired && !menu.isSoldOut($0) }
            if !there.isEmpty { items = there.map(\.id) }
        }
        var line = CartLine(
            itemID: random.one(of: items), quantity: random.one(of: [1, 1, 1, 2, 3]))
        switch line.itemID {
        case CatalogChoice.coffee:
            line.sizeID = random.one(of: CatalogChoice.sizes)
            line.modifiers = [ModifierChoice(id: random.one(of: CatalogChoice.milks))]
            if random.percent(30) { line.modifiers.append(extra()) }
        case CatalogChoice.cookie:
            if random.percent(20) { line.modifiers.append(extra()) }
        default: break
        }
        if random.percent(3) {
            switch random.int(1...6) {
            case 1: line.quantity = random.one(of: [0, -1, 100])
            case 2: line.itemID = ID("nothing")
            case 3: line.sizeID = random.percent(50) ? nil : ID("huge")
            case 4: line.modifiers.append(ModifierChoice(id: ID("foam")))
            case 5: line.modifiers = []
            default: line.request = String(repeating: "please ", count: 30)
            }
        }
        return line
    }

    private mutating func extra() -> ModifierChoice {
        ModifierChoice(id: random.one(of: CatalogChoice.extras), quantity: random.int(1...3))
    }

    mutating func cartEdit(_ shop: ShopModel) -> Wish {
        let actor = customer()
        let location = location()
        let cart = actor.owner.map { shop.cart($0, at: location) }
        let key =
            random.percent(90)
            ? random.any(of: cart?.lines.map(\.key) ?? []) ?? "1" : String(random.int(0...9))
        let edit: CartEdit
        switch random.int(1...10) {
        case 1...4:
            edit = .add(line(shop.places[location]), seenPrice: Money(Int64(random.int(0...500))))
        case 5: edit = .replace(key: key, line(shop.places[location]), seenPrice: Money(100))
        case 6: edit = .setQuantity(key: key, random.one(of: [0, 1, 2, 98, 99, 100]))
        case 7: edit = .remove(key: key)
        case 8: edit = .restore(key: cart?.removed?.key ?? key)
        case 9: edit = .setFulfilment(random.percent(50) ? .toGo : .forHere)
        default: edit = .setTip(Money(random.one(of: [-1, 0, 150, 10_000_001])))
        }
        return Wish(
            operation: .editCart(location, owner: actor.owner, edit), actor: actor,
            key: maybeKey())
    }

    /// A customer calls an order off, mostly one of their own.
    mutating func cancelling(_ shop: ShopModel) -> Wish {
        guard let order = anOrder(shop) else { return quoting(shop) }
        let actor = random.percent(85) ? orderer(order) : customer()
        return Wish(
            operation: .move(
                order.id, to: .cancelled, reason: "", seen: seenVersion(of: order)),
            actor: actor, key: maybeKey())
    }

    mutating func reading(_ shop: ShopModel) -> Wish {
        guard let order = anOrder(shop) else { return quoting(shop) }
        return Wish(
            operation: .readOrder(order.id),
            actor: random.percent(60) ? orderer(order) : customer())
    }

    func orderer(_ order: OrderModel) -> Actor {
        switch order.owner {
        case .person(let id): Actor(person: id)
        case .device(let id): Actor(device: id)
        case .token(let id): Actor(tokenOrder: id)
        }
    }

    /// An open one mostly, else any.
    mutating func anOrder(_ shop: ShopModel) -> OrderModel? {
        let id =
            random.percent(85)
            ? random.any(of: shop.openIDs) : random.any(of: shop.orderIDs.suffix(40))
        return id.flatMap { shop.orders[$0] }
    }

    mutating func seenVersion(of order: OrderModel) -> Int64? {
        switch random.int(1...25) {
        case 1: nil
        case 2: order.order.version - 1
        case 3: order.order.version + 1
        default: order.order.version
        }
    }
}

extension SeededGenerator {
    mutating func any<Element>(of elements: ArraySlice<Element>) -> Element? {
        any(of: Array(elements))
    }
}
