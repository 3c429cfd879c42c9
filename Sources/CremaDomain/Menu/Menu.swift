/// A shelf of the menu.
public struct MenuCategory: Hashable, Sendable {
    /// Permanent identity.
    public var id: ID<MenuCategory>
    /// Its name.
    public var name: LocalizedText
    /// What stands on it, in order.
    public var items: [ID<MenuItem>]

    /// A category.
    public init(id: ID<MenuCategory>, name: LocalizedText, items: [ID<MenuItem>] = []) {
        self.id = id
        self.name = name
        self.items = items
    }
}

/// What one location can sell of a thing right now.
public struct Availability: Hashable, Sendable {
    /// Switched off by the staff.
    public var isSoldOut: Bool
    /// Pieces left, where the location counts them.
    public var stock: Int?
    /// Another price at this location.
    public var price: Money?

    /// An availability.
    public init(isSoldOut: Bool = false, stock: Int? = nil, price: Money? = nil) {
        self.isSoldOut = isSoldOut
        self.stock = stock
        self.price = price
    }

    /// Nothing is left, or it was switched off.
    public var isOut: Bool { isSoldOut || (stock ?? 1) <= 0 }
}

/// What the shop offers, the same at all its locations.
public struct Catalog: Hashable, Sendable {
    /// The shelves, in order.
    public var categories: [MenuCategory]
    /// Each item, retired ones too.
    public var items: [MenuItem]
    /// Each group of modifiers.
    public var groups: [ModifierGroup]

    /// A catalogue.
    public init(
        categories: [MenuCategory] = [], items: [MenuItem] = [], groups: [ModifierGroup] = []
    ) {
        self.categories = categories
        self.items = items
        self.groups = groups
    }
}

/// The menu that customers of one location see: one immutable snapshot.
public struct Menu: Sendable {
    /// Grows with each change that a customer could notice.
    public let version: Int64
    /// What it is made of.
    public let catalog: Catalog
    /// What this location can sell of each item; an item not named is there, uncounted.
    public let itemAvailability: [ID<MenuItem>: Availability]
    /// The same for modifiers.
    public let modifierAvailability: [ID<Modifier>: Availability]
    /// Prices of sizes that are this location's own.
    public let sizePrices: [ID<ItemSize>: Money]

    private let itemIndex: [ID<MenuItem>: Int]
    private let groupIndex: [ID<ModifierGroup>: Int]

    /// A snapshot.
    public init(
        version: Int64, catalog: Catalog, itemAvailability: [ID<MenuItem>: Availability] = [:],
        modifierAvailability: [ID<Modifier>: Availability] = [:],
        sizePrices: [ID<ItemSize>: Money] = [:]
    ) {
        self.sizePrices = sizePrices
        self.version = version
        self.catalog = catalog
        self.itemAvailability = itemAvailability
        self.modifierAvailability = modifierAvailability
        var itemIndex: [ID<MenuItem>: Int] = [:]
        for (index, item) in catalog.items.enumerated() { itemIndex[item.id] = index }
        var groupIndex: [ID<ModifierGroup>: Int] = [:]
        for (index, group) in catalog.groups.enumerated() { groupIndex[group.id] = index }
        self.itemIndex = itemIndex
        self.groupIndex = groupIndex
    }

    /// The item of this id, retired or not.
    public func item(_ id: ID<MenuItem>) -> MenuItem? {
        itemIndex[id].map { catalog.items[$0] }
    }

    /// The groups asked for an item, in order.
    public func groups(of item: MenuItem) -> [ModifierGroup] {
        item.groups.compactMap { id in groupIndex[id].map { catalog.groups[$0] } }
    }

    /// The items of a category that can be shown, in order: all but retired ones.
    public func items(of category: MenuCategory) -> [MenuItem] {
        category.items.compactMap(item).filter { !$0.isRetired }
    }

    /// Whether nobody can have this item now.
    public func isSoldOut(_ item: MenuItem) -> Bool {
        itemAvailability[item.id]?.isOut ?? false
    }

    /// Whether nobody can have this modifier now.
    public func isSoldOut(_ modifier: Modifier) -> Bool {
        modifierAvailability[modifier.id]?.isOut ?? false
    }

    /// Price of one piece before modifiers, at this location.
    public func price(of item: MenuItem, size: ItemSize?) -> Money {
        if let size { return sizePrices[size.id] ?? size.price }
        return itemAvailability[item.id]?.price ?? item.lowestPrice
    }

    /// What a modifier adds, at this location.
    public func price(of modifier: Modifier, size: ItemSize?) -> Money {
        if let size, let own = modifier.priceBySize[size.id] { return own }
        return modifierAvailability[modifier.id]?.price ?? modifier.price
    }
}
