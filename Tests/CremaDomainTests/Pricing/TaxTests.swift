import CremaDomain
import Testing

struct TaxTests {
    private let state = TaxComponent(name: "State", rate: .percent(4))
    private let city = TaxComponent(name: "City", rate: Rate(partsPerMillion: 48_750))
    private let gst = TaxComponent(name: "GST", rate: .percent(5))
    private let qst = TaxComponent(
        name: "QST", rate: Rate(partsPerMillion: 85_000), isCompound: true)

    @Test func `a tax on top is rounded once an order and handed out`() throws {
        let line = Basket.Line(unit: 9_13, taxes: [.vat(10)])

        let quote = try Basket(lines: [line, line]).quote()

        #expect(quote.tax == Money(1_83))
        #expect(quote.lines.map { $0.tax } == [Money(92), Money(91)])
        #expect(quote.total == Money(20_09))
        expectSound(quote)
    }

    @Test(
        arguments: [
            (6_99, 20, 1_17), (19_70 * 2, 20, 6_57), (6_00, 23, 1_12), (1240_00, 1, 12_28),
            (5_00, 16, 69), (10_00, 16, 1_38), (12_25, 9, 1_01), (0, 20, 0), (1, 100, 1),
        ] as [(Int64, Int64, Int64)])
    func `a tax in the price is gross × r / (1 + r), and the sticker stays`(
        gross: Int64, percent: Int64, tax: Int64
    ) throws {
        let line = Basket.Line(unit: gross, taxes: [.vat(percent)])

        let quote = try Basket(lines: [line], pricesIncludeTax: true).quote()

        #expect(quote.tax == Money(tax))
        #expect(quote.net == Money(gross - tax))
        #expect(quote.total == Money(gross))
        expectSound(quote)
    }

    @Test func `several taxes are rounded one by one`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 4_50, taxes: [state, city])]).quote()

        #expect(quote.taxes.map { $0.name } == ["State", "City"])
        #expect(quote.taxes.map { $0.amount } == [Money(18), Money(22)])
        #expect(quote.taxes.map { $0.taxable } == [Money(4_50), Money(4_50)])
        #expect(quote.total == Money(4_90))
    }

    @Test func `a compound tax is taken on the taxes before it too`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 100_00, taxes: [gst, qst])]).quote()

        #expect(quote.taxes.map { $0.amount } == [Money(5_00), Money(8_93)])
        #expect(quote.taxes.map { $0.taxable } == [Money(100_00), Money(100_00)])
    }

    @Test func `a compound tax in the price is taken out exactly`() throws {
        let quote = try Basket(
            lines: [Basket.Line(unit: 100_00, taxes: [gst, qst])], pricesIncludeTax: true
        ).quote()

        #expect(quote.taxes.map { $0.amount } == [Money(4_39), Money(7_83)])
        #expect(quote.net == Money(87_78))
    }

    @Test func `four compound taxes of 100 % on the largest order don't overflow`() throws {
        let taxes = (1...4).map {
            TaxComponent(name: "Tax \($0)", rate: .whole, isCompound: $0 > 1)
        }
        let line = Basket.Line(unit: 10_000_000, quantity: 99, taxes: taxes)
        for included in [false, true] {
            let quote = try Basket(
                lines: Array(repeating: line, count: 50), pricesIncludeTax: included
            ).quote()

            let gross = Money(10_000_000 * 99 * 50)
            #expect(quote.total == (included ? gross : gross * 16))
            expectSound(quote)
        }
    }

    @Test func `a tax that two sets name is one tax`() throws {
        let prepared = Basket.Line(unit: 1_12, taxes: [state, city])
        let packed = Basket.Line(unit: 1_13, taxes: [state])

        let quote = try Basket(lines: [prepared, packed]).quote()

        // 4 % of 2.25 is 0.09; line by line it would be 0.04 + 0.05.
        #expect(quote.taxesByName["State \(state.rate)"]?.amount == Money(9))
        #expect(quote.taxesByName["State \(state.rate)"]?.taxable == Money(2_25))
        #expect(quote.taxesByName["City \(city.rate)"]?.taxable == Money(1_12))
        expectSound(quote)
    }

    @Test func `two rates under one name stay apart`() throws {
        let food = Basket.Line(unit: 10_00, taxes: [.vat(7)])
        let drink = Basket.Line(unit: 10_00, taxes: [.vat(19)])

        let quote = try Basket(lines: [food, drink]).quote()

        #expect(quote.taxes.map { $0.amount } == [Money(70), Money(1_90)])
    }

    @Test func `what no rule names is not taxed`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 4_50)]).quote()

        #expect(quote.taxes.isEmpty)
        #expect(quote.total == Money(4_50))
    }

    @Test func `a tax of 0 % is named`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 4_50, taxes: [.vat(0)])]).quote()

        #expect(
            quote.taxes == [
                TaxAmount(name: "VAT", rate: .percent(0), taxable: Money(4_50), amount: .zero)
            ])
    }
}

struct TaxTableTests {
    private let food = ID<TaxCategory>("food")

    private func rule(
        _ from: String, _ percent: Int64, for fulfilment: Fulfilment? = nil
    ) -> TaxRule {
        TaxRule(
            category: food, fulfilment: fulfilment, validFrom: day(from),
            components: [.vat(percent)])
    }

    private func percent(
        _ rules: [TaxRule], _ fulfilment: Fulfilment, on date: String
    ) -> Int64? {
        let table = TaxTable(rules: rules, pricesIncludeTax: true)
        let components = table.components(
            category: food, fulfilment: fulfilment, on: day(date))
        return components.first.map { $0.rate.partsPerMillion / 10_000 }
    }

    @Test(
        arguments: [
            ("2019-12-31", nil), ("2020-01-01", 19), ("2020-06-30", 19), ("2020-07-01", 16),
            ("2020-12-31", 16), ("2021-01-01", 19), ("2030-01-01", 19),
        ] as [(String, Int64?)])
    func `the latest rule valid on the day counts`(date: String, expected: Int64?) {
        let rules = [rule("2021-01-01", 19), rule("2020-01-01", 19), rule("2020-07-01", 16)]

        for rules in [rules, rules.reversed()] {
            #expect(percent(rules, .toGo, on: date) == expected)
        }
    }

    @Test func `a rule for this fulfilment counts more than one for both`() {
        let rules = [
            rule("2024-01-01", 19), rule("2020-01-01", 7, for: .toGo), rule("2023-01-01", 20),
        ]

        for rules in [rules, rules.reversed()] {
            #expect(percent(rules, .toGo, on: "2024-06-01") == 7)
            #expect(percent(rules, .forHere, on: "2024-06-01") == 19)
            #expect(percent(rules, .toGo, on: "2019-06-01") == nil)
        }
    }

    @Test func `a rule of another category never counts`() {
        let other = TaxRule(
            category: ID("drinks"), validFrom: day("2020-01-01"), components: [.vat(19)])

        #expect(percent([other], .toGo, on: "2024-06-01") == nil)
    }
}
