package import CremaDomain

/// Whether a location takes orders now.
package enum Openness: Hashable, Sendable {
    /// Until when, where that is today or tomorrow.
    case open(until: WallTime?)
    /// When it opens next; `today` tells whether the day must be said.
    case closed(opens: WallTime?, today: WallTime)
    /// In the shop's words.
    case paused(reason: String)

    package var takesOrders: Bool {
        switch self {
        case .open: true
        case .closed, .paused: false
        }
    }
}

/// A location with how it stands now; part of most models.
package struct Place: Hashable, Sendable {
    package let location: Location
    package let openness: Openness
    /// Minutes until an order placed now would be ready; nil where it isn't known.
    package let readyIn: ClosedRange<Int>?
    /// Drinks that are made before.
    package let drinksAhead: Int

    package init(
        location: Location, openness: Openness, readyIn: ClosedRange<Int>? = nil,
        drinksAhead: Int = 0
    ) {
        self.location = location
        self.openness = openness
        self.readyIn = readyIn
        self.drinksAhead = drinksAhead
    }

    package var id: ID<Location> { location.id }
}

/// The shop's home: where to order, and what is under way.
package struct HomeModel: Hashable, Sendable {
    package let places: [Place]
    /// This device's open orders, newest first.
    package let openOrders: [OrderModel]

    package init(places: [Place], openOrders: [OrderModel] = []) {
        self.places = places
        self.openOrders = openOrders
    }
}
