import CremaDomain

extension SquareItems {
    /// A row that gives a size, with what had to be changed about it.
    private struct Sold {
        let row: Row
        let token: String
        let size: ItemSize
        var changes: [String]
    }

    mutating func read(
        _ block: [Row], matcher: inout ItemMatcher, categories: inout CategoryNames,
        current: Catalog, options: MenuImportOptions
    ) {
        var sold: [Sold] = []
        for row in block {
            switch size(of: row, taken: Set(sold.map(\.token))) {
            case .success(let size): sold.append(size)
            case .failure(let refusal): skip(row, refusal.reason)
            }
        }
        while sold.count > Limits.sizesPerItem {
            skip(sold.removeLast().row, "an item has at most \(Limits.sizesPerItem) sizes")
        }
        guard let first = sold.first, let name = name(of: first.row) else {
            for size in sold { skip(size.row, "it has no name that can be had") }
            return
        }
        tokens.formUnion(sold.map(\.token))
        let match = matcher.item(tokens: sold.map(\.token), name: name.text)
        var item = MenuItem(
            id: match.id, name: LocalizedText(name.text), price: nil,
            taxCategory: options.taxCategory)
        if sold.count == 1, isPlain(first.size.name.text, of: name.text) {
            item.price = first.size.price
        } else {
            item.sizes = sold.map(\.size)
        }
        sold[0].changes = name.repairs + sold[0].changes
        if match.isByName {
            sold[0].changes.append("taken for \u{201C}\(name.text)\u{201D}, which is there already")
        }
        finish(item, sold, categories: &categories, current: current)
    }

    private mutating func finish(
        _ draft: MenuItem, _ sold: [Sold], categories: inout CategoryNames, current: Catalog
    ) {
        var item = draft
        let row = sold[0].row
        var changes = sold[0].changes
        changes += describe(&item, row)
        changes += takeStock(of: item, sold)
        if isHidden(row) {
            item.isRetired = true
            changes.append("it isn't offered online there, so it stays off the menu")
        }
        if row["contains alcohol"].uppercased() == "Y" { item.dietTags.append("alcohol") }
        var imported = ImportedMenu.Item(item: item, category: nil, hasGroups: false)
        if let shelf = shelf(of: row) {
            imported.category = categories.id(of: shelf.name)
            changes += shelf.changes
        }
        changes += askGroups(&imported, row, current: current)
        imported.row = menu.rows.count
        menu.items.append(imported)
        for (index, size) in sold.enumerated() {
            let shown = [item.name.text, item.sizes.isEmpty ? "" : size.size.name.text]
            menu.rows.append(
                ImportedRow(
                    .row(size.row.number), index == 0 ? .item : .size,
                    shown.filter { !$0.isEmpty }.joined(separator: ", "),
                    changes: index == 0 ? changes : size.changes))
        }
    }

    private mutating func skip(_ row: Row, _ reason: String) {
        let parts = [row.name, row.variation].map { String($0[...].trimmed) }
        let name = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        let shown = String(name.unicodeScalars.filter { !isControl($0) }.map(Character.init))
        menu.rows.append(ImportedRow(.row(row.number), .item, shown, .skipped(reason)))
    }

    private func isPlain(_ variation: String, of item: String) -> Bool {
        let folded = foldedForSearch(variation)
        return folded == "regular" || folded == foldedForSearch(item)
    }

    private func isHidden(_ row: Row) -> Bool {
        ["hidden", "unavailable"].contains(row["square online item visibility"].lowercased())
    }

    private func name(of row: Row) -> ImportedText? {
        do throws(ImportedText.Problem) {
            let name = try ImportedText(
                row.name, what: "name", maximum: Limits.menuNameCharacters)
            return name.text.isEmpty ? nil : name
        } catch {
            return nil
        }
    }

    private func size(of row: Row, taken: Set<String>) -> Result<Sold, ImportRefusal> {
        func refused(_ reason: String) -> Result<Sold, ImportRefusal> {
            .failure(ImportRefusal(reason))
        }
        if row.fields.dropFirst(header.count).contains(where: { !$0.isEmpty }) {
            return refused("it has more fields than the header has columns")
        }
        if row["archived"].uppercased() == "Y" { return refused("it is archived there") }
        if row["sellable"].uppercased() == "N" { return refused("it isn't for sale") }
        if row["item type"].lowercased() == "gift card" {
            return refused("a gift card isn't a thing on a menu")
        }
        if row.raw("item name")[...].trimmed.isEmpty { return refused("it has no name") }
        let price: Money
        switch PriceText(row["price"], currency: currency) {
        case .amount(let money): price = money
        case .absent: return refused("it has no price")
        case .variable:
            return refused("its price is asked for at the till; a price is needed here")
        case .refused(let reason): return refused(reason)
        }
        let token = Self.token(of: row)
        guard !taken.contains(token), !tokens.contains(token) else {
            return refused("its token stands twice")
        }
        do throws(ImportedText.Problem) {
            let name = try ImportedText(
                row.variation, what: "size's name", maximum: Limits.menuNameCharacters)
            guard !row.name.unicodeScalars.contains("\0") else { throw .holdsNUL }
            let shown = name.text.isEmpty ? "Regular" : name.text
            let size = ItemSize(id: ID(token), name: LocalizedText(shown), price: price)
            return .success(
                Sold(row: row, token: token, size: size, changes: name.repairs + sale(row, price)))
        } catch {
            return refused(error.reason)
        }
    }

    /// Square's own id of the variation, or one made of what the row is called.
    static func token(of row: Row) -> String {
        let own = row["token"]
        if ID<ItemSize>(checking: own) != nil { return own }
        let handle = row["reference handle"]
        let words = handle.isEmpty ? row.name + "/" + row.variation : handle
        return "row-" + fingerprint(own.isEmpty ? words : own)
    }

    private func sale(_ row: Row, _ price: Money) -> [String] {
        guard case .amount(let sale) = PriceText(row["online sale price"], currency: currency),
            sale != price
        else { return [] }
        let text = currency.decimalText(sale)
        return sale > price
            ? ["the sale price \(text) is above the price and is ignored"]
            : ["the sale price \(text) isn't taken over: make a promotion of it"]
    }

    private func describe(_ item: inout MenuItem, _ row: Row) -> [String] {
        do throws(ImportedText.Problem) {
            let text = try ImportedText(
                row.raw("description"), what: "description",
                maximum: Limits.descriptionCharacters, hasLines: true)
            item.description = LocalizedText(text.text)
            return text.repairs
        } catch {
            return ["the description is left out: " + error.reason]
        }
    }

    /// The category that counts where a row names several: the reporting one, else the first.
    private func shelf(of row: Row) -> (name: String, changes: [String])? {
        let list = row["categories"].isEmpty ? row["category"] : row["categories"]
        let named = list.unicodeScalars.split(separator: ",").map { String(Substring($0).trimmed) }
            .filter { !$0.isEmpty }
        let reporting = row["reporting category"]
        let chosen = reporting.isEmpty ? named.first ?? "" : reporting
        do throws(ImportedText.Problem) {
            let name = try ImportedText(
                chosen, what: "category", maximum: Limits.menuNameCharacters)
            guard !name.text.isEmpty else { return nil }
            let others = named.filter { $0 != chosen }
            let change = "of its categories only \u{201C}\(name.text)\u{201D} is taken"
            return (name.text, name.repairs + (others.isEmpty ? [] : [change]))
        } catch {
            return nil
        }
    }

    /// Pieces left, where they are counted in a way Crema has: whole, not below zero, of an item
    /// in one size.
    private mutating func takeStock(of item: MenuItem, _ sold: [Sold]) -> [String] {
        var changes: [String] = []
        for (column, location) in stockColumns {
            let counts = sold.map { $0.row[column] }.filter { !$0.isEmpty }
            guard let text = counts.first else { continue }
            if item.sizes.count > 1 {
                changes.append("stock is counted by item, not by size: it isn't taken over")
            } else if let count = Int(text), (0...1_000_000).contains(count) {
                menu.shop.stock.append(
                    ShopHints.Stock(item: item.id, location: location, quantity: count))
            } else {
                changes.append("the stock of \(text) isn't a count and isn't taken over")
            }
        }
        return changes
    }

    /// The file says which modifier sets an item has, but not what is in them: sets that the menu
    /// knows already, by id or by a name that only one has, are asked; others can't be had.
    private func askGroups(
        _ imported: inout ImportedMenu.Item, _ row: Row, current: Catalog
    ) -> [String] {
        var missing: [String] = []
        let known = current.items.first { $0.id == imported.item.id }?.groups ?? []
        let knownGroups = current.groups.filter { known.contains($0.id) }
        for (column, title, listed) in groupColumns {
            let isAsked = row[column].uppercased() == "Y"
            // What the item asks already stays as it is, a variant of the list perhaps.
            let own = knownGroups.first { $0.id == listed?.id || $0.name.text == title }
            if let own {
                if !isAsked { imported.droppedGroups.insert(own.id) }
            } else if let listed, isAsked, imported.item.groups.count < Limits.groupsPerItem,
                fits(listed, imported.item.groups + known, current: current)
            {
                imported.item.groups.append(listed.id)
            } else if isAsked {
                missing.append(title)
            }
        }
        guard !missing.isEmpty else { return [] }
        let names = missing.map { "\u{201C}\($0)\u{201D}" }.joined(separator: ", ")
        return ["the modifier sets \(names) can't be had: the file names no options"]
    }

    private func fits(
        _ group: ModifierGroup, _ asked: [ID<ModifierGroup>], current: Catalog
    ) -> Bool {
        let own = Set(group.modifiers.map(\.id))
        return current.groups.allSatisfy { other in
            other.id == group.id || !asked.contains(other.id)
                || own.isDisjoint(with: other.modifiers.map(\.id))
        }
    }
}
