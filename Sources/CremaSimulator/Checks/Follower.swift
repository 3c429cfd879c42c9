import CremaDomain
import CremaServices
import CremaStore

/// A client of the event stream: a screen at the bar, or a customer's phone.
///
/// It knows what the stream told it and nothing else. Where its connection drops it goes on from
/// the last event it saw; where too much has happened it fetches everything anew.
struct Follower: Sendable {
    enum Scope: Sendable, Hashable {
        case queue(ID<Location>)
        case orders(Owner)
    }

    struct Seen: Sendable, Hashable {
        var version: Int64
        var state: OrderState
    }

    let scope: Scope
    /// Never dropped: what the others are held against.
    let isSteady: Bool
    private(set) var isConnected = true
    private(set) var lastID: Int64
    private(set) var orders: [ID<Order>: Seen] = [:]
    private(set) var ticks: [ID<Order>: Set<Int>] = [:]
    private(set) var resets = 0

    init(_ scope: Scope, isSteady: Bool, from id: Int64) {
        self.scope = scope
        self.isSteady = isSteady
        lastID = id
    }

    func wants(_ event: Event) -> Bool {
        guard event.kind == .order || event.kind == .ticket else { return false }
        switch scope {
        case .queue(let location): return event.locationID == location.rawValue
        case .orders(let owner): return event.owner == owner.text
        }
    }

    mutating func drop() { isConnected = false }

    /// Takes what the stream tells. What it has seen already changes nothing.
    mutating func take(_ event: Event) throws(Finding) {
        guard event.id > lastID else { return }
        lastID = event.id
        guard wants(event) else { return }
        let id = ID<Order>(event.subject)
        switch event.kind {
        case .order:
            guard let text = event.word("state"), let state = OrderState(rawValue: text) else {
                throw Finding(
                    .everythingIsTold, expected: "a state in event \(event.id)",
                    found: event.payload)
            }
            if event.version > orders[id]?.version ?? 0 {
                orders[id] = Seen(version: event.version, state: state)
            }
        case .ticket:
            guard let line = event.word("line").flatMap({ Int($0) }) else { return }
            if event.word("isDone") == "true" {
                ticks[id, default: []].insert(line - 1)
            } else {
                ticks[id, default: []].remove(line - 1)
            }
        case .menu, .location, .wallet, .mail, .payment, .other: return
        }
    }

    /// Connects again, and gets what it missed: from the hub, from the database, or as a reset.
    mutating func reconnect(_ services: Services) async throws {
        isConnected = true
        let last = services.hub.lastID
        var missed: [Event] = []
        var isReset = lastID > last
        if lastID < last {
            if let events = try await services.read(MissedEvents(after: lastID), by: .nobody) {
                missed = events
            } else {
                isReset = true
            }
        }
        if isReset { return try await fetch(services) }
        for event in missed { try take(event) }
        var rest: [Event] = []
        let resume = services.hub.attach(after: lastID, matching: { _ in true }) { missed, _ in
            rest = missed
        }
        guard case .attached = resume else { return try await fetch(services) }
        for event in rest { try take(event) }
    }

    /// Everything anew, and the event from which on the stream goes on.
    private mutating func fetch(_ services: Services) async throws {
        resets += 1
        let records: [OrderRecord]
        switch scope {
        case .queue(let location):
            let queue = try await services.read(
                QueueQuery(locationID: location), by: Cast.standard.barista(at: location))
            records = Array(queue.open)
            lastID = queue.sequence
        case .orders(let owner):
            let actor =
                switch owner {
                case .person(let id): Actor(person: id)
                case .device(let id): Actor(device: id)
                case .token(let id): Actor(tokenOrder: id)
                }
            var found: [OrderRecord] = []
            var cursor: OrderCursor?
            repeat {
                let page = try await services.read(
                    MyOrdersQuery(after: cursor, limit: 50), by: actor)
                found += page.orders
                cursor = page.next
                lastID = page.sequence
            } while cursor != nil
            records = found
        }
        orders = [:]
        ticks = [:]
        for record in records {
            orders[record.order.id] = Seen(
                version: record.order.version, state: record.order.state)
            ticks[record.order.id] = record.doneLines
        }
    }

    /// Holds what it shows against what there is: at the bar every open order and no other, on a
    /// phone every order of the customer.
    func check(against shop: ShopModel) throws(Finding) {
        let must = shop.orderIDs.compactMap { shop.orders[$0] }.filter(shows)
        for order in must {
            let seen = orders[order.id]
            let right = Seen(version: order.order.version, state: order.order.state)
            try expect(
                .followersAgree, "\(scope) \(order.id)", right,
                seen ?? Seen(version: 0, state: .expired))
            try expect(
                .followersAgree, "\(scope) \(order.id) ticks", order.doneLines,
                ticks[order.id] ?? [])
        }
        let unfinished = orders.filter { !$0.value.state.isFinal }.map(\.key)
        for id in unfinished where shop.orders[id]?.isOpen != true {
            throw Finding(
                .followersAgree, expected: "\(scope) \(id) not open",
                found: "\(String(describing: orders[id]))")
        }
    }

    private func shows(_ order: OrderModel) -> Bool {
        switch scope {
        case .queue(let location): order.locationID == location && order.isOpen
        case .orders(let owner): order.owner == owner
        }
    }
}

extension Event {
    /// The value of a member of its payload, which is flat and escapes nothing.
    fileprivate func word(_ name: String) -> String? {
        guard let start = payload.firstRange(of: "\"\(name)\":")?.upperBound else { return nil }
        let value = payload[start...].prefix { $0 != "," && $0 != "}" }
        return String(value.filter { $0 != "\"" })
    }
}
