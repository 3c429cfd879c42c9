import CremaDomain

extension ModifierGroup {
    init(members: KeyedDecodingContainer<MemberName>) throws {
        let name = try members.decode(TextDocument.self, forKey: "name").text
        let id = try members.id(of: ModifierGroup.self, name: name)
        self.init(
            id: id, name: name,
            minimum: try members.integer("min") ?? 0,
            maximum: try members.integer("max"),
            free: try members.integer("free") ?? 0,
            modifiers: try members.objects("modifiers") { try Modifier(members: $0, group: id) })
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(id.rawValue, forKey: "id")
        try members.encode(TextDocument(name), forKey: "name")
        try members.encode(minimum, unless: 0, forKey: "min")
        try members.encodeIfPresent(maximum, forKey: "max")
        try members.encode(free, unless: 0, forKey: "free")
        try members.encodeObjects(modifiers, forKey: "modifiers") { try $0.encode(into: &$1) }
    }
}

extension Modifier {
    init(members: KeyedDecodingContainer<MemberName>, group: ID<ModifierGroup>) throws {
        let name = try members.decode(TextDocument.self, forKey: "name").text
        self.init(
            id: try members.id(name: name, within: group.rawValue), name: name,
            price: try members.money("price") ?? .zero)
        priceBySize =
            try members.object("priceBySize") { sizes in
                var prices: [ID<ItemSize>: Money] = [:]
                for key in sizes.allKeys {
                    prices[ID(key.stringValue)] = try sizes.neededMoney(key)
                }
                return prices
            } ?? [:]
        maxQuantity = try members.integer("maxQuantity") ?? maxQuantity
        isDefault = try members.decodeIfPresent(Bool.self, forKey: "isDefault") ?? false
        nutrition = try members.object("nutrition") { try Nutrition(members: $0) } ?? nutrition
        allergens = try members.allergens("allergens")
        let replaced = try members.decodeIfPresent([String].self, forKey: "replacesAllergens") ?? []
        for text in replaced {
            guard let allergen = Allergen(rawValue: text) else {
                throw members.problem(
                    "replacesAllergens", "\u{201C}\(text)\u{201D} is no allergen.")
            }
            replacesAllergens.insert(allergen)
        }
        taxCategory = try members.optionalID("taxCategory")
        pictureChange =
            try members.decodeIfPresent(PictureChangeDocument.self, forKey: "pictureChange")?.change
        isRetired = try members.decodeIfPresent(Bool.self, forKey: "isRetired") ?? false
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(id.rawValue, forKey: "id")
        try members.encode(TextDocument(name), forKey: "name")
        try members.encode(price.minorUnits, unless: 0, forKey: "price")
        var bySize: [String: Int64] = [:]
        for (size, price) in priceBySize { bySize[size.rawValue] = price.minorUnits }
        try members.encode(bySize, unless: [:], forKey: "priceBySize")
        try members.encode(maxQuantity, unless: 1, forKey: "maxQuantity")
        try members.encode(isDefault, unless: false, forKey: "isDefault")
        try members.encode(nutrition, unless: Nutrition(), forKey: "nutrition")
        try members.encode(allergens, forKey: "allergens")
        let replaced = Allergen.allCases.filter(replacesAllergens.contains).map(\.rawValue)
        try members.encode(replaced, unless: [], forKey: "replacesAllergens")
        try members.encodeIfPresent(taxCategory?.rawValue, forKey: "taxCategory")
        try members.encodeIfPresent(
            pictureChange.map(PictureChangeDocument.init), forKey: "pictureChange")
        try members.encode(isRetired, unless: false, forKey: "isRetired")
    }
}
