package import CremaDomain

/// The fields of an item's sheet: how a choice travels in a form.
///
/// `size` one id; `g.<group>` a modifier's id, once for each chosen; `n.<modifier>` how often, for
/// those that may be taken more than once; `quantity`, `request`, `cupName`.
package enum ItemForm {
    package static let size = "size"
    package static let quantity = "quantity"
    package static let request = "request"
    package static let cupName = "cupName"
    /// The line that is edited; empty for a new one.
    package static let line = "line"
    /// Makes a repeated "add" count once.
    package static let key = "key"

    static func group(_ id: ID<ModifierGroup>) -> String { "g." + id.rawValue }
    static func count(_ id: ID<Modifier>) -> String { "n." + id.rawValue }

    /// The choice in a form, unchecked. What can't be read becomes a value that pricing refuses,
    /// never one that it might take.
    package static func line(
        _ fields: [(name: String, value: String)], item: ID<MenuItem>
    ) -> CartLine {
        var line = CartLine(itemID: item, quantity: 1)
        for field in fields {
            switch field.name {
            case size where !field.value.isEmpty:
                line.sizeID = ID(checking: field.value) ?? ID("-")
            case quantity: line.quantity = number(field.value) ?? 0
            case request: line.request = field.value
            case cupName: line.cupName = field.value
            case let name where name.hasPrefix("g.") && !field.value.isEmpty:
                line.modifiers.append(ModifierChoice(id: ID(checking: field.value) ?? ID("-")))
            case let name where name.hasPrefix("n."):
                let count = number(field.value)
                guard count != 0 else { continue }
                line.modifiers.append(
                    ModifierChoice(
                        id: ID(checking: String(name.dropFirst(2))) ?? ID("-"),
                        quantity: count ?? 0))
            default: continue
            }
        }
        return line
    }

    /// What stands chosen when a sheet is opened: the first size that can be had and the
    /// defaults that can be had.
    package static func start(_ item: MenuItem, menu: Menu) -> CartLine {
        var line = CartLine(itemID: item.id)
        line.sizeID = item.sizes.first?.id
        for group in menu.groups(of: item) {
            for modifier in group.modifiers
            where modifier.isDefault && !modifier.isRetired && !menu.isSoldOut(modifier) {
                line.modifiers.append(ModifierChoice(id: modifier.id))
            }
        }
        return line
    }

    /// Up to four digits; a tapped stepper sends nothing else.
    private static func number(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        return Int(text)
    }
}
