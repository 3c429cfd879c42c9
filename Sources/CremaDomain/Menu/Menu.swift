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
    /// Another price at this location; items with sizes have theirs in `Menu.sizePrices`.
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

/// Where a modifier stands in a catalogue.
struct ModifierPlace: Hashable, Sendable {
    /// Place of its group.
    let group: Int
    /// Its own place within the group.
    let index: Int
}

/// The menu that customers of one location see: one immutable snapshot.
public struct Menu: Sendable {
    /// Grows with each change that a customer could notice.
    public let version: Int64
    /// What it is made of.
    public let catalog: Catalog
    /// What this location can sell of each item; an item not named is there, uncounted.
    public let itemAvailability: [ID<MenuItem>: Availability]
    /// The same for modifiers; a modifier's price by size counts more than a location's.
    public let modifierAvailability: [ID<Modifier>: Availability]
    /// Prices of sizes that are this location's own.
    public let sizePrices: [ID<ItemSize>: Money]

    private let itemIndex: [ID<MenuItem>: Int]
    /// For each item of the catalogue the places of its groups.
    private let groupsOfItems: [[Int]]
    private let placesOfModifiers: [ID<Modifier>: [ModifierPlace]]

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
        var places: [ID<Modifier>: [ModifierPlace]] = [:]
        for (at, group) in catalog.groups.enumerated() {
            groupIndex[group.id] = at
            for (index, modifier) in group.modifiers.enumerated() {
                places[modifier.id, default: []].append(ModifierPlace(group: at, index: index))
            }
        }
        self.itemIndex = itemIndex
        groupsOfItems = catalog.items.map { item in
            item.groups.reduce(into: []) { groups, id in
                guard let at = groupIndex[id], !groups.contains(at) else { return }
                groups.append(at)
            }
        }
        placesOfModifiers = places
    }

    /// The item of this id, retired or not.
    public func item(_ id: ID<MenuItem>) -> MenuItem? {
        itemIndex[id].map { catalog.items[$0] }
    }

    /// The groups asked for an item of this menu, in order, each once.
    public func groups(of item: MenuItem) -> [ModifierGroup] {
        groupPlaces(of: item.id).map { catalog.groups[$0] }
    }

    /// The same as places in the catalogue.
    func groupPlaces(of item: ID<MenuItem>) -> [Int] {
        itemIndex[item].map { groupsOfItems[$0] } ?? []
    }

    /// Where a modifier stands among these groups; in the first of them, should it be in several.
    func place(of modifier: ID<Modifier>, among groups: [Int]) -> ModifierPlace? {
        let places = placesOfModifiers[modifier] ?? []
        for group in groups {
            if let place = places.first(where: { $0.group == group }) { return place }
        }
        return nil
    }

    /// The items of a category that can be shown, in order: all but retired ones.
    public func items(of category: MenuCategory) -> [MenuItem] {
        category.items.compactMap(item).filter { !$0.isRetired }
    }

    /// Whether the menu has this item, sold out or not.
    public func offers(_ id: ID<MenuItem>) -> Bool {
        item(id).map { !$0.isRetired } ?? false
    }

    /// Whether the menu has this modifier, in any of its groups, sold out or not.
    public func offers(_ id: ID<Modifier>) -> Bool {
        (placesOfModifiers[id] ?? []).contains { place in
            !catalog.groups[place.group].modifiers[place.index].isRetired
        }
    }

    /// Whether nobody can have this item now.
    public func isSoldOut(_ item: MenuItem) -> Bool {
        itemAvailability[item.id]?.isOut ?? false
    }

    /// Whether nobody can have this modifier now.
    public func isSoldOut(_ modifier: Modifier) -> Bool {
        modifierAvailability[modifier.id]?.isOut ?? false
    }

    /// Price of one piece before modifiers, at this location; without a size, the lowest of all.
    public func price(of item: MenuItem, size: ItemSize? = nil) -> Money {
        if let size { return sizePrices[size.id] ?? size.price }
        let lowest = item.sizes.map { sizePrices[$0.id] ?? $0.price }.min()
        return lowest ?? itemAvailability[item.id]?.price ?? item.price ?? .zero
    }

    /// Whether the item has a price at this location, of its own or by size.
    public func isPriced(_ item: MenuItem) -> Bool {
        !item.sizes.isEmpty || item.price != nil || itemAvailability[item.id]?.price != nil
    }

    /// What a modifier adds, at this location.
    public func price(of modifier: Modifier, size: ItemSize?) -> Money {
        if let size, let own = modifier.priceBySize[size.id] { return own }
        return modifierAvailability[modifier.id]?.price ?? modifier.price
    }
}
