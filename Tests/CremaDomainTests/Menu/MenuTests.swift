import CremaDomain
import Testing

struct MenuTests {
    private let shop = CornerShop()

    @Test func `a location's own prices count`() throws {
        var shop = shop
        shop.items[shop.muffin.id] = Availability(price: Money(3_50))
        shop.sizePrices[shop.small.id] = Money(4_40)
        shop.modifiers[ID("caramel")] = Availability(price: Money(75))

        let quote = try shop.quote([
            shop.muffinLine(), shop.flatWhiteLine(syrups: ["vanilla": 1, "caramel": 1]),
        ])

        #expect(quote.lines.map { $0.unitPrice } == [Money(3_50), Money(4_40 + 75)])
    }

    @Test func `the lowest price of an item is that of its cheapest size here`() {
        var shop = shop
        let menu = shop.menu
        #expect(menu.item(shop.flatWhite.id).map { menu.price(of: $0) } == Money(4_00))

        shop.sizePrices[shop.small.id] = Money(6_00)

        let dearer = shop.menu
        #expect(dearer.item(shop.flatWhite.id).map { dearer.price(of: $0) } == Money(5_00))
        #expect(dearer.item(shop.flatWhite.id)?.lowestPrice == Money(4_00))
    }

    @Test func `a retired item isn't shown, but known`() {
        var shop = shop
        shop.flatWhite.isRetired = true
        let menu = shop.menu

        #expect(menu.items(of: menu.catalog.categories[0]).isEmpty)
        #expect(menu.item(shop.flatWhite.id) != nil)
    }

    @Test func `a shelf leaves out what there isn't`() {
        let shelf = MenuCategory(
            id: ID("all"), name: LocalizedText("All"), items: [ID("gone"), shop.muffin.id])

        #expect(shop.menu.items(of: shelf).map { $0.id } == [shop.muffin.id])
    }

    @Test(arguments: [
        (Availability(), false), (Availability(isSoldOut: true), true),
        (Availability(stock: 1), false), (Availability(stock: 0), true),
        (Availability(stock: -1), true), (Availability(isSoldOut: true, stock: 5), true),
    ])
    func `sold out is switched off or used up`(availability: Availability, isOut: Bool) {
        var shop = shop
        shop.items[shop.muffin.id] = availability

        #expect(shop.menu.isSoldOut(shop.muffin) == isOut)
    }

    @Test func `a text without a translation is the shop's own`() {
        let text = LocalizedText("Milk", translations: ["de": "Milch"])

        #expect([text(in: "de"), text(in: "fr"), text(in: "")] == ["Milch", "Milk", "Milk"])
    }

    @Test(arguments: [
        (0, 660, [0, 659], [660, 1439]), (1080, 120, [1080, 1439, 0, 119], [120, 1079]),
        (600, 600, [0, 599, 600, 1439], []), (0, 1440, [0, 1439], []),
        (1439, 1440, [1439], [0, 1438]), (1380, 1, [1380, 1439, 0], [1, 1379]),
    ])
    func `a window may end on the next day`(
        from: Int, until: Int, within: [Int], outside: [Int]
    ) {
        let window = AvailabilityWindow(fromMinute: from, untilMinute: until)

        #expect(within.allSatisfy { window.contains(minute: $0) })
        #expect(!outside.contains { window.contains(minute: $0) })
    }

    @Test func `an item is had within any of its windows only`() {
        var shop = shop
        shop.roll.windows = [
            AvailabilityWindow(fromMinute: 420, untilMinute: 660),
            AvailabilityWindow(fromMinute: 1320, untilMinute: 60),
        ]
        let line = CartLine(itemID: shop.roll.id)

        for minute in [420, 659, 1320, 1439, 0, 59] {
            #expect(shop.kinds(line, minuteOfDay: minute) == [])
        }
        for minute in [60, 419, 660, 1319] {
            #expect(shop.kinds(line, minuteOfDay: minute) == [.notOfferedNow(name: "Roll")])
        }
    }
}
