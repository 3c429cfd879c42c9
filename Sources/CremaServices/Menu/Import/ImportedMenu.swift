import CremaDomain

/// What an importer made of a file, before it meets the menu that is there.
struct ImportedMenu {
    /// An item as far as the file knows it.
    struct Item {
        var item: MenuItem
        /// The shelf it stands on; nil where the file doesn't tell.
        var category: ID<MenuCategory>?
        /// The groups that the file takes away from it; groups it says nothing of stay.
        var droppedGroups: Set<ID<ModifierGroup>> = []
        /// The file says all there is to know, as Crema's own does.
        var isWhole = false
        /// The file tells its taxes.
        var hasTaxes = false
        /// The file lists all its groups.
        var hasGroups = true
        /// Its own row in `rows`, to which the merge adds what it changes.
        var row: Int?
    }

    /// Shelves in order; their `items` are filled by the merge.
    var categories: [MenuCategory] = []
    var items: [Item] = []
    var groups: [ModifierGroup] = []
    /// Groups and categories are whole too.
    var isWhole = false
    var rows: [ImportedRow] = []
    var notes: [String] = []
    var shop = ShopHints()

    init() {}

    /// A menu of Crema's own, about which nothing is left to ask.
    init(whole catalog: Catalog) {
        isWhole = true
        groups = catalog.groups
        var shelf: [ID<MenuItem>: ID<MenuCategory>] = [:]
        for category in catalog.categories {
            categories.append(
                MenuCategory(id: category.id, name: category.name, items: category.items))
            rows.append(row(category.id.rawValue, .category, category.name))
            for item in category.items { shelf[item] = category.id }
        }
        for group in catalog.groups {
            rows.append(row(group.id.rawValue, .group, group.name))
        }
        for item in catalog.items {
            var imported = Item(item: item, category: shelf[item.id], isWhole: true)
            imported.row = rows.count
            items.append(imported)
            rows.append(row(item.id.rawValue, .item, item.name))
        }
    }

    private func row(
        _ id: String, _ kind: ImportedRow.Kind, _ name: LocalizedText
    ) -> ImportedRow {
        ImportedRow(.object(id), kind, name.text, .imported)
    }

    /// Adds to what is said of a row that was taken over.
    mutating func amend(_ row: Int?, _ change: String) {
        guard let row else { return }
        let old = rows[row]
        let fate: ImportedRow.Fate
        switch old.fate {
        case .imported, .unchanged: fate = .changed([change])
        case .changed(let changes): fate = .changed(changes + [change])
        case .skipped: fate = old.fate
        }
        rows[row] = ImportedRow(old.place, old.kind, old.name, fate)
    }
}

/// An id that is always the same for the same words.
func permanentID<Subject>(_ words: String...) -> ID<Subject> {
    let whole = words.joined(separator: "-")
    if let id = ID<Subject>(checking: whole) { return id }
    return ID("x" + fingerprint(whole))
}

/// FNV-1a of 64 bits, as 16 hexadecimal digits: short, and the same on every machine.
func fingerprint(_ text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
