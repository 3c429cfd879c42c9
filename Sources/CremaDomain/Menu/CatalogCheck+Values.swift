extension CatalogCheck {
    func at(_ list: String, _ index: Int) -> String {
        list + "[" + String(index) + "]"
    }

    mutating func checkCount(_ count: Int, _ path: String, _ maximum: Int) {
        if count > maximum { report(path, .tooMany(maximum: maximum)) }
    }

    mutating func checkRange(_ number: Int64, _ path: String, _ range: ClosedRange<Int64>) {
        guard !range.contains(number) else { return }
        report(path, .outOfRange(from: range.lowerBound, to: range.upperBound))
    }

    mutating func checkPrice(_ price: Money, _ path: String) {
        checkRange(price.minorUnits, path, Limits.price)
    }

    mutating func checkForm<Subject>(_ id: ID<Subject>, _ path: String) {
        if ID<Subject>(checking: id.rawValue) == nil { report(path, .malformedID(id.rawValue)) }
    }

    mutating func checkID<Subject>(_ id: ID<Subject>, _ path: String, isNew: Bool) {
        checkForm(id, path + ".id")
        if !isNew { report(path + ".id", .duplicateID(id.rawValue)) }
    }

    /// A name: one line, in every language that it is given in.
    mutating func checkName(_ name: LocalizedText, _ path: String) {
        for (path, text) in languages(of: name, path) {
            if !text.contains(where: { !$0.isWhitespace }) { report(path, .emptyText) }
            checkPlain(text, path, Limits.menuNameCharacters, allowsLines: false)
        }
    }

    /// A longer text; it may be empty and may have several lines.
    mutating func checkText(_ text: LocalizedText, _ path: String, _ maximum: Int) {
        for (path, text) in languages(of: text, path) {
            checkPlain(text, path, maximum, allowsLines: true)
        }
    }

    private mutating func languages(
        of text: LocalizedText, _ path: String
    ) -> [(path: String, text: String)] {
        var all = [(path: path, text: text.text)]
        for (tag, translation) in text.translations.sorted(by: { $0.key < $1.key }) {
            let path = path + ".translations." + tag
            let isTag =
                (2...3).contains(tag.utf8.count)
                && tag.utf8.allSatisfy {
                    (0x61...0x7A).contains($0)
                }
            if !isTag { report(path, .unknownLanguage(tag)) }
            all.append((path, translation))
        }
        return all
    }

    private mutating func checkPlain(
        _ text: String, _ path: String, _ maximum: Int, allowsLines: Bool
    ) {
        // One character can be made of marks without end, so that bytes are bounded too.
        if text.utf8.count > maximum * Limits.bytesPerCharacter || text.count > maximum {
            report(path, .textTooLong(maximum: maximum))
        }
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            !isControl(scalar) || (allowsLines && (scalar == "\n" || scalar == "\t"))
        }
        if !isPlain { report(path, .controlCharacter) }
    }

    mutating func checkNutrition(_ nutrition: Nutrition, _ path: String, isTotal: Bool) {
        let range = isTotal ? 0...Limits.nutritionFact.upperBound : Limits.nutritionFact
        if let energy = nutrition.kilocalories {
            checkRange(Int64(energy), path + ".nutrition.kilocalories", range)
        }
        if let caffeine = nutrition.caffeineMilligrams {
            checkRange(Int64(caffeine), path + ".nutrition.caffeineMilligrams", range)
        }
    }

    mutating func checkFacts(of item: MenuItem, _ path: String) {
        checkForm(item.taxCategory, path + ".taxCategory")
        checkForm(item.station, path + ".station")
        checkRange(Int64(item.makeTimeSeconds), path + ".makeTimeSeconds", Limits.makeTimeSeconds)
        checkNutrition(item.nutrition, path, isTotal: true)
        checkCount(item.dietTags.count, path + ".dietTags", Limits.dietTags)
        for (index, tag) in item.dietTags.enumerated() {
            let path = at(path + ".dietTags", index)
            if tag.isEmpty { report(path, .emptyText) }
            checkPlain(tag, path, Limits.dietTags, allowsLines: false)
        }
        checkCount(item.windows.count, path + ".windows", Limits.windowsPerItem)
        for (index, window) in item.windows.enumerated() {
            let path = at(path + ".windows", index)
            checkRange(Int64(window.fromMinute), path + ".from", 0...1439)
            checkRange(Int64(window.untilMinute), path + ".until", 1...1440)
        }
    }

    mutating func checkPicture(of item: MenuItem, _ path: String) {
        if let photo = item.photo {
            let isName = ID<MenuItem>(checking: String(photo.filter { $0 != "." })) != nil
            if !isName || photo.utf8.first == 0x2E { report(path + ".photo", .malformedFileName) }
        }
        guard let recipe = item.recipe else { return }
        let layers = path + ".recipe.layers"
        checkCount(recipe.layers.count, layers, Limits.pictureParts)
        for (index, layer) in recipe.layers.enumerated() {
            checkRange(
                Int64(layer.parts), at(layers, index) + ".parts", 1...Int64(Limits.pictureParts))
        }
        if let food = recipe.food, ID<MenuItem>(checking: food) == nil {
            report(path + ".recipe.food", .malformedID(food))
        }
    }
}

/// Whether a scalar steers a terminal, a printer or the writing direction instead of being seen.
package func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0xFFFE...0xFFFF: true
    default: false
    }
}
