package import CremaDomain

/// The cart in a word, for the bar at the foot of a page.
package struct CartSummary: Hashable, Sendable {
    package let locationID: ID<Location>
    /// Pieces.
    package let count: Int
    /// Lines with tax and tip, as the quote says; nil where it can't be priced as it is.
    package let total: Money?
    package let currency: Currency
    /// The menu that applies now: a page that shows an older one fetches it again.
    package let menuVersion: Int64

    package init(
        locationID: ID<Location>, count: Int, total: Money?, currency: Currency, menuVersion: Int64
    ) {
        self.locationID = locationID
        self.count = count
        self.total = total
        self.currency = currency
        self.menuVersion = menuVersion
    }
}

/// What became of a line since it was added.
package enum LineChange: Hashable, Sendable {
    /// One piece cost `from` then and `to` now.
    case price(from: Money, to: Money)
}

/// A line of the cart.
package struct CartLineModel: Hashable, Sendable {
    /// Names it in addresses.
    package let key: String
    package let line: CartLine
    /// Its numbers; nil where the cart can't be priced.
    package let quoted: QuotedLine?
    /// Why it can't be had as it is.
    package let problems: [CartProblem.Kind]
    package let changes: [LineChange]

    package init(
        key: String, line: CartLine, quoted: QuotedLine?, problems: [CartProblem.Kind] = [],
        changes: [LineChange] = []
    ) {
        self.key = key
        self.line = line
        self.quoted = quoted
        self.problems = problems
        self.changes = changes
    }
}

/// A tip that is offered.
package struct TipOffer: Hashable, Sendable {
    package let rate: Rate
    package let amount: Money

    package init(rate: Rate, amount: Money) {
        self.rate = rate
        self.amount = amount
    }
}

/// The cart at one location.
package struct CartModel: Sendable {
    package let place: Place
    package let menu: Menu
    package let fulfilment: Fulfilment
    package let lines: [CartLineModel]
    /// Nil where the cart is empty or has problems.
    package let quote: Quote?
    package let tip: Money
    /// Shares of the lines after discounts, before tax; empty where the shop suggests none.
    package let tipOffers: [TipOffer]
    /// What is wrong with the cart as a whole.
    package let problems: [CartProblem.Kind]
    /// A line deleted just now, which can be brought back.
    package let removed: (key: String, name: String)?

    package init(
        place: Place, menu: Menu, fulfilment: Fulfilment, lines: [CartLineModel], quote: Quote?,
        tip: Money = .zero, tipOffers: [TipOffer] = [], problems: [CartProblem.Kind] = [],
        removed: (key: String, name: String)? = nil
    ) {
        self.place = place
        self.menu = menu
        self.fulfilment = fulfilment
        self.lines = lines
        self.quote = quote
        self.tip = tip
        self.tipOffers = tipOffers
        self.problems = problems
        self.removed = removed
    }

    package var summary: CartSummary {
        CartSummary(
            locationID: place.id, count: lines.reduce(0) { $0 + $1.line.quantity },
            total: quote?.total, currency: place.location.currency, menuVersion: menu.version)
    }

    /// It can be ordered as it is.
    package var isOrderable: Bool { quote != nil && place.openness.takesOrders }
}
