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
        var check = LineCheck(menu: self, line: line, index: index, language: language)
        let checked = check.run(minuteOfDay: minuteOfDay)
        guard let checked, check.problems.isEmpty else {
            return .failure(CartProblems(check.problems))
        }
        return .success(checked)
    }
}

/// One line held against the menu. Nothing of the line is trusted: every number is bounded before
/// it is used.
private struct LineCheck {
    let menu: Menu
    let line: CartLine
    let index: Int
    let language: String
    private(set) var problems: [CartProblem] = []

    init(menu: Menu, line: CartLine, index: Int, language: String) {
        self.menu = menu
        self.line = line
        self.index = index
        self.language = language
    }

    /// The line as the menu has it; of use only where no problem was found.
    mutating func run(minuteOfDay: Int) -> CheckedLine? {
        checkLine()
        guard let item = menu.item(line.itemID) else {
            report(.unknownItem)
            return nil
        }
        checkOffer(of: item, minuteOfDay: minuteOfDay)
        let size = size(of: item)
        let choices = choices(size: size)
        guard problems.isEmpty else { return nil }
        let base = menu.price(of: item, size: size)
        var unit = base
        var taxCategory = size?.taxCategory ?? item.taxCategory
        for choice in choices {
            unit += choice.price
            taxCategory = choice.modifier.taxCategory ?? taxCategory
        }
        guard unit.minorUnits <= Limits.unitPrice.upperBound else {
            report(.unitPriceTooHigh(name: item.name(in: language)))
            return nil
        }
        return CheckedLine(
            item: item, size: size, choices: choices, line: line, basePrice: base,
            unitPrice: max(unit, .zero), taxCategory: taxCategory)
    }

    private mutating func report(_ kind: CartProblem.Kind) {
        problems.append(CartProblem(line: index, kind: kind))
    }

    /// What can be said of the line without the menu.
    private mutating func checkLine() {
        if !Limits.quantityPerLine.contains(line.quantity) { report(.quantityOutOfRange) }
        if Limits.exceeds(line.request, characters: Limits.requestCharacters) {
            report(.requestTooLong)
        }
        if Limits.exceeds(line.cupName, characters: Limits.nameCharacters) {
            report(.cupNameTooLong)
        }
    }

    private mutating func checkOffer(of item: MenuItem, minuteOfDay: Int) {
        if item.isRetired { report(.retiredItem(name: item.name(in: language))) }
        if menu.isSoldOut(item) { report(.itemSoldOut(name: item.name(in: language))) }
        if !menu.isPriced(item) { report(.withoutPrice(name: item.name(in: language))) }
        let isOffered = item.windows.contains { $0.contains(minute: minuteOfDay) }
        if !item.windows.isEmpty, !isOffered {
            report(.notOfferedNow(name: item.name(in: language)))
        }
    }

    private mutating func size(of item: MenuItem) -> ItemSize? {
        guard let id = line.sizeID else {
            if !item.sizes.isEmpty { report(.sizeMissing(name: item.name(in: language))) }
            return nil
        }
        guard let size = item.sizes.first(where: { $0.id == id }) else {
            report(.unknownSize(name: item.name(in: language)))
            return nil
        }
        return size
    }

    /// The modifiers in the order chosen, each with what it adds.
    private mutating func choices(size: ItemSize?) -> [CheckedLine.Choice] {
        guard line.modifiers.count <= Limits.modifiersPerLine else {
            report(.tooManyModifiers)
            return []
        }
        let groups = menu.groupPlaces(of: line.itemID)
        var counts = Array(repeating: 0, count: groups.count)
        var choices: [CheckedLine.Choice] = []
        choices.reserveCapacity(line.modifiers.count)
        for (position, choice) in line.modifiers.enumerated() {
            guard let place = menu.place(of: choice.id, among: groups),
                let group = groups.firstIndex(of: place.group)
            else {
                report(.unknownModifier(id: choice.id.rawValue))
                continue
            }
            let modifier = menu.catalog.groups[place.group].modifiers[place.index]
            let isRepeated = line.modifiers[..<position].contains { $0.id == choice.id }
            guard canTake(modifier, quantity: choice.quantity, isRepeated: isRepeated) else {
                continue
            }
            let freeLeft = menu.catalog.groups[place.group].free - counts[group]
            let free = min(max(0, freeLeft), choice.quantity)
            counts[group] += choice.quantity
            choices.append(
                CheckedLine.Choice(
                    modifier: modifier, quantity: choice.quantity,
                    price: menu.price(of: modifier, size: size) * (choice.quantity - free)))
        }
        for (group, count) in zip(groups, counts) {
            checkCount(count, of: menu.catalog.groups[group])
        }
        return choices
    }

    /// Reports why a modifier can't be had; false where its quantity makes no sense either.
    private mutating func canTake(_ modifier: Modifier, quantity: Int, isRepeated: Bool) -> Bool {
        if modifier.isRetired { report(.retiredModifier(name: modifier.name(in: language))) }
        if menu.isSoldOut(modifier) {
            report(.modifierSoldOut(name: modifier.name(in: language)))
        }
        let maximum = min(modifier.maxQuantity, Limits.quantityPerModifier.upperBound)
        guard !isRepeated, quantity >= 1, quantity <= maximum else {
            let name = modifier.name(in: language)
            report(.modifierQuantityOutOfRange(name: name, maximum: maximum))
            return false
        }
        return true
    }

    private mutating func checkCount(_ count: Int, of group: ModifierGroup) {
        if count < group.minimum {
            report(.tooFewChoices(group: group.name(in: language), minimum: group.minimum))
        }
        if let maximum = group.maximum, count > maximum {
            report(.tooManyChoices(group: group.name(in: language), maximum: maximum))
        }
    }
}
