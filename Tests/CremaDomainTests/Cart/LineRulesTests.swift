import CremaDomain
import Testing

struct LineRulesTests {
    private let shop = CornerShop()

    @Test func `a line costs its size and its modifiers, times its pieces`() throws {
        let line = shop.flatWhiteLine(
            size: "large", milk: "oat", syrups: ["vanilla": 1, "caramel": 2], quantity: 3)

        let quoted = try shop.quote([line]).lines[0]

        // Large 5.00, oat 0.80 in large, vanilla free as the first, caramel twice 0.60.
        #expect(quoted.basePrice == Money(5_00))
        #expect(quoted.modifiers.map { $0.price } == [Money(80), .zero, Money(1_20)])
        #expect(quoted.unitPrice == Money(7_00))
        #expect(quoted.subtotal == Money(21_00))
        #expect(quoted.makeTimeSeconds == 270)
    }

    @Test func `a modifier's price follows the size`() throws {
        let units = try ["small", "large"].map { size in
            try shop.quote([shop.flatWhiteLine(size: size, milk: "oat")]).lines[0].unitPrice
        }

        #expect(units == [Money(4_60), Money(5_80)])
    }

    @Test(
        arguments: [
            (["vanilla": 1], [0]), (["vanilla": 2], [50]), (["vanilla": 3], [1_00]),
            (["caramel": 1, "vanilla": 1], [0, 50]), (["vanilla": 1, "caramel": 1], [0, 60]),
            (["vanilla": 2, "caramel": 2], [50, 1_20]),
        ] as [(KeyValuePairs<String, Int>, [Int64])])
    func `the first choices are free, in the order chosen`(
        syrups: KeyValuePairs<String, Int>, prices: [Int64]
    ) throws {
        let line = try shop.quote([shop.flatWhiteLine(syrups: syrups)]).lines[0]

        #expect(line.modifiers.dropFirst().map { $0.price.minorUnits } == prices)
    }

    @Test func `free choices within a repeated one and across others are counted once`() throws {
        var shop = shop
        shop.syrup.free = 3
        let line = shop.flatWhiteLine(syrups: ["hazelnut": 2, "vanilla": 2])

        let modifiers = try shop.quote([line]).lines[0].modifiers

        #expect(modifiers.map { $0.price } == [.zero, .zero, Money(50)])
    }

    @Test func `fewer than no free choices are none`() throws {
        var shop = shop
        shop.syrup.free = -5

        let line = try shop.quote([shop.flatWhiteLine(syrups: ["vanilla": 1])]).lines[0]

        #expect(line.unitPrice == Money(4_50))
    }

    @Test func `each line of a cart has its own free choices`() throws {
        let line = shop.flatWhiteLine(syrups: ["vanilla": 1])

        let quote = try shop.quote([line, line])

        #expect(quote.lines.map { $0.unitPrice } == [Money(4_00), Money(4_00)])
    }

    @Test func `a group's minimum is asked for`() {
        let problems = shop.problems([shop.flatWhiteLine(milk: nil)])

        #expect(
            problems == [
                CartProblem(line: 0, kind: .tooFewChoices(group: "Milk", minimum: 1))
            ])
        #expect(problems.first?.field == "lines[0].modifiers")
    }

    @Test func `a group's maximum holds, repeats counted`() {
        let atMost = shop.flatWhiteLine(syrups: ["vanilla": 2, "caramel": 2])
        let above = shop.flatWhiteLine(syrups: ["vanilla": 3, "caramel": 2])

        #expect(shop.kinds(atMost) == [])
        #expect(shop.kinds(above) == [.tooManyChoices(group: "Syrup", maximum: 4)])
    }

    @Test func `two choices where one is asked for are refused`() {
        var line = shop.flatWhiteLine(milk: "whole")
        line.modifiers.append(ModifierChoice(id: ID("oat")))

        #expect(shop.kinds(line) == [.tooManyChoices(group: "Milk", maximum: 1)])
    }

    @Test(arguments: [0, -1, 4, Int.min, Int.max])
    func `a modifier is taken at least once and as often as allowed`(quantity: Int) {
        let line = shop.flatWhiteLine(syrups: ["vanilla": quantity])

        #expect(
            shop.kinds(line) == [
                .modifierQuantityOutOfRange(name: "vanilla", maximum: 3)
            ])
    }

    @Test func `the same modifier named twice is refused`() {
        let line = shop.flatWhiteLine(syrups: ["vanilla": 1, "vanilla": 1])

        #expect(
            shop.kinds(line) == [
                .modifierQuantityOutOfRange(name: "vanilla", maximum: 3)
            ])
    }

    @Test(arguments: [0, -3, Int.min])
    func `a modifier that may not be taken even once is refused, not a trap`(maximum: Int) {
        var shop = shop
        shop.syrup.modifiers[0].maxQuantity = maximum

        let kinds = shop.kinds(shop.flatWhiteLine(syrups: ["vanilla": 1]))

        #expect(kinds == [.modifierQuantityOutOfRange(name: "vanilla", maximum: maximum)])
    }

    @Test func `a modifier without a bound of its own still has one`() {
        var shop = shop
        shop.syrup.maximum = nil
        shop.syrup.modifiers[0].maxQuantity = Int.max
        shop.syrup.modifiers[0].price = Money(1)
        let most = Limits.quantityPerModifier.upperBound

        #expect(shop.kinds(shop.flatWhiteLine(syrups: ["vanilla": most])) == [])
        #expect(
            shop.kinds(shop.flatWhiteLine(syrups: ["vanilla": most + 1])) == [
                .modifierQuantityOutOfRange(name: "vanilla", maximum: most)
            ])
    }

    @Test(arguments: ["butter", "nobody-knows-it", "small", "flat-white", ""])
    func `what belongs to none of the item's groups is refused`(id: String) {
        var line = shop.flatWhiteLine()
        line.modifiers.append(ModifierChoice(id: ID(id)))

        #expect(shop.kinds(line) == [.unknownModifier(id: id)])
    }

    @Test func `a size of another item is refused, and so is none`() {
        #expect(shop.kinds(shop.flatWhiteLine(size: "huge")) == [.unknownSize(name: "Flat white")])
        #expect(shop.kinds(shop.flatWhiteLine(size: nil)) == [.sizeMissing(name: "Flat white")])
        var muffin = shop.muffinLine()
        muffin.sizeID = ID("small")
        #expect(shop.kinds(muffin) == [.unknownSize(name: "Muffin")])
    }

    @Test func `an item nobody knows is refused`() {
        let problems = shop.problems([shop.muffinLine(), CartLine(itemID: ID("tea"))])

        #expect(problems == [CartProblem(line: 1, kind: .unknownItem)])
        #expect(problems.first?.field == "lines[1].itemId")
    }

    @Test func `an item or a modifier off the menu is refused by name`() {
        var shop = shop
        shop.muffin.isRetired = true
        shop.syrup.modifiers[0].isRetired = true

        #expect(shop.kinds(shop.muffinLine()) == [.retiredItem(name: "Muffin")])
        #expect(
            shop.kinds(shop.flatWhiteLine(syrups: ["vanilla": 1])) == [
                .retiredModifier(name: "vanilla")
            ])
    }

    @Test func `an item or a modifier that is sold out is refused by name`() {
        var shop = shop
        shop.items[shop.muffin.id] = Availability(isSoldOut: true)
        shop.modifiers[ID("vanilla")] = Availability(stock: 0)

        #expect(shop.kinds(shop.muffinLine()) == [.itemSoldOut(name: "Muffin")])
        #expect(
            shop.kinds(shop.flatWhiteLine(syrups: ["vanilla": 1])) == [
                .modifierSoldOut(name: "vanilla")
            ])
    }

    @Test func `an item without any price is refused, not given away`() {
        var shop = shop
        shop.muffin.price = nil

        #expect(shop.kinds(shop.muffinLine()) == [.withoutPrice(name: "Muffin")])
        shop.items[shop.muffin.id] = Availability(price: Money(3_00))
        #expect(shop.kinds(shop.muffinLine()) == [])
    }

    @Test func `all that is wrong with a line is told at once`() {
        var line = shop.flatWhiteLine(size: nil, milk: nil, syrups: ["vanilla": 9], quantity: 0)
        line.request = String(repeating: "x", count: 201)

        #expect(
            Set(shop.kinds(line)) == [
                .quantityOutOfRange, .requestTooLong, .sizeMissing(name: "Flat white"),
                .modifierQuantityOutOfRange(name: "vanilla", maximum: 3),
                .tooFewChoices(group: "Milk", minimum: 1),
            ])
    }

    @Test func `problems name things in the language asked for`() {
        #expect(
            shop.kinds(shop.flatWhiteLine(milk: nil), language: "de") == [
                .tooFewChoices(group: "Milch", minimum: 1)
            ])
        #expect(
            shop.kinds(shop.flatWhiteLine(size: nil), language: "fr") == [
                .sizeMissing(name: "Flat white (FR)")
            ])
    }

    @Test func `a shared group asked for twice is asked for once`() throws {
        var shop = shop
        shop.flatWhite.groups = [ID("milk"), ID("milk"), ID("syrup"), ID("gone")]

        #expect(shop.menu.groups(of: shop.flatWhite).map { $0.id.rawValue } == ["milk", "syrup"])
        #expect(shop.kinds(shop.flatWhiteLine()) == [])
    }

    @Test func `a modifier that stands in two groups counts for the first`() {
        var shop = shop
        shop.syrup.modifiers.append(shop.milk.modifiers[1])

        #expect(shop.kinds(shop.flatWhiteLine(milk: "oat")) == [])
    }
}

struct TaxCategoryTests {
    private let shop = CornerShop()

    private func category(_ shop: CornerShop, _ line: CartLine) throws -> String {
        try shop.menu.check(line, index: 0, minuteOfDay: 600).get().taxCategory.rawValue
    }

    @Test func `a line is taxed as its item, its size or its modifier says`() throws {
        var shop = shop
        #expect(try category(shop, shop.flatWhiteLine()) == "drinks")
        shop.small = ItemSize(
            id: shop.small.id, name: shop.small.name, price: shop.small.price,
            taxCategory: ID("samples"))
        #expect(try category(shop, shop.flatWhiteLine()) == "samples")
        #expect(try category(shop, shop.flatWhiteLine(size: "large")) == "drinks")
        shop.milk.modifiers[1].taxCategory = ID("plant-drinks")
        #expect(try category(shop, shop.flatWhiteLine(milk: "oat")) == "plant-drinks")
        #expect(try category(shop, shop.flatWhiteLine()) == "samples")
    }

    @Test func `the pick-up's day and fulfilment choose the rule`() throws {
        var shop = shop
        shop.taxes = TaxTable(
            rules: [
                TaxRule(
                    category: ID("food"), fulfilment: .toGo, validFrom: day("2024-01-01"),
                    components: [.vat(7)]),
                TaxRule(category: ID("food"), validFrom: day("2024-01-01"), components: [.vat(19)]),
                TaxRule(
                    category: ID("food"), fulfilment: .forHere, validFrom: day("2026-01-01"),
                    components: [.vat(7)]),
            ], pricesIncludeTax: true)
        func percent(_ fulfilment: Fulfilment, _ date: String) throws -> [Rate] {
            try shop.quote([shop.muffinLine()], fulfilment: fulfilment, on: date).taxes.map {
                $0.rate
            }
        }

        #expect(try percent(.toGo, "2025-12-31") == [.percent(7)])
        #expect(try percent(.forHere, "2025-12-31") == [.percent(19)])
        #expect(try percent(.forHere, "2026-01-01") == [.percent(7)])
        #expect(try percent(.toGo, "2023-12-31") == [])
    }
}
