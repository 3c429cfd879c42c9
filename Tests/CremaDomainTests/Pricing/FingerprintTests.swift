import CremaDomain
import Testing

struct FingerprintTests {
    private func shop() -> CornerShop {
        var shop = CornerShop()
        shop.taxes = TaxTable(
            rules: [
                TaxRule(category: ID("food"), validFrom: day("2020-01-01"), components: [.vat(7)])
            ], pricesIncludeTax: false)
        return shop
    }

    private func fingerprint(
        _ change: (inout CornerShop) -> Void = { _ in },
        line: (inout CartLine) -> Void = { _ in }, language: String = ""
    ) throws -> String {
        var shop = shop()
        change(&shop)
        var coffee = shop.flatWhiteLine(syrups: ["vanilla": 2])
        line(&coffee)
        return try shop.quote([coffee, shop.muffinLine()], language: language).fingerprint
    }

    @Test func `it is 32 hexadecimal digits, the same each time`() throws {
        let text = try fingerprint()

        #expect(text.utf8.count == 32)
        #expect(text.allSatisfy { "0123456789abcdef".contains($0) })
        #expect(try fingerprint() == text)
    }

    @Test func `words, wishes and languages leave it as it is`() throws {
        let text = try fingerprint()

        #expect(try fingerprint { $0.muffin.name = LocalizedText("Cake") } == text)
        #expect(try fingerprint { $0.syrup.modifiers[0].name = LocalizedText("Sweet") } == text)
        #expect(try fingerprint { $0.flatWhite.makeTimeSeconds = 5 } == text)
        #expect(try fingerprint(line: { $0.request = "extra hot" }) == text)
        #expect(try fingerprint(line: { $0.cupName = "Ada" }) == text)
        #expect(try fingerprint(language: "fr") == text)
    }

    @Test func `each number that the customer saw changes it`() throws {
        let text = try fingerprint()
        let changes: [(inout CornerShop) -> Void] = [
            { $0.muffin.price = Money(3_26) }, { $0.muffin.price = Money(3_24) },
            { $0.syrup.modifiers[0].price = Money(51) }, { $0.syrup.free = 0 },
            { $0.sizePrices[ID("small")] = Money(4_01) },
            {
                $0.taxes = TaxTable(
                    rules: [
                        TaxRule(
                            category: ID("food"), validFrom: day("2020-01-01"),
                            components: [.vat(8)])
                    ], pricesIncludeTax: false)
            },
            { $0.taxes = TaxTable(rules: $0.taxes.rules, pricesIncludeTax: true) },
        ]

        for change in changes { #expect(try fingerprint(change) != text) }
        #expect(try fingerprint(line: { $0.quantity = 2 }) != text)
        #expect(try fingerprint(line: { $0.modifiers.removeLast() }) != text)
    }

    @Test func `a price and a discount that cancel out change it`() throws {
        let plain = try Basket(lines: [Basket.Line(unit: 5_00)]).quote()
        let off = Discount(name: "Off", kind: .orderAmount(Money(1_00)))
        let reduced = try Basket(lines: [Basket.Line(unit: 6_00)], discounts: [off]).quote()

        #expect(plain.total == reduced.total)
        #expect(plain.fingerprint != reduced.fingerprint)
    }

    @Test func `tips, fees and the coin's size change it`() throws {
        let line = Basket.Line(unit: 5_00)
        let quotes = try [
            Basket(lines: [line]), Basket(lines: [line], tip: 50),
            Basket(
                lines: [line],
                fees: [Fee(name: "Cup", basis: .perOrder(Money(50)), taxCategory: ID("fee"))]),
            Basket(lines: [line], currency: "JPY"),
        ].map { try $0.quote().fingerprint }

        #expect(Set(quotes).count == quotes.count)
    }

    @Test(arguments: seeds(300))
    func `unlike quotes have unlike fingerprints`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let basket = random.basket()
        var other = basket
        let at = random.int(0...basket.lines.count - 1)
        other.lines[at].unit += 1

        #expect(try basket.quote().fingerprint != other.quote().fingerprint)
    }
}
