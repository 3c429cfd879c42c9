import CremaDomain
import CremaServices
import CremaStore

/// The shop as it must be: what the walk did, and nothing read from the database.
struct ShopModel: Sendable {
    let rules: OrderRules
    /// In the shop's order.
    let placeIDs: [ID<Location>]
    var places: [ID<Location>: PlaceModel]
    var catalog: Catalog
    var edition: Int64
    var orders: [ID<Order>: OrderModel] = [:]
    /// In the order placed; for choosing, since a dictionary has no order.
    var orderIDs: [ID<Order>] = []
    var openIDs: [ID<Order>] = []
    var carts: [CartKey: StoredCart] = [:]
    var answers: [String: KeptAnswerModel] = [:]
    /// Numbers drawn, by location and business date.
    var numbers: Set<DrawnLabel> = []

    struct CartKey: Sendable, Hashable {
        let owner: Owner
        let location: ID<Location>
    }

    /// The first answer under a key.
    struct KeptAnswerModel: Sendable {
        let body: UInt64
        let answer: Answer
        let operation: Operation
        let at: Timestamp
    }

    struct DrawnLabel: Sendable, Hashable {
        let location: ID<Location>
        let date: LocalDate
        let sequence: Int64
    }

    func cart(_ owner: Owner, at location: ID<Location>) -> StoredCart {
        carts[CartKey(owner: owner, location: location)] ?? StoredCart(locationID: location)
    }

    func openUnpaidCount(of owner: Owner) -> Int {
        openIDs.count { id in
            guard let order = orders[id] else { return false }
            return order.owner == owner && order.due > .zero
        }
    }

    /// Forgets answers that are older than they are kept.
    mutating func forgetAnswers(at now: Timestamp) {
        let before = now.milliseconds - OrderRules.keyMilliseconds
        answers = answers.filter { $0.value.at.milliseconds >= before }
    }
}

/// An event that a change must tell.
struct ToldEvent: Sendable, Hashable, CustomStringConvertible {
    let kind: EventKind
    let subject: String
    let version: Int64

    init(_ kind: EventKind, _ subject: String, _ version: Int64) {
        self.kind = kind
        self.subject = subject
        self.version = version
    }

    var description: String { "\(kind.rawValue) \(subject) version \(version)" }
}

/// What becomes of the shop by an operation.
struct Effect: Sendable {
    var orders: [OrderModel] = []
    var placed: OrderModel?
    var cart: (key: ShopModel.CartKey, value: StoredCart?)?
    var places: [PlaceModel] = []
    var catalog: Catalog?
    var events: [ToldEvent] = []
}

/// What must come of an operation as things stand.
enum Forecast: Sendable {
    /// Done, with this answer and this effect. Of a placed order, id and number are as they come.
    case done(Answer, Effect)
    /// The first answer again.
    case replay(Answer)
    /// Refused by one of these.
    case refused([Refusal])

    static func refused(_ refusal: Refusal) -> Forecast { .refused([refusal]) }
}

extension ShopModel {
    /// Makes an effect true.
    mutating func apply(_ effect: Effect) {
        if let placed = effect.placed {
            orders[placed.id] = placed
            orderIDs.append(placed.id)
            openIDs.append(placed.id)
            numbers.insert(
                DrawnLabel(
                    location: placed.locationID, date: placed.order.quote.businessDate,
                    sequence: placed.order.callNumber.sequence))
        }
        for order in effect.orders {
            let wasOpen = orders[order.id]?.isOpen ?? false
            orders[order.id] = order
            if wasOpen && !order.isOpen { openIDs.removeAll { $0 == order.id } }
            if !wasOpen && order.isOpen { openIDs.append(order.id) }
        }
        if let (key, value) = effect.cart { carts[key] = value }
        if let catalog = effect.catalog {
            self.catalog = catalog
            edition += 1
        }
        for place in effect.places {
            places[place.id] = place
            places[place.id]?.renewMenu(catalog)
        }
    }
}
