/// A line that fits the menu: its item, its size and its modifiers with what each costs.
public struct CheckedLine: Hashable, Sendable {
    /// A modifier taken `quantity` times.
    public struct Choice: Hashable, Sendable {
        /// Which.
        public let modifier: Modifier
        /// How often.
        public let quantity: Int
        /// What all of them add to one piece, free ones left out.
        public let price: Money
    }

    /// The item.
    public let item: MenuItem
    /// Its size, where it has sizes.
    public let size: ItemSize?
    /// In the order chosen.
    public let choices: [Choice]
    /// As asked for.
    public let line: CartLine
    /// Price of the size or of the item, before modifiers.
    public let basePrice: Money
    /// Price of one piece with its modifiers, never below zero.
    public let unitPrice: Money

    /// The category whose tax rules the whole line falls under.
    public let taxCategory: ID<TaxCategory>

    /// unit × quantity, before discounts.
    var subtotal: Money { unitPrice * line.quantity }

    /// What is stated of allergens in this choice: the worst of its parts.
    ///
    /// A modifier replaces what the item is said to contain. It takes no traces out, and it
    /// can't vouch for an item of which nothing was said.
    public var allergens: AllergenStatement {
        let replaced = choices.reduce(into: Set<Allergen>()) {
            $0.formUnion($1.modifier.replacesAllergens)
        }
        var own: [Allergen: AllergenState] = [:]
        for allergen in Allergen.allCases {
            let stated = item.allergens[allergen]
            own[allergen] = stated == .contains && replaced.contains(allergen) ? .free : stated
        }
        return choices.reduce(AllergenStatement(own)) {
            $0.combined(with: $1.modifier.allergens)
        }
    }

    /// What one piece gives; nil where a part that counts doesn't say.
    public var nutrition: Nutrition {
        let base = size?.nutrition ?? item.nutrition
        func total(_ part: (Nutrition) -> Int?) -> Int? {
            guard var sum = part(base) else { return nil }
            for choice in choices {
                guard let each = part(choice.modifier.nutrition) else { return nil }
                sum += each * choice.quantity
            }
            return max(0, sum)
        }
        return Nutrition(
            kilocalories: total { $0.kilocalories },
            caffeineMilligrams: total { $0.caffeineMilligrams })
    }
}
