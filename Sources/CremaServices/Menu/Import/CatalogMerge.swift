import CremaDomain

/// Puts an imported menu onto the one that is there.
///
/// What has the same id is the same thing. What isn't in the file stays, or is retired where the
/// file replaces the menu. A thing that is there already keeps what the file can't know.
struct CatalogMerge {
    let current: Catalog
    var menu: ImportedMenu

    private let currentItems: [ID<MenuItem>: MenuItem]

    /// Where items go that no category is known of.
    static let otherCategory = MenuCategory(id: ID("uncategorised"), name: LocalizedText("Other"))

    init(current: Catalog, menu: ImportedMenu) {
        self.current = current
        self.menu = menu
        var items: [ID<MenuItem>: MenuItem] = [:]
        for item in current.items { items[item.id] = item }
        currentItems = items
    }

    func plan(replacesMenu: Bool) throws(MenuImportError) -> ImportPlan {
        var merge = self
        return try merge.merged(replacesMenu: replacesMenu)
    }

    private mutating func merged(replacesMenu: Bool) throws(MenuImportError) -> ImportPlan {
        guard !menu.items.isEmpty else {
            let reasons: [String] = menu.rows.compactMap { row in
                guard case .skipped(let reason) = row.fate else { return nil }
                return reason
            }
            throw .nothingImported(rows: menu.rows.count, firstReason: reasons.first)
        }
        let incoming = Set(menu.items.map(\.item.id))
        var catalog = current
        var retired = 0
        for index in catalog.items.indices where !incoming.contains(catalog.items[index].id) {
            guard replacesMenu, !catalog.items[index].isRetired else { continue }
            catalog.items[index].isRetired = true
            retired += 1
        }
        let kept = catalog.items.count { !incoming.contains($0.id) && !$0.isRetired }
        placeItems(in: &catalog)
        placeGroups(in: &catalog)
        placeOnShelves(in: &catalog)
        if menu.isWhole { orderShelves(of: &catalog) }
        tidy(&catalog, replacesMenu: replacesMenu)
        if let problem = catalog.problems().first { throw .unsound(problem) }
        return ImportPlan(
            catalog: catalog, rows: rows(comparing: catalog), notes: menu.notes,
            keptItems: kept, retiredItems: retired, shop: menu.shop,
            isUnchanged: catalog == current)
    }

    /// The rows, saying of which nothing came that wasn't there.
    private func rows(comparing catalog: Catalog) -> [ImportedRow] {
        func same<Thing: Hashable>(_ old: [Thing], _ new: [Thing], _ id: (Thing) -> String)
            -> Set<String>
        {
            Set(Set(old).intersection(new).map(id))
        }
        let items = same(current.items, catalog.items, \.id.rawValue)
        let groups = same(current.groups, catalog.groups, \.id.rawValue)
        let categories = same(current.categories, catalog.categories, \.id.rawValue)
        let itemRows = Dictionary(
            menu.items.compactMap { item in item.row.map { ($0, item.item.id.rawValue) } },
            uniquingKeysWith: { first, _ in first })
        return menu.rows.enumerated().map { index, row in
            guard row.fate == .imported else { return row }
            let isSame: Bool
            switch (row.kind, row.place) {
            case _ where catalog == current: isSame = true
            case (.item, _): isSame = itemRows[index].map(items.contains) ?? false
            case (.group, .object(let id)): isSame = groups.contains(id)
            case (.category, .object(let id)): isSame = categories.contains(id)
            default: isSame = false
            }
            return isSame ? ImportedRow(row.place, row.kind, row.name, .unchanged) : row
        }
    }

    private mutating func placeItems(in catalog: inout Catalog) {
        var places: [ID<MenuItem>: Int] = [:]
        for (index, item) in catalog.items.enumerated() { places[item.id] = index }
        for imported in menu.items {
            guard let place = places[imported.item.id] else {
                places[imported.item.id] = catalog.items.count
                catalog.items.append(imported.item)
                continue
            }
            let old = catalog.items[place]
            if old.isRetired, !imported.item.isRetired {
                menu.amend(imported.row, "it was retired here and is offered again")
            }
            catalog.items[place] = imported.isWhole ? imported.item : joined(imported, with: old)
        }
    }

    /// What the file says, on top of what only Crema knows.
    private func joined(_ imported: ImportedMenu.Item, with old: MenuItem) -> MenuItem {
        let new = imported.item
        var item = old
        item.name = joined(new.name, with: old.name)
        if !new.description.text.isEmpty {
            item.description = joined(new.description, with: old.description)
        }
        item.price = new.price
        item.sizes = new.sizes.map { size in
            guard let known = old.sizes.first(where: { $0.id == size.id }) else { return size }
            return ItemSize(
                id: size.id, name: joined(size.name, with: known.name), price: size.price,
                nutrition: known.nutrition?.adding(size.nutrition ?? Nutrition())
                    ?? size.nutrition, taxCategory: known.taxCategory,
                pictureScale: known.pictureScale)
        }
        let kept = old.groups.filter {
            !imported.hasGroups && !imported.droppedGroups.contains($0) && !new.groups.contains($0)
        }
        item.groups = kept + new.groups
        if imported.hasTaxes { item.taxCategory = new.taxCategory }
        item.nutrition = old.nutrition.adding(new.nutrition)
        item.allergens = old.allergens.adding(new.allergens)
        for tag in new.dietTags where !item.dietTags.contains(tag) { item.dietTags.append(tag) }
        item.isRetired = new.isRetired
        return item
    }

    /// Translations belong to a text: where that changes, they are gone.
    private func joined(_ new: LocalizedText, with old: LocalizedText) -> LocalizedText {
        new.text == old.text ? old : new
    }

    private func placeGroups(in catalog: inout Catalog) {
        var places: [ID<ModifierGroup>: Int] = [:]
        for (index, group) in catalog.groups.enumerated() { places[group.id] = index }
        for group in menu.groups {
            guard let place = places[group.id] else {
                places[group.id] = catalog.groups.count
                catalog.groups.append(group)
                continue
            }
            let old = catalog.groups[place]
            catalog.groups[place] = menu.isWhole ? group : joined(group, with: old)
        }
    }

    private func joined(_ new: ModifierGroup, with old: ModifierGroup) -> ModifierGroup {
        var group = new
        group.name = joined(new.name, with: old.name)
        if group.free == 0 { group.free = min(old.free, group.maximum ?? old.free) }
        group.modifiers = new.modifiers.map { modifier in
            guard let known = old.modifiers.first(where: { $0.id == modifier.id }) else {
                return modifier
            }
            var joint = known
            joint.name = joined(modifier.name, with: known.name)
            joint.price = modifier.price
            joint.maxQuantity = modifier.maxQuantity
            joint.isDefault = modifier.isDefault
            joint.isRetired = false
            return joint
        }
        // Past orders keep what was deleted since.
        let gone = old.modifiers.filter { known in
            !new.modifiers.contains { $0.id == known.id }
        }
        group.modifiers += gone.map { modifier in
            var retired = modifier
            retired.isRetired = true
            return retired
        }
        return group
    }

    private mutating func placeOnShelves(in catalog: inout Catalog) {
        var shelf: [ID<MenuItem>: ID<MenuCategory>] = [:]
        for category in current.categories {
            for item in category.items { shelf[item] = category.id }
        }
        var moved: [ID<MenuCategory>: [ID<MenuItem>]] = [:]
        for imported in menu.items {
            let id = imported.item.id
            let isOrphan = shelf[id] == nil && !imported.item.isRetired
            guard let target = imported.category ?? (isOrphan ? Self.otherCategory.id : nil) else {
                continue
            }
            if imported.category == nil {
                menu.amend(
                    imported.row,
                    "the file has no category for it: it stands in "
                        + "\u{201C}\(Self.otherCategory.name.text)\u{201D}")
            }
            moved[target, default: []].append(id)
        }
        let taken = Set(moved.values.joined())
        for index in catalog.categories.indices {
            catalog.categories[index].items.removeAll { taken.contains($0) }
        }
        let isOtherInFile = menu.categories.contains { $0.id == Self.otherCategory.id }
        for category in menu.categories + (isOtherInFile ? [] : [Self.otherCategory]) {
            let arriving = menu.isWhole ? category.items : moved[category.id] ?? []
            if let index = catalog.categories.firstIndex(where: { $0.id == category.id }) {
                if category.id != Self.otherCategory.id || isOtherInFile {
                    let old = catalog.categories[index].name
                    catalog.categories[index].name =
                        menu.isWhole ? category.name : joined(category.name, with: old)
                }
                catalog.categories[index].items = arriving + catalog.categories[index].items
            } else if category.id != Self.otherCategory.id || isOtherInFile || !arriving.isEmpty {
                catalog.categories.append(
                    MenuCategory(id: category.id, name: category.name, items: arriving))
            }
        }
    }

    /// Crema's own file says the order of the shelves too; those that it doesn't have come last.
    private func orderShelves(of catalog: inout Catalog) {
        var rest = catalog.categories
        var ordered: [MenuCategory] = []
        for category in menu.categories {
            guard let index = rest.firstIndex(where: { $0.id == category.id }) else { continue }
            ordered.append(rest.remove(at: index))
        }
        catalog.categories = ordered + rest
    }

    /// Drops what the import left without a purpose: shelves and groups of things gone, prices of
    /// sizes gone.
    private func tidy(_ catalog: inout Catalog, replacesMenu: Bool) {
        let imported = Set(menu.categories.map(\.id))
        let offered = Set(catalog.items.filter { !$0.isRetired }.map(\.id))
        if replacesMenu {
            catalog.categories.removeAll { category in
                !imported.contains(category.id) && !category.items.contains(where: offered.contains)
            }
        }
        let usedBefore = Set(current.items.flatMap(\.groups))
        let usedNow = Set(catalog.items.flatMap(\.groups))
        let inFile = Set(menu.groups.map(\.id))
        catalog.groups.removeAll { group in
            guard !usedNow.contains(group.id), !inFile.contains(group.id) else { return false }
            return replacesMenu || usedBefore.contains(group.id)
        }
        let sizes = Set(catalog.items.flatMap(\.sizes).map(\.id))
        for index in catalog.groups.indices {
            for place in catalog.groups[index].modifiers.indices {
                let prices = catalog.groups[index].modifiers[place].priceBySize
                catalog.groups[index].modifiers[place].priceBySize =
                    prices.filter { sizes.contains($0.key) }
            }
        }
    }
}

extension Nutrition {
    /// What a source states in place of what was known; what it doesn't speak of stays.
    fileprivate func adding(_ other: Nutrition) -> Nutrition {
        Nutrition(
            kilocalories: other.kilocalories ?? kilocalories,
            caffeineMilligrams: other.caffeineMilligrams ?? caffeineMilligrams)
    }
}
