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
    public var taxCategory: ID<TaxCategory> {
        for choice in choices.reversed() {
            if let own = choice.modifier.taxCategory { return own }
        }
        return size?.taxCategory ?? item.taxCategory
    }

    /// What is stated of allergens in this choice: the worst of its parts.
    public var allergens: AllergenStatement {
        let replaced = choices.reduce(into: Set<Allergen>()) {
            $0.formUnion($1.modifier.replacesAllergens)
        }
        var own: [Allergen: AllergenState] = [:]
        for allergen in Allergen.allCases {
            own[allergen] = replaced.contains(allergen) ? .free : item.allergens[allergen]
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
            kilocalories: total(\.kilocalories),
            caffeineMilligrams: total(\.caffeineMilligrams))
    }
}

extension Menu {
    /// Fits a line to the menu, or says all that is wrong with it.
    ///
    /// - Parameters:
    ///   - index: the line's place in the cart, for the problems.
    ///   - minuteOfDay: local time, for items offered at some times only.
    ///   - language: for the names in problems.
    public func check(
        _ line: CartLine, index: Int, minuteOfDay: Int, language: String = ""
    ) -> Result<CheckedLine, CartProblems> {
        var problems: [CartProblem] = []
        func report(_ kind: CartProblem.Kind) {
            problems.append(CartProblem(line: index, kind: kind))
        }
        guard let item = item(line.itemID) else {
            return .failure(CartProblems([CartProblem(line: index, kind: .unknownItem)]))
        }
        let name = item.name(in: language)
        if item.isRetired { report(.retiredItem(name: name)) }
        if isSoldOut(item) { report(.itemSoldOut(name: name)) }
        if !item.windows.isEmpty, !item.windows.contains(where: { $0.contains(minute: minuteOfDay) })
        {
            report(.notOfferedNow(name: name))
        }
        if !Limits.quantityPerLine.contains(line.quantity) { report(.quantityOutOfRange) }
        if line.request.count > Limits.requestCharacters { report(.requestTooLong) }
        if line.cupName.count > Limits.nameCharacters { report(.cupNameTooLong) }
        let size = line.sizeID.flatMap { id in item.sizes.first { $0.id == id } }
        if line.sizeID != nil, size == nil { report(.unknownSize(name: name)) }
        if line.sizeID == nil, !item.sizes.isEmpty { report(.sizeMissing(name: name)) }
        let choices = choices(of: line, item: item, size: size, language: language, report: report)
        guard problems.isEmpty else { return .failure(CartProblems(problems)) }
        let base = price(of: item, size: size)
        let unit = max(.zero, choices.reduce(base) { $0 + $1.price })
        return .success(
            CheckedLine(
                item: item, size: size, choices: choices, line: line, basePrice: base,
                unitPrice: unit))
    }

    private func choices(
        of line: CartLine, item: MenuItem, size: ItemSize?, language: String,
        report: (CartProblem.Kind) -> Void
    ) -> [CheckedLine.Choice] {
        guard line.modifiers.count <= Limits.modifiersPerLine else {
            report(.tooManyModifiers)
            return []
        }
        let groups = groups(of: item)
        var placed: [(group: Int, modifier: Modifier, quantity: Int)] = []
        for choice in line.modifiers {
            guard let group = groups.firstIndex(where: { $0.modifiers.contains { $0.id == choice.id } }),
                let modifier = groups[group].modifiers.first(where: { $0.id == choice.id })
            else {
                report(.unknownModifier(id: choice.id.rawValue))
                continue
            }
            let name = modifier.name(in: language)
            if modifier.isRetired { report(.retiredModifier(name: name)) }
            if isSoldOut(modifier) { report(.modifierSoldOut(name: name)) }
            let isRepeated = placed.contains { $0.modifier.id == choice.id }
            if isRepeated || !(1...modifier.maxQuantity).contains(choice.quantity) {
                report(.modifierQuantityOutOfRange(name: name, maximum: modifier.maxQuantity))
                continue
            }
            placed.append((group, modifier, choice.quantity))
        }
        var freeLeft = groups.map(\.free)
        for (index, group) in groups.enumerated() {
            let count = placed.reduce(0) { $0 + ($1.group == index ? $1.quantity : 0) }
            if count < group.minimum {
                report(.tooFewChoices(group: group.name(in: language), minimum: group.minimum))
            }
            if let maximum = group.maximum, count > maximum {
                report(.tooManyChoices(group: group.name(in: language), maximum: maximum))
            }
        }
        return placed.map { place in
            let free = min(freeLeft[place.group], place.quantity)
            freeLeft[place.group] -= free
            return CheckedLine.Choice(
                modifier: place.modifier, quantity: place.quantity,
                price: price(of: place.modifier, size: size) * (place.quantity - free))
        }
    }
}

/// All that is wrong with a cart, in the order of its lines; never empty.
public struct CartProblems: Error, Hashable, Sendable {
    /// One or more.
    public let all: [CartProblem]

    /// Problems; there must be one.
    public init(_ all: [CartProblem]) {
        precondition(!all.isEmpty, "no problem is not a failure")
        self.all = all
    }
}
