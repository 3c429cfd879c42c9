/// Where a drink is drunk; taxes and packaging may depend on it.
public enum Fulfilment: String, CaseIterable, Hashable, Sendable {
    /// Taken away.
    case toGo
    /// Drunk in the shop.
    case forHere
}

/// A modifier and how often it was taken.
public struct ModifierChoice: Hashable, Sendable {
    /// Which.
    public let id: ID<Modifier>
    /// How often, as asked for; checked when priced.
    public let quantity: Int

    /// A choice.
    public init(id: ID<Modifier>, quantity: Int = 1) {
        self.id = id
        self.quantity = quantity
    }
}

/// One line of a cart, as the customer asked for it; nothing in it is checked yet.
public struct CartLine: Hashable, Sendable {
    /// Which item.
    public var itemID: ID<MenuItem>
    /// Which size, where the item has sizes.
    public var sizeID: ID<ItemSize>?
    /// In the order chosen: a group's first choices are its free ones.
    public var modifiers: [ModifierChoice]
    /// Pieces.
    public var quantity: Int
    /// A wish in the customer's words; empty for none.
    public var request: String
    /// A name for the cup; empty for the order's.
    public var cupName: String

    /// A line.
    public init(
        itemID: ID<MenuItem>, sizeID: ID<ItemSize>? = nil, modifiers: [ModifierChoice] = [],
        quantity: Int = 1, request: String = "", cupName: String = ""
    ) {
        self.itemID = itemID
        self.sizeID = sizeID
        self.modifiers = modifiers
        self.quantity = quantity
        self.request = request
        self.cupName = cupName
    }
}

/// What a customer is choosing at one location.
public struct Cart: Hashable, Sendable {
    /// At which location.
    public var locationID: ID<Location>
    /// Taken away or drunk there.
    public var fulfilment: Fulfilment
    /// In the order added.
    public var lines: [CartLine]
    /// What is given on top.
    public var tip: Money
    /// Promotion codes entered.
    public var codes: [String]

    /// A cart.
    public init(
        locationID: ID<Location>, fulfilment: Fulfilment = .toGo, lines: [CartLine] = [],
        tip: Money = .zero, codes: [String] = []
    ) {
        self.locationID = locationID
        self.fulfilment = fulfilment
        self.lines = lines
        self.tip = tip
        self.codes = codes
    }
}
