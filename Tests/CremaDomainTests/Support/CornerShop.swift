import CremaDomain

/// The menu most tests order from: a flat white in two sizes with milk, syrups and extras, a
/// muffin, and a breakfast roll until eleven.
struct CornerShop {
    var small = ItemSize(id: ID("small"), name: LocalizedText("Small"), price: Money(4_00))
    var large = ItemSize(id: ID("large"), name: LocalizedText("Large"), price: Money(5_00))

    var milk = ModifierGroup(
        id: ID("milk"), name: LocalizedText("Milk", translations: ["de": "Milch"]), minimum: 1,
        maximum: 1,
        modifiers: [
            Modifier(id: ID("whole"), name: LocalizedText("Whole milk"), price: .zero),
            {
                var oat = Modifier(id: ID("oat"), name: LocalizedText("Oat"), price: Money(60))
                oat.priceBySize = [ID("large"): Money(80)]
                oat.replacesAllergens = [.milk]
                oat.allergens = .free(except: [.gluten: .mayContain])
                return oat
            }(),
        ])
    var syrup = ModifierGroup(
        id: ID("syrup"), name: LocalizedText("Syrup"), maximum: 4, free: 1,
        modifiers: ["vanilla", "caramel", "hazelnut"].enumerated().map { index, id in
            var syrup = Modifier(
                id: ID(id), name: LocalizedText(id), price: Money(Int64(50 + 10 * index)))
            syrup.maxQuantity = 3
            return syrup
        })
    var sauce = ModifierGroup(
        id: ID("sauce"), name: LocalizedText("Sauce"),
        modifiers: [Modifier(id: ID("butter"), name: LocalizedText("Butter"), price: Money(30))])

    var flatWhite = MenuItem(
        id: ID("flat-white"),
        name: LocalizedText("Flat white", translations: ["fr": "Flat white (FR)"]), price: nil,
        groups: [ID("milk"), ID("syrup")], taxCategory: ID("drinks"))
    var muffin = MenuItem(
        id: ID("muffin"), name: LocalizedText("Muffin"), price: Money(3_25),
        taxCategory: ID("food"))
    var roll = MenuItem(
        id: ID("roll"), name: LocalizedText("Roll"), price: Money(2_50), groups: [ID("sauce")],
        taxCategory: ID("food"))

    var items: [ID<MenuItem>: Availability] = [:]
    var modifiers: [ID<Modifier>: Availability] = [:]
    var sizePrices: [ID<ItemSize>: Money] = [:]
    var taxes = TaxTable(rules: [], pricesIncludeTax: true)

    init() {
        roll.windows = [AvailabilityWindow(fromMinute: 0, untilMinute: 11 * 60)]
        flatWhite.makeTimeSeconds = 90
    }

    var menu: Menu {
        var flatWhite = flatWhite
        flatWhite.sizes = [small, large]
        return Menu(
            version: 1,
            catalog: Catalog(
                categories: [
                    MenuCategory(
                        id: ID("coffee"), name: LocalizedText("Coffee"), items: [flatWhite.id])
                ],
                items: [flatWhite, muffin, roll], groups: [milk, syrup, sauce]),
            itemAvailability: items, modifierAvailability: modifiers, sizePrices: sizePrices)
    }

    /// A small flat white with whole milk, and whatever else.
    func flatWhiteLine(
        size: String? = "small", milk: String? = "whole",
        syrups: KeyValuePairs<String, Int> = [:], quantity: Int = 1
    ) -> CartLine {
        let milks = milk.map { [ModifierChoice(id: ID($0))] } ?? []
        let choices = syrups.map { ModifierChoice(id: ID($0.key), quantity: $0.value) }
        return CartLine(
            itemID: flatWhite.id, sizeID: size.map { ID($0) }, modifiers: milks + choices,
            quantity: quantity)
    }

    func muffinLine(quantity: Int = 1) -> CartLine {
        CartLine(itemID: muffin.id, quantity: quantity)
    }

    func quote(
        _ lines: [CartLine], tip: Int64 = 0, codes: [String] = [], minuteOfDay: Int = 600,
        fulfilment: Fulfilment = .toGo, on date: String = "2026-03-01", language: String = ""
    ) throws(CartProblems) -> Quote {
        let cart = Cart(
            locationID: ID("old-mill"), fulfilment: fulfilment, lines: lines, tip: Money(tip),
            codes: codes)
        let context = PricingContext(
            businessDate: day(date), minuteOfDay: minuteOfDay, language: language)
        return try price(cart, menu: menu, location: location(taxes: taxes), context: context)
    }

    /// All that is wrong with these lines; empty where they can be had.
    func problems(
        _ lines: [CartLine], tip: Int64 = 0, codes: [String] = [], minuteOfDay: Int = 600,
        language: String = ""
    ) -> [CartProblem] {
        do throws(CartProblems) {
            _ = try quote(
                lines, tip: tip, codes: codes, minuteOfDay: minuteOfDay, language: language)
            return []
        } catch {
            return error.all
        }
    }

    /// What is wrong with one line, without its place.
    func kinds(
        _ line: CartLine, minuteOfDay: Int = 600, language: String = ""
    ) -> [CartProblem.Kind] {
        problems([line], minuteOfDay: minuteOfDay, language: language).map { $0.kind }
    }
}
