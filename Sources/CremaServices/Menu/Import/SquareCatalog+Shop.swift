import CremaAPI
import CremaDomain

extension SquareCatalog {
    /// What stands beside the catalog: the business, its hours, its money.
    mutating func readShop() throws(MenuImportError) {
        let place = root["location"] ?? root["locations"]?.elements.first ?? root
        if let code = place["currency"]?.text {
            guard code == currency.code else {
                throw .otherCurrency(found: code, expected: currency.code)
            }
            menu.shop.currency = currency
        }
        let name =
            root["business_name"]?.text ?? place["business_name"]?.text
            ?? place["name"]?.text
        if let name {
            do throws(ImportedText.Problem) {
                menu.shop.name = try ImportedText(
                    name, what: "name", maximum: Limits.menuNameCharacters
                ).text
            } catch {
                menu.notes.append("the business's name is left out: " + error.reason)
            }
        }
        menu.shop.timeZone = place["timezone"]?.text
        for period in place["business_hours"]?["periods"]?.elements ?? [] {
            guard let interval = Self.interval(period) else {
                menu.notes.append("a period of the business hours can't be read")
                continue
            }
            menu.shop.hours.append(interval)
        }
    }

    private static let days = ["MON", "TUE", "WED", "THU", "FRI", "SAT", "SUN"]

    private static func interval(_ period: JSONTree) -> ShopHints.OpenInterval? {
        guard let day = period["day_of_week"]?.text, let index = days.firstIndex(of: day),
            let from = minute(period["start_local_time"]?.text),
            let until = minute(period["end_local_time"]?.text)
        else { return nil }
        return ShopHints.OpenInterval(
            weekday: index + 1, fromMinute: from, untilMinute: until == 0 ? 1440 : until)
    }

    /// "09:30:00" or "09:30".
    private static func minute(_ text: String?) -> Int? {
        let parts = (text ?? "").split(separator: ":").map { Int($0) ?? -1 }
        guard (2...3).contains(parts.count), (0...23).contains(parts[0]),
            (0...59).contains(parts[1])
        else { return nil }
        return parts[0] * 60 + parts[1]
    }

    /// Gives the item a category for its taxes; false where the file doesn't tell their rates.
    ///
    /// Items with the same taxes share a category, "tax-" and a fingerprint of their ids, so that
    /// a rule can be made for it; items that are free of tax are "untaxed".
    mutating func setTaxes(
        _ item: inout MenuItem, _ object: Object, options: MenuImportOptions
    ) -> Bool {
        let known = taxes()
        guard !known.isEmpty, let listed = object.facts["tax_ids"] ?? untaxed(object) else {
            noteMissingTaxes(object.facts["tax_ids"]?.elements ?? [])
            return false
        }
        let ids = listed.elements.compactMap(\.text).sorted()
        let stated = ids.compactMap { id in known.first { $0.id == id } }
        guard stated.count == ids.count else {
            noteMissingTaxes(listed.elements)
            return false
        }
        if ids.isEmpty {
            item.taxCategory = ID("untaxed")
        } else {
            item.taxCategory = permanentID("tax", fingerprint(ids.joined(separator: ",")))
            menu.shop.taxes[item.taxCategory] = stated
        }
        return true
    }

    private func untaxed(_ object: Object) -> JSONTree? {
        object.facts["is_taxable"]?.bool == false ? .list([]) : nil
    }

    private mutating func noteMissingTaxes(_ ids: [JSONTree]) {
        for id in ids.compactMap(\.text) {
            let note = "the tax \(id) isn't in the file: set its rate by hand"
            if !menu.notes.contains(note) { menu.notes.append(note) }
        }
    }

    /// The taxes in force, by the file.
    private func taxes() -> [ShopHints.StatedTax] {
        all("TAX").compactMap { object in
            guard !object.isDeleted, object.facts["enabled"]?.bool != false,
                let rate = Self.rate(object.facts["percentage"]?.text)
            else { return nil }
            return ShopHints.StatedTax(
                id: object.id, name: String(object.name.prefix(Limits.menuNameCharacters)),
                rate: rate,
                isIncluded: object.facts["inclusion_type"]?.text == "INCLUSIVE")
        }
    }

    /// "8.875" percent are 88 750 millionths.
    private static func rate(_ percentage: String?) -> Rate? {
        let parts = (percentage ?? "").split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(parts[0]), (0...100).contains(whole)
        else { return nil }
        var fraction = parts.count == 2 ? String(parts[1]) : ""
        guard fraction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        while fraction.utf8.count > 4, fraction.hasSuffix("0") { fraction.removeLast() }
        guard fraction.utf8.count <= 4 else { return nil }
        fraction += String(repeating: "0", count: 4 - fraction.utf8.count)
        let parts4 = whole * 10_000 + (Int64(fraction) ?? 0)
        guard Limits.ratePartsPerMillion.contains(parts4) else { return nil }
        return Rate(partsPerMillion: parts4)
    }
}
