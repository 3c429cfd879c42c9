import CremaDomain

extension MenuCategory {
    /// Reads a category; items that stand in it whole are appended to `items`.
    init(members: KeyedDecodingContainer<MemberName>, items: inout [MenuItem]) throws {
        let name = try members.decode(TextDocument.self, forKey: "name").text
        var shelf: [ID<MenuItem>] = []
        if members.contains("items") {
            var list = try members.nestedUnkeyedContainer(forKey: "items")
            while !list.isAtEnd {
                do {
                    shelf.append(ID(try list.decode(String.self)))
                } catch DecodingError.typeMismatch {
                    let item = try MenuItem(members: list.nestedContainer(keyedBy: MemberName.self))
                    items.append(item)
                    shelf.append(item.id)
                }
            }
        }
        self.init(id: try members.id(name: name), name: name, items: shelf)
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(id.rawValue, forKey: "id")
        try members.encode(TextDocument(name), forKey: "name")
        try members.encodeIDs(items, forKey: "items")
    }
}

extension MenuItem {
    init(members: KeyedDecodingContainer<MemberName>) throws {
        let name = try members.decode(TextDocument.self, forKey: "name").text
        let id = try members.id(of: MenuItem.self, name: name)
        self.init(
            id: id, name: name,
            description: try members.decodeIfPresent(TextDocument.self, forKey: "description")?.text
                ?? LocalizedText(""),
            price: try members.money("price"),
            sizes: try members.objects("sizes") { try ItemSize(members: $0, item: id) },
            groups: try members.ids("groups"),
            taxCategory: try members.optionalID("taxCategory") ?? MenuItem.usualTaxCategory)
        station = try members.optionalID("station") ?? station
        makeTimeSeconds =
            try members.integer("makeTimeSeconds") ?? makeTimeSeconds
        nutrition = try members.object("nutrition") { try Nutrition(members: $0) } ?? nutrition
        allergens = try members.allergens("allergens")
        dietTags = try members.decodeIfPresent([String].self, forKey: "dietTags") ?? []
        windows = try members.objects("windows") { try AvailabilityWindow(members: $0) }
        recipe = try members.object("recipe") { try DrinkRecipe(members: $0) }
        photo = try members.decodeIfPresent(String.self, forKey: "photo")
        isFeatured = try members.decodeIfPresent(Bool.self, forKey: "isFeatured") ?? false
        isRetired = try members.decodeIfPresent(Bool.self, forKey: "isRetired") ?? false
    }

    /// Of an item for which none is named.
    static let usualTaxCategory = ID<TaxCategory>("prepared")

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        let usual = MenuItem(id: id, name: name, price: nil, taxCategory: Self.usualTaxCategory)
        try members.encode(id.rawValue, forKey: "id")
        try members.encode(TextDocument(name), forKey: "name")
        try members.encode(
            TextDocument(description), unless: TextDocument(LocalizedText("")),
            forKey: "description")
        try members.encodeIfPresent(price?.minorUnits, forKey: "price")
        try members.encodeObjects(sizes, forKey: "sizes") { try $0.encode(into: &$1) }
        try members.encodeIDs(groups, forKey: "groups")
        try members.encode(
            taxCategory.rawValue, unless: usual.taxCategory.rawValue, forKey: "taxCategory")
        try members.encode(station.rawValue, unless: usual.station.rawValue, forKey: "station")
        try members.encode(
            makeTimeSeconds, unless: usual.makeTimeSeconds, forKey: "makeTimeSeconds")
        try members.encode(nutrition, unless: usual.nutrition, forKey: "nutrition")
        try members.encode(allergens, forKey: "allergens")
        try members.encode(dietTags, unless: [], forKey: "dietTags")
        try members.encodeObjects(windows, forKey: "windows") { try $0.encode(into: &$1) }
        if let recipe {
            try members.encodeObject(forKey: "recipe") { try recipe.encode(into: &$0) }
        }
        try members.encodeIfPresent(photo, forKey: "photo")
        try members.encode(isFeatured, unless: false, forKey: "isFeatured")
        try members.encode(isRetired, unless: false, forKey: "isRetired")
    }
}

extension ItemSize {
    init(members: KeyedDecodingContainer<MemberName>, item: ID<MenuItem>) throws {
        let name = try members.decode(TextDocument.self, forKey: "name").text
        self.init(
            id: try members.id(name: name, within: item.rawValue), name: name,
            price: try members.neededMoney("price"),
            nutrition: try members.object("nutrition") { try Nutrition(members: $0) },
            taxCategory: try members.optionalID("taxCategory"),
            pictureScale: try members.integer("pictureScale") ?? 100)
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(id.rawValue, forKey: "id")
        try members.encode(TextDocument(name), forKey: "name")
        try members.encode(price.minorUnits, forKey: "price")
        if let nutrition {
            try members.encodeObject(forKey: "nutrition") { try nutrition.encode(into: &$0) }
        }
        try members.encodeIfPresent(taxCategory?.rawValue, forKey: "taxCategory")
        try members.encode(pictureScale, unless: 100, forKey: "pictureScale")
    }
}

extension AvailabilityWindow {
    init(members: KeyedDecodingContainer<MemberName>) throws {
        self.init(
            fromMinute: try Self.minute("from", of: members),
            untilMinute: try Self.minute("until", of: members))
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encode(Self.clock(fromMinute), forKey: "from")
        try members.encode(Self.clock(untilMinute), forKey: "until")
    }

    private static func minute(
        _ member: MemberName, of members: KeyedDecodingContainer<MemberName>
    ) throws -> Int {
        let text = Array(try members.decode(String.self, forKey: member).utf8)
        let digits = text.filter { (0x30...0x39).contains($0) }.map { Int($0) - 0x30 }
        guard text.count == 5, text[2] == 0x3A, digits.count == 4 else {
            throw members.problem(member, "A time of day is written as 07:30.")
        }
        let minute = (digits[0] * 10 + digits[1]) * 60 + digits[2] * 10 + digits[3]
        guard minute <= 1440, digits[2] < 6 else {
            throw members.problem(member, "A time of day lies between 00:00 and 24:00.")
        }
        return minute
    }

    private static func clock(_ minute: Int) -> String {
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return two(minute / 60) + ":" + two(minute % 60)
    }
}
