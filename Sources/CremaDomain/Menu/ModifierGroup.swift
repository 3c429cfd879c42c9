/// One choice within a group: a milk, a syrup, a shot.
public struct Modifier: Hashable, Sendable {
    /// Permanent identity.
    public var id: ID<Modifier>
    /// Its name.
    public var name: LocalizedText
    /// What one adds to the price; `Menu` knows a location's own.
    public var price: Money
    /// Another price for some sizes.
    public var priceBySize: [ID<ItemSize>: Money] = [:]
    /// How often it may be taken.
    public var maxQuantity = 1
    /// Chosen from the start.
    public var isDefault = false
    /// What one adds or takes.
    public var nutrition = Nutrition()
    /// What is stated of allergens; combined with the item's.
    public var allergens = AllergenStatement.silent
    /// What the item contains and this one replaces ("oat" takes the milk out).
    public var replacesAllergens: Set<Allergen> = []
    /// A tax category that the whole line takes from it; of several, the last one chosen counts.
    public var taxCategory: ID<TaxCategory>?
    /// What it does to the drawing.
    public var pictureChange: PictureChange?
    /// Deleted: nobody can choose it, past orders keep it.
    public var isRetired = false

    /// A modifier.
    public init(id: ID<Modifier>, name: LocalizedText, price: Money) {
        self.id = id
        self.name = name
        self.price = price
    }
}

/// A question about an item ("Milk?") with its rules; several items may share one.
public struct ModifierGroup: Hashable, Sendable {
    /// Permanent identity.
    public var id: ID<ModifierGroup>
    /// Its name.
    public var name: LocalizedText
    /// How many must be chosen at least, counting repeats.
    public var minimum: Int
    /// How many may be chosen at most; nil for no bound but the modifiers' own.
    public var maximum: Int?
    /// The first `free` choices cost nothing.
    public var free: Int
    /// The choices, in order.
    public var modifiers: [Modifier]

    /// A group.
    public init(
        id: ID<ModifierGroup>, name: LocalizedText, minimum: Int = 0, maximum: Int? = nil,
        free: Int = 0, modifiers: [Modifier]
    ) {
        self.id = id
        self.name = name
        self.minimum = minimum
        self.maximum = maximum
        self.free = free
        self.modifiers = modifiers
    }

    /// Exactly one must be chosen.
    public var isSingleChoice: Bool { maximum == 1 }
}
