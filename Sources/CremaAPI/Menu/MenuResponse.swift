public import CremaDomain

/// A size on the wire.
public struct SizeValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// Price of one piece before modifiers.
    public let price: MoneyValue
}

/// What a portion gives, where it is stated.
public struct NutritionValue: Codable, Hashable, Sendable {
    /// Kilocalories.
    public let kilocalories: Int?
    /// Milligrams.
    public let caffeineMilligrams: Int?

    init(_ nutrition: Nutrition) {
        kilocalories = nutrition.kilocalories
        caffeineMilligrams = nutrition.caffeineMilligrams
    }
}

/// A modifier on the menu.
public struct MenuModifierValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// What one adds.
    public let price: MoneyValue
    /// Other prices for some sizes, by size id.
    public let priceBySize: [String: MoneyValue]?
    /// How often it may be taken.
    public let maxQuantity: Int
    /// Chosen from the start.
    public let isDefault: Bool
    /// Not to be had now.
    public let soldOut: Bool
    /// What one adds or takes.
    public let nutrition: NutritionValue
    /// `contains`, `mayContain` or `free`, by allergen; what isn't named is not stated.
    public let allergens: [String: String]
}

/// A group of modifiers on the menu.
public struct GroupValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// At least.
    public let min: Int
    /// At most; where the shop set no bound, as many as there are to take.
    public let max: Int
    /// The first ones that cost nothing.
    public let free: Int
    /// In order.
    public let modifiers: [MenuModifierValue]
}

/// An item on the menu.
public struct ItemValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// A sentence or two.
    public let description: String
    /// Price of one piece, where it has no sizes.
    public let price: MoneyValue?
    /// Its sizes; empty where it has none.
    public let sizes: [SizeValue]
    /// Not to be had now.
    public let soldOut: Bool
    /// Pieces left, where they are counted.
    public let stock: Int?
    /// What is asked, in order.
    public let groups: [GroupValue]
    /// What one piece gives.
    public let nutrition: NutritionValue
    /// `contains`, `mayContain` or `free`, by allergen; what isn't named is not stated.
    public let allergens: [String: String]
    /// "vegan", "decaf" …
    public let tags: [String]
    /// Shown among the first.
    public let featured: Bool
}

/// A category of the menu.
public struct CategoryValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Its name.
    public let name: String
    /// In order.
    public let items: [ItemValue]
}

/// `GET /api/v1/locations/{id}/menu`.
public struct MenuResponse: Codable, Hashable, Sendable {
    /// Grows with each change; the ETag's base.
    public let version: Int64
    /// Language of the names.
    public let language: String
    /// In order.
    public let categories: [CategoryValue]

    /// A menu in one language.
    public init(_ menu: Menu, currency: Currency, language: String) {
        version = menu.version
        self.language = language
        categories = menu.catalog.categories.map { category in
            CategoryValue(
                id: category.id.rawValue, name: category.name(in: language),
                items: menu.items(of: category).map {
                    ItemValue($0, in: menu, currency: currency, language: language)
                })
        }
    }
}

extension ItemValue {
    init(_ item: MenuItem, in menu: Menu, currency: Currency, language: String) {
        func money(_ amount: Money) -> MoneyValue { MoneyValue(amount, currency) }
        id = item.id.rawValue
        name = item.name(in: language)
        description = item.description(in: language)
        price = item.sizes.isEmpty ? money(menu.price(of: item, size: nil)) : nil
        sizes = item.sizes.map {
            SizeValue(
                id: $0.id.rawValue, name: $0.name(in: language),
                price: money(menu.price(of: item, size: $0)))
        }
        soldOut = menu.isSoldOut(item)
        stock = menu.itemAvailability[item.id]?.stock
        groups = menu.groups(of: item).map {
            GroupValue($0, in: menu, currency: currency, language: language)
        }
        nutrition = NutritionValue(item.nutrition)
        allergens = item.allergens.wire
        tags = item.dietTags
        featured = item.isFeatured
    }
}

extension GroupValue {
    init(_ group: ModifierGroup, in menu: Menu, currency: Currency, language: String) {
        id = group.id.rawValue
        name = group.name(in: language)
        min = group.minimum
        let offered = group.modifiers.filter { !$0.isRetired }
        max = group.maximum ?? offered.reduce(0) { $0 + $1.maxQuantity }
        free = group.free
        modifiers = offered.map { modifier in
            let bySize = modifier.priceBySize.map {
                ($0.key.rawValue, MoneyValue($0.value, currency))
            }
            return MenuModifierValue(
                id: modifier.id.rawValue, name: modifier.name(in: language),
                price: MoneyValue(menu.price(of: modifier, size: nil), currency),
                priceBySize: bySize.isEmpty
                    ? nil : Dictionary(uniqueKeysWithValues: bySize),
                maxQuantity: modifier.maxQuantity, isDefault: modifier.isDefault,
                soldOut: menu.isSoldOut(modifier), nutrition: NutritionValue(modifier.nutrition),
                allergens: modifier.allergens.wire)
        }
    }
}

extension AllergenStatement {
    /// By name, without what isn't stated.
    var wire: [String: String] {
        var values: [String: String] = [:]
        for allergen in Allergen.allCases {
            switch self[allergen] {
            case .free: values[allergen.rawValue] = "free"
            case .notStated: continue
            case .mayContain: values[allergen.rawValue] = "mayContain"
            case .contains: values[allergen.rawValue] = "contains"
            }
        }
        return values
    }
}
