import CremaDomain
import CremaServices
import CremaStore

/// What a step touched, and the events that had to be told.
struct Touched {
    private(set) var orders: [ID<Order>] = []
    private(set) var carts: [ShopModel.CartKey] = []
    private(set) var places: [ID<Location>] = []
    private(set) var keys: [WishKey] = []
    private(set) var events: [ToldEvent] = []
    /// Several orders changed, in an order that nobody promised.
    var isUnordered = false

    /// What a wish is about, whether or not it came to anything.
    mutating func add(_ wish: Wish) {
        if let key = wish.key { keys.append(key) }
        switch wish.operation {
        case .move(let id, _, _, _), .pay(let id, _, _), .tick(let id, _, _), .readOrder(let id):
            orders.append(id)
        case .place(let request): places.append(request.cart.locationID)
        case .setAvailability(let location, _, _): places.append(location)
        case .editCart(let location, let owner, _):
            guard let owner else { return }
            carts.append(ShopModel.CartKey(owner: owner, location: location))
        case .quote, .publish, .changeLocation, .expire: return
        }
    }

    mutating func add(_ effect: Effect) {
        if let placed = effect.placed { orders.append(placed.id) }
        orders += effect.orders.map(\.id)
        places += effect.places.map(\.id)
        if let cart = effect.cart { carts.append(cart.key) }
        events += effect.events
    }
}
