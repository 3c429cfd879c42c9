import CremaDomain
import CremaServices
import CremaSQL
import CremaStore

/// What the database holds of what a step touched, at one moment.
private struct Held: Sendable {
    var events: [Event] = []
    var orders: [(id: ID<Order>, record: OrderRecord?)] = []
    var carts: [(key: ShopModel.CartKey, cart: StoredCart)] = []
    var places: [HeldPlace] = []
    var answered: [(key: WishKey, record: RequestRecord?)] = []
}

private struct HeldPlace: Sendable {
    let id: ID<Location>
    let menuVersion: Int64?
    let availability: [StockedThing: Availability]
}

extension Walk {
    /// Holds what a step touched against what must be there.
    mutating func check(_ touched: Touched) async throws {
        let last = lastEventID
        let orders = Set(touched.orders)
        let held = try await services.database.read { tx in
            var held = Held()
            held.events = try EventStore.list(after: last, limit: 10_000, tx: tx)
            held.orders = try orders.map { ($0, try OrderStore.find($0, tx: tx)) }
            held.carts = try Set(touched.carts).map {
                ($0, try CartStore.find($0.owner, at: $0.location, tx: tx))
            }
            held.places = try Set(touched.places).map { try Walk.place($0, tx) }
            held.answered = try touched.keys.map { key in
                (key, try RequestStore.find(key.requestKey.nameHash, tx: tx))
            }
            return held
        }
        try checkEvents(held.events, touched)
        for (id, record) in held.orders { try check(id, record) }
        for (key, cart) in held.carts {
            let must = shop.cart(key.owner, at: key.location)
            try expect(.asWritten, "the cart of \(key.owner)", must, cart)
        }
        for place in held.places { try check(place) }
        for (key, record) in held.answered {
            let kept = shop.answers[key.name]
            try expect(
                .oneAnswerPerKey, "an answer kept for \(key.name)", kept != nil, record != nil)
        }
    }

    private static func place(_ id: ID<Location>, _ tx: Transaction) throws -> HeldPlace {
        var availability: [StockedThing: Availability] = [:]
        for row in try MenuStore.availability(at: id, tx: tx) {
            let thing =
                row.kind == "item"
                ? StockedThing(ID<MenuItem>(row.subject)) : StockedThing(ID<Modifier>(row.subject))
            availability[thing] = row.state
        }
        return HeldPlace(
            id: id, menuVersion: try MenuStore.version(at: id, tx: tx), availability: availability)
    }

    private func check(_ id: ID<Order>, _ record: OrderRecord?) throws(Finding) {
        guard let model = shop.orders[id] else {
            return try expect(.asWritten, record == nil, "no order \(id)", found: "one")
        }
        try OrderCheck(rules: shop.rules).check(record, against: model)
    }

    private func check(_ held: HeldPlace) throws(Finding) {
        guard let place = shop.places[held.id] else {
            return try expect(.asWritten, held.menuVersion == nil, "no \(held.id)", found: "one")
        }
        try expect(.allOrNothing, "what \(held.id) has", place.availability, held.availability)
        try expect(.asWritten, "\(held.id)'s menu version", place.menuVersion, held.menuVersion)
    }

    /// What was told is what changed; the hub told what is written, in its order, without a gap.
    private mutating func checkEvents(_ events: [Event], _ touched: Touched) throws(Finding) {
        var must = touched.events
        var found = events.map { ToldEvent($0.kind, $0.subject, $0.version) }
        if touched.isUnordered {
            must.sort { $0.description < $1.description }
            found.sort { $0.description < $1.description }
        }
        try expect(.everythingIsTold, "events", must, found)
        try expect(.everythingIsTold, "what the hub told", events, told.take())
        pending += events
        lastEventID = events.last?.id ?? lastEventID
    }

    /// Passes events on to those who follow; some drop amid them, and some come back.
    mutating func follow() async throws {
        let events = pending
        pending = []
        for index in followers.indices {
            let drops = !followers[index].isSteady && chooser.random.int(1...30) == 1
            let keeps = drops ? chooser.random.int(0...max(0, events.count)) : events.count
            if followers[index].isConnected {
                for event in events.prefix(keeps) { try followers[index].take(event) }
            }
            if drops { followers[index].drop() }
            // Some are away for a moment, and some for so long that they have to start anew.
            let back = index % 4 == 1 ? 25 : 1500
            if !followers[index].isConnected, chooser.random.int(1...back) == 1 {
                try await followers[index].reconnect(services)
                try followers[index].check(against: shop)
            }
        }
    }

    /// Looks at everything.
    mutating func checkEverything() async throws {
        var after = ""
        var count = 0
        while true {
            let from = after
            let page = try await services.database.read { tx in
                try OrderStore.noted(after: from, limit: 500, tx: tx).map {
                    ($0.id, $0.due, try OrderStore.find($0.id, tx: tx))
                }
            }
            for (id, due, record) in page {
                try check(id, record)
                try expect(.asWritten, "what is due of \(id)", shop.orders[id]?.due, due)
            }
            count += page.count
            guard let last = page.last else { break }
            after = last.0.rawValue
        }
        try expect(.asWritten, "orders", shop.orders.count, count)
        let ids = shop.placeIDs
        for place in try await services.database.read({ tx in
            try ids.map { try Walk.place($0, tx) }
        }) {
            try check(place)
        }
        for index in followers.indices {
            if !followers[index].isConnected, chooser.random.percent(50) {
                try await followers[index].reconnect(services)
            }
            if followers[index].isConnected { try followers[index].check(against: shop) }
        }
    }

    /// What `crema audit` would say.
    func audit() async throws {
        let words = try await services.audit().findings
        try expect(.auditIsClean, words.isEmpty, "nothing", found: "\(words)")
    }
}
