import CremaDomain
import Testing

/// Public reports of wrong money, each cut down to its smallest input with the right outcome.
struct MoneyCaseTests {
    // https://github.com/woocommerce/woocommerce/issues/19706
    @Test func `two drinks on one line or on two bear the same tax`() throws {
        let two = try Basket(
            lines: [Basket.Line(unit: 9_13, quantity: 2, taxes: [.vat(10)])]
        ).quote()
        let oneAndOne = try Basket(
            lines: Array(repeating: Basket.Line(unit: 9_13, taxes: [.vat(10)]), count: 2)
        ).quote()

        #expect(two.tax == Money(1_83))
        #expect(oneAndOne.tax == Money(1_83))
        #expect(oneAndOne.lines.map { $0.tax } == [Money(92), Money(91)])
        #expect(oneAndOne.total == two.total)
    }

    // https://github.com/woocommerce/woocommerce/issues/25641
    @Test func `the cart and the order show the same tax, which two rates make up`() throws {
        let taxes = [
            TaxComponent(name: "State", rate: Rate(partsPerMillion: 62_500)),
            TaxComponent(name: "County", rate: Rate(partsPerMillion: 70_000)),
        ]
        let basket = Basket(lines: [Basket.Line(unit: 22_99, taxes: taxes)])

        let shown = try basket.quote()
        let placed = try basket.quote()

        // 1.436875 and 1.6093, each rounded once.
        #expect(shown.taxes.map { $0.amount } == [Money(1_44), Money(1_61)])
        #expect(shown.tax == Money(3_05))
        #expect(placed == shown)
        #expect(placed.fingerprint == shown.fingerprint)
    }

    // https://github.com/PrestaShop/PrestaShop/issues/36369
    @Test func `net and tax add up to gross on each line, each tax and the order`() throws {
        for included in [false, true] {
            for unit in Int64(1)...300 {
                let quote = try Basket(
                    lines: [
                        Basket.Line(unit: unit, quantity: 3, taxes: [.vat(16)]),
                        Basket.Line(unit: unit + 7, taxes: [.vat(7)]),
                    ], pricesIncludeTax: included
                ).quote()

                expectSound(quote)
                #expect(quote.taxes.sum { $0.taxable } == quote.net)
            }
        }
    }

    // https://github.com/cubecart/v6/issues/515
    @Test func `a price of 6.99 with 20 % in it is 6.99`() throws {
        let quote = try Basket(
            lines: [Basket.Line(unit: 6_99, taxes: [.vat(20)])], pricesIncludeTax: true
        ).quote()

        #expect(quote.total == Money(6_99))
        #expect(quote.tax == Money(1_17))
        #expect(quote.net == Money(5_82))
    }

    // https://github.com/lunarphp/lunar/issues/1341
    @Test func `23 % within 6.00 is 1.12 and not 1.38`() throws {
        let half = Discount(name: "Half", kind: .orderPercent(.percent(50)))

        let quote = try Basket(
            lines: [Basket.Line(unit: 12_00, taxes: [.vat(23)])], discounts: [half],
            pricesIncludeTax: true
        ).quote()

        #expect(quote.total == Money(6_00))
        #expect(quote.tax == Money(1_12))
        #expect(quote.net == Money(4_88))
    }

    // https://github.com/woocommerce/woocommerce/issues/19680
    @Test func `1 % within 1240.00 is 12.28, on top it is 12.40`() throws {
        let line = Basket.Line(unit: 1240_00, taxes: [.vat(1)])

        let within = try Basket(lines: [line], pricesIncludeTax: true).quote()
        let onTop = try Basket(lines: [line]).quote()

        #expect(within.tax == Money(12_28))
        #expect(within.net == Money(1227_72))
        #expect(onTop.tax == Money(12_40))
    }

    // https://github.com/awesomemotive/easy-digital-downloads/issues/8687
    @Test func `the rows of a receipt are all before the discount or all after it`() throws {
        let half = Discount(name: "Half", kind: .orderPercent(.percent(50)))

        let quote = try Basket(
            lines: [Basket.Line(unit: 10_00, taxes: [.vat(16)])], discounts: [half],
            pricesIncludeTax: true
        ).quote()

        #expect(quote.subtotal == Money(10_00))
        #expect(quote.lines.map { $0.net } == [Money(4_31)])
        #expect(quote.lines.map { $0.tax } == [Money(69)])
        #expect(quote.total == Money(5_00))
    }

    // https://github.com/tastyigniter/TastyIgniter/issues/695
    @Test func `a fee with tax in it is charged once`() throws {
        let fee = Fee(name: "Delivery", basis: .perOrder(Money(2_00)), taxCategory: ID("fee"))

        let quote = try Basket(
            lines: [Basket.Line(unit: 10_25, taxes: [.vat(9)])], fees: [fee], feeTaxes: [.vat(9)],
            pricesIncludeTax: true
        ).quote()

        #expect(quote.total == Money(12_25))
        #expect(quote.tax == Money(1_01))
    }

    // https://github.com/tastyigniter/TastyIgniter/issues/140
    @Test func `a second item adds no tax on tax`() throws {
        let quote = try Basket(
            lines: [
                Basket.Line(unit: 5_00, taxes: [.vat(10)]),
                Basket.Line(unit: 5_00, taxes: [.vat(10)]),
            ]
        ).quote()

        #expect(quote.tax == Money(1_00))
        #expect(quote.total == Money(11_00))
    }

    // https://github.com/medusajs/medusa/issues/13972
    @Test func `an order is settled to the last unit`() throws {
        // 9.35 with 10 % on top would be 10.285.
        let quote = try Basket(lines: [Basket.Line(unit: 9_35, taxes: [.vat(10)])]).quote()
        let tender = Tender(number: 1, kind: .card, amount: quote.total, state: .captured)

        #expect(quote.total == Money(10_29))
        #expect([tender].due(of: quote.total) == .zero)
    }

    // https://github.com/Paymenter/Paymenter/issues/1258
    @Test func `80 yen are 80 units, not 8000`() throws {
        let quote = try Basket(lines: [Basket.Line(unit: 80)], currency: "JPY").quote()

        #expect(quote.total.minorUnits == 80)
        #expect(quote.currency.minorUnitsPerUnit == 1)
        #expect(quote.currency.decimalText(quote.total) == "80")
        #expect(quote.currency.money(decimalText: "80") == Money(80))
    }

    // https://github.com/woocommerce/woocommerce-gateway-amazon-pay/issues/148
    @Test func `705 yen are written 705, and 705.00 is read as 705`() {
        let yen = Currency.of("JPY")

        #expect(yen.decimalText(Money(705)) == "705")
        #expect(yen.money(decimalText: "705.00") == Money(705))
        #expect(yen.money(decimalText: "705.5") == nil)
    }
}

/// Public reports of wrong discounts.
struct DiscountCaseTests {
    // https://github.com/frappe/erpnext/issues/58042
    @Test func `10 off three lines of 100 is shared out exactly`() throws {
        let off = Discount(name: "Ten", kind: .orderAmount(Money(10_00)))
        let alike = Array(repeating: Basket.Line(unit: 100_00, taxes: [.vat(10)]), count: 3)
        let unlike = (0..<3).map {
            Basket.Line(unit: 100_00, taxes: [TaxComponent(name: "T\($0)", rate: .percent(10))])
        }

        for lines in [alike, unlike] {
            let quote = try Basket(lines: lines, discounts: [off]).quote()

            #expect(quote.lines.map { $0.discount.minorUnits }.sorted() == [3_33, 3_33, 3_34])
            #expect(quote.lines.allSatisfy { Money(100_00) - $0.discount == $0.net })
            #expect(quote.discount == Money(10_00))
        }
    }

    // https://github.com/odoo/odoo/pull/156897
    @Test(
        arguments: [
            [5_60, 8_92, 44_91, 217_26, 2400_00], [11_50, 11_50],
        ] as [[Int64]])
    func `100 % off leaves nothing to pay`(units: [Int64]) throws {
        let lines = units.map { Basket.Line(unit: $0, taxes: [.vat(15)]) }
        let all = Discount(name: "All", kind: .orderPercent(.whole))
        for included in [false, true] {
            let quote = try Basket(
                lines: lines, discounts: [all], pricesIncludeTax: included
            ).quote()

            #expect(quote.total == .zero)
            #expect(quote.tax == .zero)
            #expect([Tender]().due(of: quote.total) == .zero)
        }
    }

    // https://github.com/odoo/odoo/pull/271032
    @Test func `15 % on many lines is rounded once an order`() throws {
        let lines = [5_60, 8_92, 44_91, 217_26, 2400_00].map {
            Basket.Line(unit: $0, taxes: [.vat(15)])
        }

        #expect(try Basket(lines: lines).quote().total == Money(3078_19))
        let twice = Basket.Line(unit: 11_50, taxes: [.vat(15)])
        #expect(try Basket(lines: [twice, twice]).quote().total == Money(26_45))
    }

    // https://github.com/woocommerce/woocommerce/issues/7837
    @Test func `25 % off 153 and then 50 off is 64.75`() throws {
        let discounts = [
            Discount(name: "Credit", kind: .orderAmount(Money(50_00))),
            Discount(name: "Quarter", kind: .orderPercent(.percent(25))),
        ]
        let carts: [[Int64]] = [[153_00], [51_00, 51_00, 51_00], [50_01, 50_01, 52_98]]
        for units in carts {
            let quote = try Basket(
                lines: units.map { Basket.Line(unit: $0) }, discounts: discounts
            ).quote()

            #expect(quote.total == Money(64_75))
            #expect(quote.discounts.map { $0.name } == ["Quarter", "Credit"])
        }
    }
}
