/// Which tax rules a thing falls under ("prepared", "food").
public enum TaxCategory {}
/// Where in the shop a thing is made ("bar", "kitchen").
public enum Station {}

/// What a portion gives, as far as the shop states it.
public struct Nutrition: Hashable, Sendable {
    /// Kilocalories; nil where not stated. For a modifier the difference it makes, which may be
    /// negative.
    public let kilocalories: Int?
    /// Caffeine in milligrams; nil where not stated.
    public let caffeineMilligrams: Int?

    /// What is stated.
    public init(kilocalories: Int? = nil, caffeineMilligrams: Int? = nil) {
        self.kilocalories = kilocalories
        self.caffeineMilligrams = caffeineMilligrams
    }
}

/// One of an item's sizes: exactly one is chosen, and its price is the item's.
public struct ItemSize: Hashable, Sendable {
    /// Permanent identity.
    public let id: ID<ItemSize>
    /// "Small", "12 oz".
    public let name: LocalizedText
    /// Price of one piece before modifiers.
    public let price: Money
    /// What this size gives, in place of the item's own.
    public let nutrition: Nutrition?
    /// A tax category of its own, in place of the item's.
    public let taxCategory: ID<TaxCategory>?
    /// Height of the drawing, in percent of the usual.
    public let pictureScale: Int

    /// A size.
    public init(
        id: ID<ItemSize>, name: LocalizedText, price: Money, nutrition: Nutrition? = nil,
        taxCategory: ID<TaxCategory>? = nil, pictureScale: Int = 100
    ) {
        self.id = id
        self.name = name
        self.price = price
        self.nutrition = nutrition
        self.taxCategory = taxCategory
        self.pictureScale = pictureScale
    }
}

/// A time of day within which an item is offered, in minutes since local midnight.
public struct AvailabilityWindow: Hashable, Sendable {
    /// First minute, 0…1439.
    public let fromMinute: Int
    /// First minute after it, 1…1440; at or below `fromMinute` it ends on the next day.
    public let untilMinute: Int

    /// A window.
    public init(fromMinute: Int, untilMinute: Int) {
        self.fromMinute = fromMinute
        self.untilMinute = untilMinute
    }

    /// Whether a minute of the local day lies in it.
    public func contains(minute: Int) -> Bool {
        fromMinute < untilMinute
            ? (fromMinute..<untilMinute).contains(minute)
            : minute >= fromMinute || minute < untilMinute
    }
}

/// One thing on the menu.
public struct MenuItem: Hashable, Sendable {
    /// Permanent identity.
    public var id: ID<MenuItem>
    /// Its name.
    public var name: LocalizedText
    /// A sentence or two; empty where there is none.
    public var description: LocalizedText
    /// Price of one piece where it has no sizes; nil where it has. Without both it can't be
    /// ordered.
    public var price: Money?
    /// Its sizes, smallest first; empty where it has none.
    public var sizes: [ItemSize] = []
    /// The groups that are asked for, in this order.
    public var groups: [ID<ModifierGroup>] = []
    /// Which tax rules it falls under.
    public var taxCategory: ID<TaxCategory>
    /// Where it is made.
    public var station: ID<Station> = ID("bar")
    /// Work of one piece, in seconds.
    public var makeTimeSeconds: Int = 60
    /// What one piece gives before modifiers.
    public var nutrition = Nutrition()
    /// What is stated of allergens.
    public var allergens = AllergenStatement.silent
    /// "vegan", "vegetarian", "decaf" …
    public var dietTags: [String] = []
    /// Times of day at which it is offered; always, where empty.
    public var windows: [AvailabilityWindow] = []
    /// How its picture is drawn; nil shows its first letter.
    public var recipe: DrinkRecipe?
    /// The shop's own photo, by file name; shown in place of the drawing.
    public var photo: String?
    /// Shown among the first things.
    public var isFeatured = false
    /// Deleted: nobody can order it, past orders keep it.
    public var isRetired = false

    /// An item with a price of its own, or with sizes.
    public init(
        id: ID<MenuItem>, name: LocalizedText, description: LocalizedText = LocalizedText(""),
        price: Money?, sizes: [ItemSize] = [], groups: [ID<ModifierGroup>] = [],
        taxCategory: ID<TaxCategory>
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.price = price
        self.sizes = sizes
        self.groups = groups
        self.taxCategory = taxCategory
    }

    /// The lowest price it can be had for, before modifiers; `Menu` knows a location's own.
    public var lowestPrice: Money {
        sizes.map { $0.price }.min() ?? price ?? .zero
    }
}
