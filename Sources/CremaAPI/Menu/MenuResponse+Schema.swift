extension MenuResponse: Described {
    package static let schemaName = "Menu"
    package static let schema = Schema.object(
        "What a place sells, in one language.",
        [
            Field("version", .integer("Grows with each change.")),
            Field("language", .text("Language of the names.", example: "en")),
            Field("categories", .list(of: .of(CategoryValue.self), "In order.")),
        ])
}

extension CategoryValue: Described {
    package static let schemaName = "Category"
    package static let schema = Schema.object(
        "A category of the menu.",
        [
            Field("id", .id("Identity.", example: "espresso")),
            Field("name", .text("Its name.")),
            Field("items", .list(of: .of(ItemValue.self), "In order.")),
        ])
}

extension ItemValue: Described {
    package static let schemaName = "Item"
    package static let schema = Schema.object(
        "An item. Its price stands here, or at its sizes, of which one is to be chosen.",
        [
            Field("id", .id("Identity.", example: "flat-white")),
            Field("name", .text("Its name.", example: "Flat white")),
            Field("description", .text("A sentence or two; may be empty.")),
            .optional("price", .of(MoneyValue.self, "Of one piece, where it has no sizes.")),
            Field("sizes", .list(of: .of(SizeValue.self), "Empty where it has none.")),
            Field("soldOut", .bool("Not to be had now.")),
            .optional("stock", .integer("Pieces left, where they are counted.")),
            Field("groups", .list(of: .of(GroupValue.self), "What is asked, in order.")),
            Field("nutrition", .of(NutritionValue.self, "What one piece gives.")),
            Field("allergens", .allergens),
            Field("tags", .list(of: .text("A word.", example: "vegan"), "Diets and the like.")),
            Field("featured", .bool("Shown among the first.")),
        ])
}

extension SizeValue: Described {
    package static let schemaName = "Size"
    package static let schema = Schema.object(
        "A size of an item.",
        [
            Field("id", .id("Identity.", example: "latte-large")),
            Field("name", .text("Its name.", example: "Large")),
            Field("price", .of(MoneyValue.self, "Of one piece before modifiers.")),
        ])
}

extension GroupValue: Described {
    package static let schemaName = "ModifierGroup"
    package static let schema = Schema.object(
        "Modifiers of which some are to be chosen; each counts as often as it is taken.",
        [
            Field("id", .id("Identity.", example: "milk")),
            Field("name", .text("Its name.", example: "Milk")),
            Field("min", .integer("At least.", 0...Int64.max)),
            Field("max", .integer("At most.", 0...Int64.max)),
            Field("free", .integer("The first ones that cost nothing.", 0...Int64.max)),
            Field("modifiers", .list(of: .of(MenuModifierValue.self), "In order.")),
        ])
}

extension MenuModifierValue: Described {
    package static let schemaName = "Modifier"
    package static let schema = Schema.object(
        "A modifier on the menu.",
        [
            Field("id", .id("Identity.", example: "milk-oat")),
            Field("name", .text("Its name.", example: "Oat drink")),
            Field("price", .of(MoneyValue.self, "What one adds.")),
            .optional(
                "priceBySize",
                .map(of: .of(MoneyValue.self), "Other prices for some sizes, by size id.")),
            Field("maxQuantity", .integer("How often it may be taken.", 1...99)),
            Field("isDefault", .bool("Chosen from the start.")),
            Field("soldOut", .bool("Not to be had now.")),
            Field("nutrition", .of(NutritionValue.self, "What one adds or takes.")),
            Field("allergens", .allergens),
        ])
}

extension NutritionValue: Described {
    package static let schemaName = "Nutrition"
    package static let schema = Schema.object(
        "What a portion gives, where it is stated.",
        [
            .optional("kilocalories", .integer("Kilocalories.")),
            .optional("caffeineMilligrams", .integer("Milligrams of caffeine.")),
        ])
}

extension Schema {
    fileprivate static let allergens = Schema.map(
        of: .word("What is stated.", ["contains", "mayContain", "free"]),
        "By allergen; what isn't named is not stated.")
}
