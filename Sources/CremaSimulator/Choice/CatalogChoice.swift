import CremaDomain

/// The shop's menu, and the ways in which its manager changes it.
enum CatalogChoice {
    static let coffee = ID<MenuItem>("flat-white")
    static let croissant = ID<MenuItem>("croissant")
    static let cookie = ID<MenuItem>("cookie")
    static let soup = ID<MenuItem>("soup")
    static let water = ID<MenuItem>("water")
    static let items = [coffee, croissant, cookie, soup, water]
    static let sizes: [ID<ItemSize>] = [ID("small"), ID("large")]
    static let milks: [ID<Modifier>] = [ID("whole"), ID("oat")]
    static let extras: [ID<Modifier>] = [ID("vanilla"), ID("shot")]

    static func opening(_ random: inout SeededGenerator) -> Catalog {
        var catalog = Catalog(
            categories: [
                MenuCategory(id: ID("all"), name: LocalizedText("All"), items: items)
            ],
            items: items.map(item), groups: [milk, extra])
        for _ in 0..<4 { change(&catalog, &random) }
        return catalog
    }

    /// One or two things that a manager might change.
    static func change(_ catalog: inout Catalog, _ random: inout SeededGenerator) {
        let item = random.int(0...catalog.items.count - 1)
        let price = Money(Int64(random.int(0...random.one(of: [3, 400, 1999]))))
        switch random.int(1...7) {
        case 1, 2:
            if catalog.items[item].sizes.isEmpty {
                catalog.items[item].price = price
            } else {
                catalog.items[item].sizes = [size(0, price), size(1, price + Money(70))]
            }
        case 3:
            // Few are off the menu at a time, or nothing would be left to order.
            let isRetired = catalog.items[item].isRetired
            catalog.items[item].isRetired = !isRetired && random.percent(30)
        case 4: catalog.groups[0].modifiers[1].priceBySize = [sizes[1]: price]
        case 5: catalog.groups[1].free = random.int(0...2)
        case 6: catalog.groups[1].maximum = random.percent(50) ? nil : random.int(1...4)
        default:
            let group = random.int(0...1)
            let modifier = random.int(0...1)
            let isRetired = catalog.groups[group].modifiers[modifier].isRetired
            if isRetired || (group == 1 || modifier == 1) && random.percent(25) {
                catalog.groups[group].modifiers[modifier].isRetired = !isRetired
            } else {
                catalog.groups[group].modifiers[modifier].price = price
            }
        }
    }

    private static func size(_ index: Int, _ price: Money) -> ItemSize {
        ItemSize(
            id: sizes[index], name: LocalizedText(index == 0 ? "Small" : "Large"), price: price)
    }

    private static func item(_ id: ID<MenuItem>) -> MenuItem {
        switch id {
        case coffee:
            return MenuItem(
                id: id, name: LocalizedText("Flat white", translations: ["de": "Milchkaffee"]),
                price: nil, sizes: [size(0, Money(350)), size(1, Money(420))],
                groups: [milk.id, extra.id], taxCategory: ID("prepared"))
        case soup:
            var soup = MenuItem(
                id: id, name: LocalizedText("Soup"), price: Money(590), taxCategory: ID("prepared"))
            soup.windows = [AvailabilityWindow(fromMinute: 660, untilMinute: 1320)]
            soup.station = ID("kitchen")
            return soup
        case cookie:
            return MenuItem(
                id: id, name: LocalizedText("Cookie"), price: Money(199), groups: [extra.id],
                taxCategory: ID("food"))
        case water:
            return MenuItem(
                id: id, name: LocalizedText("Tap water"), price: .zero, taxCategory: ID("food"))
        default:
            return MenuItem(
                id: id, name: LocalizedText("Croissant"), price: Money(300),
                taxCategory: ID("food"))
        }
    }

    private static var milk: ModifierGroup {
        ModifierGroup(
            id: ID("milk"), name: LocalizedText("Milk"), minimum: 1, maximum: 1,
            modifiers: [
                Modifier(id: milks[0], name: LocalizedText("Whole milk"), price: .zero),
                Modifier(id: milks[1], name: LocalizedText("Oat milk"), price: Money(60)),
            ])
    }

    private static var extra: ModifierGroup {
        var modifiers = [
            Modifier(id: extras[0], name: LocalizedText("Vanilla"), price: Money(50)),
            Modifier(id: extras[1], name: LocalizedText("Shot"), price: Money(90)),
        ]
        for index in modifiers.indices { modifiers[index].maxQuantity = 3 }
        return ModifierGroup(
            id: ID("extras"), name: LocalizedText("Extras"), free: 1, modifiers: modifiers)
    }
}
