import CremaDomain
import Testing

/// Public reports of carts that drifted from the menu, as far as pricing answers for them. What
/// two customers at once may do is the placing transaction's to decide.
struct CartCaseTests {
    private let shop = CornerShop()

    // https://github.com/vendurehq/vendure/issues/3508
    @Test func `the last muffin can be bought, not the one after it`() throws {
        var shop = shop
        shop.items[shop.muffin.id] = Availability(stock: 1)
        #expect(shop.problems([shop.muffinLine()]) == [])

        shop.items[shop.muffin.id] = Availability(stock: 0)

        #expect(
            shop.problems([shop.muffinLine()]).map { $0.kind } == [
                .itemSoldOut(name: "Muffin")
            ])
    }

    // https://github.com/openfoodfoundation/openfoodnetwork/issues/1491
    @Test func `stock is checked again when the cart is priced again`() throws {
        var shop = shop
        let cart = [shop.muffinLine(quantity: 2)]
        shop.items[shop.muffin.id] = Availability(stock: 3)
        #expect(shop.problems(cart) == [])

        shop.items[shop.muffin.id] = Availability(stock: 1)

        #expect(shop.problems(cart).map { $0.kind } == [.notEnoughLeft(name: "Muffin", left: 1)])
    }

    // https://github.com/bleroy/Nwazet.Commerce/issues/51
    @Test func `sold out while in the cart is refused by name, the rest is kept`() throws {
        var shop = shop
        let cart = [shop.flatWhiteLine(), shop.muffinLine()]
        shop.items[shop.muffin.id] = Availability(isSoldOut: true)

        let problems = shop.problems(cart)

        #expect(problems == [CartProblem(line: 1, kind: .itemSoldOut(name: "Muffin"))])
        #expect(try shop.quote([cart[0]]).total == Money(4_00))
    }

    // https://github.com/openfoodfoundation/openfoodnetwork/issues/5069
    @Test func `one sold-out item among eleven is the one that is named`() {
        var shop = shop
        shop.items[shop.muffin.id] = Availability(isSoldOut: true)
        var lines = Array(repeating: shop.flatWhiteLine(), count: 11)
        lines[7] = shop.muffinLine()

        let problems = shop.problems(lines)

        #expect(problems == [CartProblem(line: 7, kind: .itemSoldOut(name: "Muffin"))])
        #expect(problems.map { $0.field } == ["lines[7].itemId"])
    }

    // https://github.com/tastyigniter/TastyIgniter/issues/1153
    @Test func `a modifier deleted meanwhile is refused, and past quotes keep its text`() throws {
        var shop = shop
        let line = shop.flatWhiteLine(milk: "oat")
        let before = try shop.quote([line])
        var retired = shop
        retired.milk.modifiers[1].isRetired = true
        shop.milk.modifiers.remove(at: 1)

        #expect(retired.kinds(line) == [.retiredModifier(name: "Oat")])
        #expect(
            shop.kinds(line) == [
                .unknownModifier(id: "oat"), .tooFewChoices(group: "Milk", minimum: 1),
            ])
        #expect(before.lines[0].modifiers.map { $0.name } == ["Oat"])
    }

    // https://github.com/coopcycle/coopcycle-app/issues/1068
    @Test(arguments: [(2, false), (3, true), (4, false)])
    func `three are asked for: two and four are refused`(count: Int, isTaken: Bool) {
        var shop = shop
        shop.syrup.minimum = 3
        shop.syrup.maximum = 3
        let syrups: [KeyValuePairs<String, Int>] = [
            ["vanilla": 1, "caramel": 1], ["vanilla": 1, "caramel": 1, "hazelnut": 1],
            ["vanilla": 2, "caramel": 1, "hazelnut": 1],
        ]

        let kinds = shop.kinds(shop.flatWhiteLine(syrups: syrups[count - 2]))

        #expect(kinds.isEmpty == isTaken)
    }

    // https://github.com/tastyigniter/TastyIgniter/issues/441
    @Test func `one choice named three times isn't three choices`() {
        var shop = shop
        shop.syrup.minimum = 3
        shop.syrup.modifiers[0].maxQuantity = 1

        let kinds = shop.kinds(
            shop.flatWhiteLine(syrups: ["vanilla": 1, "vanilla": 1, "vanilla": 1]))

        #expect(kinds.contains(.modifierQuantityOutOfRange(name: "vanilla", maximum: 1)))
        #expect(kinds.contains(.tooFewChoices(group: "Syrup", minimum: 3)))
    }

    // https://github.com/spree/spree/issues/11801
    @Test(arguments: [7_00, 3_00] as [Int64])
    func `a price that changed, up or down, is another quote`(price: Int64) throws {
        var shop = shop
        shop.muffin.price = Money(5_00)
        let seen = try shop.quote([shop.muffinLine()])
        shop.muffin.price = Money(price)

        let now = try shop.quote([shop.muffinLine()])

        #expect(now.total == Money(price))
        #expect(now.fingerprint != seen.fingerprint)
        #expect(try shop.quote([shop.muffinLine()]).fingerprint == now.fingerprint)
    }

    // https://github.com/duncanmcclean/simple-commerce/issues/354
    @Test(arguments: [-2, 0, 1_000_000_000])
    func `a quantity that makes no sense is refused beside one that does`(quantity: Int) {
        let problems = shop.problems([
            shop.flatWhiteLine(quantity: 3), shop.muffinLine(quantity: quantity),
        ])

        #expect(problems == [CartProblem(line: 1, kind: .quantityOutOfRange)])
    }

    // https://github.com/darryldecode/laravelshoppingcart/issues/60
    @Test func `15 less 20 is nothing to pay, not 5 to pay out`() throws {
        let off = Discount(name: "Off", kind: .orderAmount(Money(20_00)))

        let quote = try Basket(lines: [Basket.Line(unit: 15_00)], discounts: [off]).quote()

        #expect(quote.total == .zero)
        #expect(quote.discount == Money(15_00))
    }

    // https://github.com/firesale/firesale/issues/136
    @Test func `an order that costs nothing can be completed`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 0)]).quote()

        #expect(quote.total == .zero)
        #expect([Tender]().due(of: quote.total) == .zero)
        try OrderState.ready.checkMove(to: .completed, by: .staff, facts: [.isSettled])
    }
}
