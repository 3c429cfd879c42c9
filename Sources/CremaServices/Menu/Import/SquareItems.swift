import CremaDomain

/// A Square item library export: one row a variation, items in consecutive rows of one name.
struct SquareItems {
    let table: DelimitedText
    let currency: Currency

    let columns: [String: Int]
    let header: [String]
    var menu = ImportedMenu()
    /// Of the rows that were taken over.
    var tokens: Set<String> = []
    /// Columns that say whether a modifier set is asked, with the group where the menu knows it.
    var groupColumns: [(key: String, title: String, group: ModifierGroup?)] = []
    /// Columns that count stock, with the place's name.
    var stockColumns: [(key: String, location: String)] = []

    /// A row with its fields by name.
    struct Row {
        let number: Int
        let fields: [String]
        let columns: [String: Int]

        /// The field's text without blanks around it; empty where the column is absent.
        subscript(name: String) -> String {
            guard let index = columns[name], index < fields.count else { return "" }
            return String(fields[index][...].trimmed)
        }

        /// As it stands in the file.
        func raw(_ name: String) -> String {
            guard let index = columns[name], index < fields.count else { return "" }
            return fields[index]
        }

        /// Neither archived nor kept from sale.
        var isLive: Bool {
            self["archived"].uppercased() != "Y" && self["sellable"].uppercased() != "N"
        }

        var name: String {
            raw("customer-facing name")[...].trimmed.isEmpty
                ? raw("item name") : raw("customer-facing name")
        }

        /// The name of the size: the variation's, or its options' values.
        var variation: String {
            let own = raw("variation name")
            guard own[...].trimmed.isEmpty else { return own }
            return (1...6).map { self["option value \($0)"] }.filter { !$0.isEmpty }
                .joined(separator: ", ")
        }
    }

    static func hasColumns(_ table: DelimitedText) -> Bool {
        let names = Set((table.rows.first?.fields ?? []).map(Self.columnName))
        return names.contains("item name")
            && ["token", "reference handle", "variation name", "price"].contains(
                where: names.contains)
    }

    private static func columnName(_ header: String) -> String {
        header[...].trimmed.lowercased()
    }

    init(_ table: DelimitedText, currency: Currency) throws(MenuImportError) {
        self.table = table
        self.currency = currency
        header = (table.rows.first?.fields ?? []).map { String($0[...].trimmed) }
        var columns: [String: Int] = [:]
        for (index, name) in header.enumerated() where columns[Self.columnName(name)] == nil {
            columns[Self.columnName(name)] = index
        }
        self.columns = columns
        for name in ["Item Name", "Price"] where columns[name.lowercased()] == nil {
            throw .missingColumn(name)
        }
    }

    func menu(current: Catalog, options: MenuImportOptions) throws(MenuImportError) -> ImportedMenu
    {
        var reading = self
        reading.findColumns(current: current)
        var matcher = ItemMatcher(current: current)
        var categories = CategoryNames(current: current)
        let rows = table.rows.dropFirst().map {
            Row(number: $0.number, fields: $0.fields, columns: columns)
        }
        let blocks = Self.blocks(rows)
        matcher.forbid(namesOf: blocks)
        matcher.reserve(tokens: rows.filter(\.isLive).map(Self.token))
        for block in blocks {
            reading.read(
                block, matcher: &matcher, categories: &categories, current: current,
                options: options)
        }
        reading.menu.categories = categories.all
        reading.menu.rows.sort { left, right in
            guard case .row(let first) = left.place, case .row(let second) = right.place else {
                return false
            }
            return first < second
        }
        return reading.menu
    }

    private mutating func findColumns(current: Catalog) {
        for column in header {
            let key = column.lowercased()
            if key.hasPrefix(Self.groupPrefix) {
                let title = String(column.dropFirst(Self.groupPrefix.count)[...].trimmed)
                groupColumns.append((key, title, Self.group(title, in: current)))
            } else if key.hasPrefix(Self.stockPrefix) {
                let location = String(column.dropFirst(Self.stockPrefix.count)[...].trimmed)
                stockColumns.append((key, location))
            }
        }
    }

    private static let groupPrefix = "modifier set - "
    private static let stockPrefix = "current quantity "

    /// "Milk", or "Milk - U7T4L44JA7QMFLY6DHSNDYMF" where several sets bear one name.
    private static func group(_ title: String, in current: Catalog) -> ModifierGroup? {
        if let last = title.split(separator: " - ").last {
            let id = ID<ModifierGroup>(String(last))
            if let group = current.groups.first(where: { $0.id == id }) { return group }
        }
        let same = current.groups.filter { $0.name.text == title }
        // A list and its variants for single items bear one name: the list's id begins theirs.
        let list = same.min { $0.id.rawValue.utf8.count < $1.id.rawValue.utf8.count }
        return list.flatMap { list in
            let isOneList = same.allSatisfy {
                $0.id == list.id || $0.id.rawValue.hasPrefix(list.id.rawValue + "-")
            }
            return isOneList ? list : nil
        }
    }

    /// Rows of one item: consecutive, with one name, until a variation's name comes again.
    private static func blocks(_ rows: [Row]) -> [[Row]] {
        var blocks: [[Row]] = []
        for row in rows {
            if let last = blocks.last, last[0].raw("item name") == row.raw("item name"),
                !last.contains(where: { $0.variation == row.variation })
            {
                blocks[blocks.count - 1].append(row)
            } else {
                blocks.append([row])
            }
        }
        return blocks
    }
}

/// Finds the item of the menu that a block of rows is about.
struct ItemMatcher {
    private var bySize: [String: ID<MenuItem>] = [:]
    private var items: Set<ID<MenuItem>> = []
    private var byName: [String: [ID<MenuItem>]] = [:]
    private var repeatedNames: Set<String> = []
    private var claimed: Set<ID<MenuItem>> = []
    /// Items that rows of the file name by a token.
    private var reserved: Set<ID<MenuItem>> = []

    init(current: Catalog) {
        for item in current.items {
            items.insert(item.id)
            for size in item.sizes { bySize[size.id.rawValue] = item.id }
            if !item.isRetired { byName[item.name.text, default: []].append(item.id) }
        }
    }

    /// Names that stand for more than one item in the file identify none.
    mutating func forbid(namesOf blocks: [[SquareItems.Row]]) {
        var seen: Set<String> = []
        for block in blocks where !seen.insert(block[0].name).inserted {
            repeatedNames.insert(block[0].name)
        }
    }

    /// An item that a row names by its token is no other row's, whatever that one is called.
    mutating func reserve(tokens: [String]) {
        for token in tokens {
            if let item = bySize[token] { reserved.insert(item) }
            if items.contains(ID(token)) { reserved.insert(ID(token)) }
        }
    }

    /// By a size's id, by its own id, by a name that only one has, or new by the first size's id.
    mutating func item(tokens: [String], name: String) -> (id: ID<MenuItem>, isByName: Bool) {
        let bySize = tokens.compactMap { self.bySize[$0] }.first { !claimed.contains($0) }
        let byItem = tokens.map { ID<MenuItem>($0) }.first {
            items.contains($0) && !claimed.contains($0)
        }
        if let known = bySize ?? byItem {
            claimed.insert(known)
            return (known, false)
        }
        if let same = byName[name], same.count == 1, !repeatedNames.contains(name),
            !reserved.contains(same[0]), claimed.insert(same[0]).inserted
        {
            return (same[0], true)
        }
        // Another part of an item that was parted may have its id already.
        var fresh = ID<MenuItem>(tokens[0])
        while !claimed.insert(fresh).inserted { fresh = permanentID(fresh.rawValue, "x") }
        return (fresh, false)
    }
}

/// Categories by their names: those of the menu, and new ones as they come.
struct CategoryNames {
    /// Those that the file names, in its order.
    private(set) var all: [MenuCategory] = []
    private var known: [String: MenuCategory] = [:]
    private var taken: Set<ID<MenuCategory>> = []

    init(current: Catalog) {
        for category in current.categories {
            taken.insert(category.id)
            let name = foldedForSearch(category.name.text)
            if known[name] == nil { known[name] = category }
        }
    }

    mutating func id(of name: String) -> ID<MenuCategory> {
        let folded = foldedForSearch(name)
        if let category = known[folded] {
            if !all.contains(where: { $0.id == category.id }) {
                all.append(MenuCategory(id: category.id, name: category.name))
            }
            return category.id
        }
        var id: ID<MenuCategory> = permanentID("category", fingerprint(folded))
        while !taken.insert(id).inserted { id = permanentID(id.rawValue, "x") }
        let category = MenuCategory(id: id, name: LocalizedText(name))
        known[folded] = category
        all.append(category)
        return id
    }
}
