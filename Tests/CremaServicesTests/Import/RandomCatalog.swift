import CremaDomain

/// The same numbers for the same seed, so that a failure can be seen again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension Catalog {
    /// A catalogue of anything the types allow, sound or not.
    static func random(using random: inout SeededGenerator) -> Catalog {
        var catalog = Catalog()
        for index in 0..<Int.random(in: 0...4, using: &random) {
            catalog.groups.append(.random(index, using: &random))
        }
        for index in 0..<Int.random(in: 0...6, using: &random) {
            catalog.items.append(.random(index, using: &random))
        }
        for index in 0..<Int.random(in: 0...3, using: &random) {
            catalog.categories.append(
                MenuCategory(
                    id: ID("category-\(index)"), name: .random(using: &random),
                    items: catalog.items.map(\.id).filter { _ in Bool.random(using: &random) }))
        }
        return catalog
    }
}

extension LocalizedText {
    static func random(using random: inout SeededGenerator) -> LocalizedText {
        let words = [
            "Latte", "لاتيه", "☕️ \"hot\"", "a/b\\c", "naïve", "", "line\nline", "🇫🇷", "<b>",
        ]
        let pick = { (random: inout SeededGenerator) in words.randomElement(using: &random) ?? "" }
        guard Bool.random(using: &random) else { return LocalizedText(pick(&random)) }
        return LocalizedText(
            pick(&random), translations: ["ar": pick(&random), "de": pick(&random)])
    }
}

extension Nutrition {
    static func random(using random: inout SeededGenerator) -> Nutrition {
        Nutrition(
            kilocalories: Bool.random(using: &random)
                ? .random(in: -50...900, using: &random) : nil,
            caffeineMilligrams: Bool.random(using: &random) ? 65 : nil)
    }
}

extension AllergenStatement {
    static func random(using random: inout SeededGenerator) -> AllergenStatement {
        var stated: [Allergen: AllergenState] = [:]
        let isComplete = Bool.random(using: &random)
        for allergen in Allergen.allCases {
            let states = AllergenState.allCases.filter { !isComplete || $0 != .notStated }
            stated[allergen] = states.randomElement(using: &random)
        }
        return AllergenStatement(stated)
    }
}

extension MenuItem {
    static func random(_ index: Int, using random: inout SeededGenerator) -> MenuItem {
        let hasSizes = Bool.random(using: &random)
        var item = MenuItem(
            id: ID("item-\(index)"), name: .random(using: &random),
            description: .random(using: &random),
            price: hasSizes ? nil : Money(.random(in: -5...10_000_000, using: &random)),
            groups: [ID("group-0"), ID("group-1")].filter { _ in Bool.random(using: &random) },
            taxCategory: ID(Bool.random(using: &random) ? "prepared" : "food"))
        if hasSizes {
            for size in 0..<Int.random(in: 1...3, using: &random) {
                item.sizes.append(
                    ItemSize(
                        id: ID("item-\(index)-\(size)"), name: .random(using: &random),
                        price: Money(Int64(size) * 100),
                        nutrition: Bool.random(using: &random) ? .random(using: &random) : nil,
                        taxCategory: Bool.random(using: &random) ? ID("food") : nil,
                        pictureScale: Bool.random(using: &random) ? 100 : 120))
            }
        }
        item.station = ID(Bool.random(using: &random) ? "bar" : "kitchen")
        item.makeTimeSeconds = Int.random(in: 0...300, using: &random)
        item.nutrition = .random(using: &random)
        item.allergens = .random(using: &random)
        item.dietTags = ["vegan", "decaf"].filter { _ in Bool.random(using: &random) }
        if Bool.random(using: &random) {
            let from = Int.random(in: 0...1439, using: &random)
            let until = Int.random(in: 1...1440, using: &random)
            item.windows = [AvailabilityWindow(fromMinute: from, untilMinute: until)]
        }
        if Bool.random(using: &random) { item.recipe = .random(using: &random) }
        if Bool.random(using: &random) { item.photo = "photo-\(index).webp" }
        item.isFeatured = Bool.random(using: &random)
        item.isRetired = Bool.random(using: &random)
        return item
    }
}

extension DrinkRecipe {
    static func random(using random: inout SeededGenerator) -> DrinkRecipe {
        DrinkRecipe(
            vessel: Vessel.allCases.randomElement(using: &random) ?? .cup,
            layers: Ingredient.allCases.filter { _ in Bool.random(using: &random) }.map {
                Layer($0, Int.random(in: 1...3, using: &random))
            },
            hasFoam: Bool.random(using: &random), hasIce: Bool.random(using: &random),
            food: Bool.random(using: &random) ? "croissant" : nil)
    }
}

extension ModifierGroup {
    static func random(_ index: Int, using random: inout SeededGenerator) -> ModifierGroup {
        var modifiers: [Modifier] = []
        for place in 0..<Int.random(in: 0...4, using: &random) {
            var modifier = Modifier(
                id: ID("group-\(index)-\(place)"), name: .random(using: &random),
                price: Money(.random(in: 0...200, using: &random)))
            if Bool.random(using: &random) {
                modifier.priceBySize = [ID("item-0-0"): Money(70), ID("item-0-1"): Money(90)]
            }
            modifier.maxQuantity = Int.random(in: 1...3, using: &random)
            modifier.isDefault = Bool.random(using: &random)
            modifier.nutrition = .random(using: &random)
            modifier.allergens = .random(using: &random)
            if Bool.random(using: &random) { modifier.replacesAllergens = [.milk, .nuts] }
            if Bool.random(using: &random) { modifier.taxCategory = ID("food") }
            let changes: [PictureChange?] = [nil, .plantMilk, .iced, .add(.espresso), .scale(120)]
            modifier.pictureChange = changes.randomElement(using: &random) ?? nil
            modifier.isRetired = Bool.random(using: &random)
            modifiers.append(modifier)
        }
        return ModifierGroup(
            id: ID("group-\(index)"), name: .random(using: &random),
            minimum: Int.random(in: 0...2, using: &random),
            maximum: Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil,
            free: Int.random(in: 0...1, using: &random), modifiers: modifiers)
    }
}

extension Catalog {
    /// A catalogue without a problem.
    static func randomSound(using random: inout SeededGenerator) -> Catalog {
        var catalog = Catalog.random(using: &random)
        let groups = Set(catalog.groups.map(\.id))
        for index in catalog.groups.indices {
            catalog.groups[index].name = LocalizedText("Group \(index)")
            catalog.groups[index].minimum = 0
            catalog.groups[index].maximum = nil
            for place in catalog.groups[index].modifiers.indices {
                catalog.groups[index].modifiers[place].name = LocalizedText("Modifier \(place)")
                catalog.groups[index].modifiers[place].priceBySize = [:]
            }
        }
        var shelf: [ID<MenuItem>] = []
        for index in catalog.items.indices {
            var item = catalog.items[index]
            item.name = LocalizedText("Item \(index)", translations: ["ar": "صنف"])
            item.description = LocalizedText("line\nline")
            item.groups.removeAll { !groups.contains($0) }
            if let price = item.price { item.price = max(.zero, price) }
            item.sizes = item.sizes.map {
                ItemSize(id: $0.id, name: LocalizedText("Size"), price: $0.price)
            }
            item.nutrition = Nutrition(kilocalories: 100)
            catalog.items[index] = item
            shelf.append(item.id)
        }
        if catalog.items.isEmpty {
            catalog.items.append(
                MenuItem(
                    id: ID("only"), name: LocalizedText("Only"), price: Money(1),
                    taxCategory: ID("prepared")))
            shelf.append(ID("only"))
        }
        shelf.shuffle(using: &random)
        let half = shelf.count / 2
        catalog.categories = [
            MenuCategory(
                id: ID("first"), name: LocalizedText("First"), items: Array(shelf[..<half])),
            MenuCategory(
                id: ID("second"), name: LocalizedText("Second"), items: Array(shelf[half...])),
        ]
        return catalog
    }
}
