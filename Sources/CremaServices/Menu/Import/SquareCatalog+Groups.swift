import CremaAPI
import CremaDomain

/// A modifier list as Square has it, before an item's own rules.
struct SquareList {
    let group: ModifierGroup
    /// Exactly one is chosen where an item doesn't say otherwise.
    let isSingle: Bool
}

extension SquareCatalog {
    mutating func readLists() {
        for object in all("MODIFIER_LIST") {
            guard let name = cleanName(object, .group) else { continue }
            let place = ImportedRow.Place.object(object.id)
            guard lists[object.id] == nil else {
                menu.rows.append(
                    ImportedRow(place, .group, name.text, .skipped("its id stands twice")))
                continue
            }
            guard object.facts["modifier_type"]?.text != "TEXT" else {
                let reason = "a question with a free answer has no place here: use the request"
                menu.rows.append(ImportedRow(place, .group, name.text, .skipped(reason)))
                continue
            }
            read(object, name: name)
        }
    }

    private mutating func read(_ object: Object, name: ImportedText) {
        var changes = name.repairs
        let row = menu.rows.count
        let most = object.facts["allow_quantities"]?.text == "YES" ? 10 : 1
        var modifiers: [Modifier] = []
        var modifierRows: [ImportedRow] = []
        for tree in sorted(object.facts["modifiers"]?.elements ?? [], facts: "modifier_data") {
            let read = modifier(tree, most: most)
            modifierRows.append(read.row)
            guard let modifier = read.modifier else { continue }
            if modifiers.count == Limits.modifiersPerGroup {
                changes.append("only the first \(modifiers.count) modifiers are taken")
                break
            }
            if !modifiers.contains(where: { $0.id == modifier.id }) { modifiers.append(modifier) }
        }
        let isSingle = object.facts["selection_type"]?.text == "SINGLE"
        let list = SquareList(
            group: ModifierGroup(
                id: permanentID(object.id), name: LocalizedText(name.text), modifiers: modifiers),
            isSingle: isSingle)
        let rules = rules(
            of: list, minimum: object.facts["min_selected_modifiers"]?.integer,
            maximum: object.facts["max_selected_modifiers"]?.integer)
        changes += rules.changes
        let base = SquareList(group: rules.group, isSingle: isSingle)
        lists[object.id] = base
        menu.groups.append(base.group)
        menu.rows.insert(
            ImportedRow(.object(object.id), .group, name.text, changes: changes), at: row)
        menu.rows.append(contentsOf: modifierRows)
    }

    /// Modifiers and variations stand in any order and say their place themselves.
    func sorted(_ trees: [JSONTree], facts: String) -> [JSONTree] {
        let places = trees.map { $0[facts]?["ordinal"]?.integer ?? Int64.max }
        return trees.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { trees[$0] }
    }

    private func modifier(
        _ tree: JSONTree, most: Int
    ) -> (modifier: Modifier?, row: ImportedRow) {
        let id = tree["id"]?.text ?? ""
        let object = Self.object(tree, type: "MODIFIER", id: id)
        let name: ImportedText
        switch Self.name(of: object) {
        case .success(let clean): name = clean
        case .failure(let refusal):
            return (nil, Self.skipped(object, .modifier, refusal.reason))
        }
        func skipped(_ reason: String) -> (Modifier?, ImportedRow) {
            (nil, ImportedRow(.object(id), .modifier, name.text, .skipped(reason)))
        }
        guard !id.isEmpty else { return skipped("it has no id") }
        var price = Money.zero
        if let stated = object.facts["price_money"] {
            switch self.price(stated) {
            case .success(let money): price = money
            case .failure(let refusal): return skipped(refusal.reason)
            }
        }
        var modifier = Modifier(id: permanentID(id), name: LocalizedText(name.text), price: price)
        modifier.isDefault = object.facts["on_by_default"]?.bool ?? false
        modifier.maxQuantity = most
        return (modifier, ImportedRow(.object(id), .modifier, name.text, changes: name.repairs))
    }

    /// A list under the bounds of one place, repaired where nobody could meet them.
    ///
    /// A bound that is absent or below 0 is inherited: of a single choice exactly one, else any
    /// number.
    func rules(
        of list: SquareList, minimum: Int64?, maximum: Int64?
    ) -> (group: ModifierGroup, changes: [String]) {
        var group = list.group
        var changes: [String] = []
        let most = group.modifiers.reduce(0) { $0 + $1.maxQuantity }
        let bound = Int64(Limits.modifiersPerLine)
        if let minimum, minimum >= 0 {
            group.minimum = Int(min(bound, minimum))
        } else if list.isSingle {
            group.minimum = 1
        }
        if let maximum, maximum > 0 {
            group.maximum = Int(min(bound, maximum))
        } else if list.isSingle {
            group.maximum = 1
        }
        if group.minimum > most {
            changes.append("at least \(group.minimum) of \(most) can't be chosen: \(most) it is")
            group.minimum = most
        }
        if let limit = group.maximum, limit < group.minimum {
            changes.append("the most (\(limit)) is below the least: \(group.minimum) it is")
            group.maximum = group.minimum
        }
        let limit = group.maximum ?? Int.max
        if group.modifiers.count(where: { $0.isDefault }) > limit {
            var left = limit
            for index in group.modifiers.indices where group.modifiers[index].isDefault {
                group.modifiers[index].isDefault = left > 0
                left -= 1
            }
            changes.append("only the first \(limit) of those chosen from the start are kept")
        }
        return (group, changes)
    }

    /// The group that an item asks, which is the list itself or a variant of it with the item's
    /// own rules; modifiers keep their ids in each, so that sold out is sold out everywhere.
    mutating func group(
        for tree: JSONTree, of list: SquareList
    ) -> (id: ID<ModifierGroup>, changes: [String]) {
        var own = list
        let overrides = tree["modifier_overrides"]?.elements ?? []
        var modifiers = list.group.modifiers
        for override in overrides {
            guard let id = override["modifier_id"]?.text, let isOn = override["on_by_default"]?.bool
            else { continue }
            for index in modifiers.indices where modifiers[index].id == permanentID(id) {
                modifiers[index].isDefault = isOn
            }
        }
        var group = list.group
        group.modifiers = modifiers
        own = SquareList(group: group, isSingle: list.isSingle)
        var (variant, changes) = rules(
            of: own, minimum: tree["min_selected_modifiers"]?.integer,
            maximum: tree["max_selected_modifiers"]?.integer)
        guard variant != list.group else { return (list.group.id, changes) }
        let defaults = variant.modifiers.filter(\.isDefault).map(\.id.rawValue)
        let rule = "\(variant.minimum)/\(variant.maximum ?? -1)/" + defaults.joined(separator: ",")
        variant.id = permanentID(list.group.id.rawValue, String(fingerprint(rule).prefix(8)))
        if !menu.groups.contains(where: { $0.id == variant.id }) { menu.groups.append(variant) }
        return (variant.id, changes)
    }
}
