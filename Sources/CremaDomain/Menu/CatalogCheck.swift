extension Catalog {
    /// All that is wrong with the catalogue, in the order of its file; empty for a sound one.
    ///
    /// A modifier may stand in several groups under one id, so that one switch turns it off in
    /// all of them, but not in two groups of one item.
    public func problems() -> [CatalogProblem] {
        var check = CatalogCheck(self)
        check.checkCategories()
        check.checkItems()
        check.checkGroups()
        return check.problems
    }
}

/// A walk over a catalogue that notes what is wrong.
struct CatalogCheck {
    let catalog: Catalog
    var problems: [CatalogProblem] = []

    private var groups: [ID<ModifierGroup>: ModifierGroup] = [:]
    private let shelved: Set<ID<MenuItem>>

    init(_ catalog: Catalog) {
        self.catalog = catalog
        shelved = Set(catalog.categories.flatMap { $0.items })
        for group in catalog.groups { groups[group.id] = group }
    }

    mutating func report(_ path: String, _ kind: CatalogProblem.Kind) {
        problems.append(CatalogProblem(path: path, kind: kind))
    }

    mutating func checkCategories() {
        checkCount(catalog.categories.count, "categories", Limits.categoriesPerCatalog)
        let known = Set(catalog.items.map { $0.id })
        var taken: Set<ID<MenuCategory>> = []
        var placed: Set<ID<MenuItem>> = []
        for (index, category) in catalog.categories.enumerated() {
            let path = at("categories", index)
            checkID(category.id, path, isNew: taken.insert(category.id).inserted)
            checkName(category.name, path + ".name")
            var here: Set<ID<MenuItem>> = []
            for (place, item) in category.items.enumerated() {
                let path = at(path + ".items", place)
                if !known.contains(item) {
                    report(path, .unknownItem(item.rawValue))
                } else if !here.insert(item).inserted {
                    report(path, .namedTwice(item.rawValue))
                } else if !placed.insert(item).inserted {
                    report(path, .severalCategories)
                }
            }
        }
    }

    mutating func checkItems() {
        checkCount(catalog.items.count, "items", Limits.itemsPerCatalog)
        var taken: Set<ID<MenuItem>> = []
        var takenSizes: Set<ID<ItemSize>> = []
        for (index, item) in catalog.items.enumerated() {
            let path = at("items", index)
            checkID(item.id, path, isNew: taken.insert(item.id).inserted)
            checkName(item.name, path + ".name")
            checkText(item.description, path + ".description", Limits.descriptionCharacters)
            if !item.isRetired, !shelved.contains(item.id) { report(path, .noCategory) }
            checkPrices(of: item, path, takenSizes: &takenSizes)
            checkGroups(of: item, path + ".groups")
            checkFacts(of: item, path)
            checkPicture(of: item, path)
        }
    }

    private mutating func checkPrices(
        of item: MenuItem, _ path: String, takenSizes: inout Set<ID<ItemSize>>
    ) {
        if let price = item.price {
            checkPrice(price, path + ".price")
            if !item.sizes.isEmpty { report(path + ".price", .priceAndSizes) }
        } else if item.sizes.isEmpty {
            report(path, .noPrice)
        }
        checkCount(item.sizes.count, path + ".sizes", Limits.sizesPerItem)
        for (index, size) in item.sizes.enumerated() {
            let path = at(path + ".sizes", index)
            checkID(size.id, path, isNew: takenSizes.insert(size.id).inserted)
            checkName(size.name, path + ".name")
            checkPrice(size.price, path + ".price")
            if let nutrition = size.nutrition { checkNutrition(nutrition, path, isTotal: true) }
            if let category = size.taxCategory { checkForm(category, path + ".taxCategory") }
            checkRange(Int64(size.pictureScale), path + ".pictureScale", Limits.pictureScale)
        }
    }

    private mutating func checkGroups(of item: MenuItem, _ path: String) {
        checkCount(item.groups.count, path, Limits.groupsPerItem)
        var asked: Set<ID<ModifierGroup>> = []
        var modifiers: Set<ID<Modifier>> = []
        for (index, id) in item.groups.enumerated() {
            let path = at(path, index)
            guard let group = groups[id] else {
                report(path, .unknownGroup(id.rawValue))
                continue
            }
            guard asked.insert(id).inserted else {
                report(path, .namedTwice(id.rawValue))
                continue
            }
            for modifier in Set(group.modifiers.map { $0.id })
            where !modifiers.insert(modifier).inserted {
                report(path, .modifierInTwoGroups(modifier.rawValue))
            }
        }
    }

    mutating func checkGroups() {
        checkCount(catalog.groups.count, "groups", Limits.groupsPerCatalog)
        let sizes = Set(catalog.items.flatMap { item in item.sizes.map { $0.id } })
        var taken: Set<ID<ModifierGroup>> = []
        for (index, group) in catalog.groups.enumerated() {
            let path = at("groups", index)
            checkID(group.id, path, isNew: taken.insert(group.id).inserted)
            checkName(group.name, path + ".name")
            checkRules(of: group, path)
            checkCount(group.modifiers.count, path + ".modifiers", Limits.modifiersPerGroup)
            var takenModifiers: Set<ID<Modifier>> = []
            for (place, modifier) in group.modifiers.enumerated() {
                let path = at(path + ".modifiers", place)
                checkID(modifier.id, path, isNew: takenModifiers.insert(modifier.id).inserted)
                checkModifier(modifier, path, sizes: sizes)
            }
        }
    }

    private mutating func checkRules(of group: ModifierGroup, _ path: String) {
        let bound = Int64(Limits.modifiersPerLine)
        checkRange(Int64(group.minimum), path + ".min", 0...bound)
        checkRange(Int64(group.free), path + ".free", 0...bound)
        let offered = group.modifiers.filter { !$0.isRetired }
        if let maximum = group.maximum {
            checkRange(Int64(maximum), path + ".max", 1...bound)
            if group.minimum > maximum { report(path + ".min", .minimumAboveMaximum) }
            let defaults = offered.count { $0.isDefault }
            if defaults > maximum { report(path, .tooManyDefaults(maximum: maximum)) }
        }
        // Bounded before they are added, so that a wild number can't overflow the sum.
        let most = offered.reduce(0) {
            $0 + min(max(0, $1.maxQuantity), Int(Limits.modifierQuantity.upperBound))
        }
        if group.minimum > most { report(path + ".min", .minimumOutOfReach(most: most)) }
    }

    private mutating func checkModifier(
        _ modifier: Modifier, _ path: String, sizes: Set<ID<ItemSize>>
    ) {
        checkName(modifier.name, path + ".name")
        checkPrice(modifier.price, path + ".price")
        let bySize = modifier.priceBySize.sorted { $0.key.rawValue < $1.key.rawValue }
        for (size, price) in bySize {
            let path = path + ".priceBySize." + size.rawValue
            if !sizes.contains(size) { report(path, .unknownSize(size.rawValue)) }
            checkPrice(price, path)
        }
        checkRange(Int64(modifier.maxQuantity), path + ".maxQuantity", Limits.modifierQuantity)
        checkNutrition(modifier.nutrition, path, isTotal: false)
        if let category = modifier.taxCategory { checkForm(category, path + ".taxCategory") }
        if case .scale(let percent) = modifier.pictureChange {
            checkRange(Int64(percent), path + ".pictureChange.scale", Limits.pictureScale)
        }
    }
}
