import CremaAPI
import CremaDomain

extension SquareCatalog {
    mutating func readItems(options: MenuImportOptions) {
        var taken: Set<String> = []
        for object in all("ITEM") {
            guard taken.insert(object.id).inserted else {
                skip(object, "its id stands twice")
                continue
            }
            readItem(object, options: options)
        }
    }

    private mutating func skip(_ object: Object, _ reason: String) {
        menu.rows.append(Self.skipped(object, .item, reason))
    }

    private static let notGoods: Set = [
        "GIFT_CARD", "APPOINTMENTS_SERVICE", "EVENT", "DONATION", "MEMBERSHIP", "DIGITAL",
    ]

    private mutating func readItem(_ object: Object, options: MenuImportOptions) {
        guard let name = cleanName(object, .item) else { return }
        if object.facts["is_archived"]?.bool == true { return skip(object, "it is archived there") }
        if let type = object.facts["product_type"]?.text, Self.notGoods.contains(type) {
            return skip(object, "\(type) isn't a thing on a menu")
        }
        var changes = name.repairs
        var variations: [(size: ItemSize, row: ImportedRow)] = []
        var refused: [ImportedRow] = []
        for tree in sortedVariations(of: object) {
            switch variation(tree) {
            case .success(let read): variations.append(read)
            case .failure(let failure): refused.append(failure.row)
            }
        }
        guard !variations.isEmpty else {
            return skip(object, reasonWithoutPrice(refused))
        }
        if variations.count > Limits.sizesPerItem {
            changes.append("only the first \(Limits.sizesPerItem) sizes are taken")
            variations.removeLast(variations.count - Limits.sizesPerItem)
        }
        var item = MenuItem(
            id: permanentID(object.id), name: LocalizedText(name.text), price: nil,
            taxCategory: options.taxCategory)
        if variations.count == 1, isPlain(variations[0].size.name.text, of: name.text) {
            item.price = variations[0].size.price
        } else {
            item.sizes = variations.map(\.size)
        }
        changes += describe(&item, object)
        changes += askGroups(&item, object)
        addFacts(&item, object)
        var imported = ImportedMenu.Item(item: item, category: category(of: object))
        imported.hasTaxes = setTaxes(&imported.item, object, options: options)
        imported.row = menu.rows.count
        menu.items.append(imported)
        menu.rows.append(ImportedRow(.object(object.id), .item, name.text, changes: changes))
        menu.rows.append(contentsOf: variations.map(\.row) + refused)
    }

    private func reasonWithoutPrice(_ refused: [ImportedRow]) -> String {
        guard case .skipped(let reason) = refused.first?.fate else { return "it has no price" }
        return reason
    }

    /// A name that says nothing beside the item's own.
    private func isPlain(_ variation: String, of item: String) -> Bool {
        let folded = foldedForSearch(variation)
        return folded.isEmpty || folded == "regular" || folded == foldedForSearch(item)
    }

    /// Within the item, or apart by the item's id.
    private func sortedVariations(of object: Object) -> [JSONTree] {
        let own = object.facts["variations"]?.elements ?? []
        return sorted(own.isEmpty ? variations[object.id] ?? [] : own, facts: "item_variation_data")
    }

    private struct RefusedVariation: Error {
        let row: ImportedRow
    }

    private func variation(
        _ tree: JSONTree
    ) -> Result<(size: ItemSize, row: ImportedRow), RefusedVariation> {
        let id = tree["id"]?.text ?? ""
        let object = Self.object(tree, type: "ITEM_VARIATION", id: id)
        func refused(_ reason: String) -> Result<
            (size: ItemSize, row: ImportedRow), RefusedVariation
        > {
            .failure(RefusedVariation(row: Self.skipped(object, .size, reason)))
        }
        guard !id.isEmpty else { return refused("it has no id") }
        guard !object.isDeleted else { return refused("it is deleted there") }
        if object.facts["sellable"]?.bool == false { return refused("it isn't for sale") }
        if object.facts["pricing_type"]?.text == "VARIABLE_PRICING" {
            return refused("its price is asked for at the till; a price is needed here")
        }
        var changes: [String] = []
        do throws(ImportedText.Problem) {
            let name = try ImportedText(
                object.name.isEmpty ? "Regular" : object.name, what: "name",
                maximum: Limits.menuNameCharacters)
            changes = name.repairs
            let overrides = object.facts["location_overrides"]?.elements ?? []
            if overrides.contains(where: { $0["price_money"] != nil }) {
                changes.append("other prices at single locations aren't taken over")
            }
            switch price(object.facts["price_money"]) {
            case .failure(let refusal): return refused(refusal.reason)
            case .success(let price):
                let shown = name.text.isEmpty ? "Regular" : name.text
                let size = ItemSize(id: permanentID(id), name: LocalizedText(shown), price: price)
                return .success((size, ImportedRow(.object(id), .size, shown, changes: changes)))
            }
        } catch {
            return refused(error.reason)
        }
    }

    private func describe(_ item: inout MenuItem, _ object: Object) -> [String] {
        let raw =
            object.facts["description_plaintext"]?.text
            ?? object.facts["description"]?.text ?? ""
        do throws(ImportedText.Problem) {
            let text = try ImportedText(
                raw, what: "description", maximum: Limits.descriptionCharacters, hasLines: true)
            item.description = LocalizedText(text.text)
            return text.repairs
        } catch {
            return ["the description is left out: " + error.reason]
        }
    }

    private mutating func askGroups(_ item: inout MenuItem, _ object: Object) -> [String] {
        var changes: [String] = []
        var modifiers: Set<ID<Modifier>> = []
        for tree in object.facts["modifier_list_info"]?.elements ?? [] {
            guard tree["enabled"]?.bool != false, let id = tree["modifier_list_id"]?.text else {
                continue
            }
            guard let list = lists[id] else {
                changes.append("the modifier list \(id) isn't in the file")
                continue
            }
            let own = Set(list.group.modifiers.map(\.id))
            guard modifiers.isDisjoint(with: own), item.groups.count < Limits.groupsPerItem else {
                changes.append("the modifier list \(list.group.name.text) can't be asked twice")
                continue
            }
            let group = group(for: tree, of: list)
            guard !item.groups.contains(group.id) else { continue }
            modifiers.formUnion(own)
            item.groups.append(group.id)
            changes += group.changes.map { list.group.name.text + ": " + $0 }
        }
        return changes
    }

    private func category(of object: Object) -> ID<MenuCategory>? {
        let named = (object.facts["categories"]?.elements ?? []).compactMap { $0["id"]?.text }
        let main = [object.facts["reporting_category"]?["id"]?.text].compactMap(\.self)
        let old = [object.facts["category_id"]?.text].compactMap(\.self)
        for id in named + main + old {
            let known: ID<MenuCategory> = permanentID(id)
            if menu.categories.contains(where: { $0.id == known }) { return known }
        }
        return nil
    }

    private static let allergens: [String: Allergen] = [
        "CELERY": .celery, "CRUSTACEANS": .crustaceans, "EGGS": .eggs, "FISH": .fish,
        "GLUTEN": .gluten, "LUPIN": .lupin, "MILK": .milk, "MOLLUSCS": .molluscs,
        "MUSTARD": .mustard, "PEANUTS": .peanuts, "SESAME": .sesame, "SOY": .soya,
        "SULPHITES": .sulphites, "TREE_NUTS": .nuts,
    ]

    /// What Square knows of food: a stated ingredient is contained, and silence says nothing.
    private func addFacts(_ item: inout MenuItem, _ object: Object) {
        guard let food = object.facts["food_and_beverage_details"] else { return }
        if let energy = food["calorie_count"]?.integer, (0...10_000).contains(energy) {
            item.nutrition = Nutrition(kilocalories: Int(energy))
        }
        var stated: [Allergen: AllergenState] = [:]
        for ingredient in food["ingredients"]?.elements ?? [] {
            if let name = ingredient["standard_name"]?.text, let known = Self.allergens[name] {
                stated[known] = .contains
            }
        }
        item.allergens = AllergenStatement(stated)
        for preference in food["dietary_preferences"]?.elements ?? [] {
            guard let name = preference["standard_name"]?.text else { continue }
            let tag = name.lowercased().replacing("_", with: "-")
            if ID<MenuItem>(checking: tag) != nil, tag.utf8.count <= 30, item.dietTags.count < 20 {
                item.dietTags.append(tag)
            }
        }
    }
}
