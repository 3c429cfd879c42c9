import CremaDomain
import Testing

struct DiscountTests {
    private let latte = Basket.Line(unit: 5_00)
    private let muffin = Basket.Line(unit: 3_00)

    private func off(_ kind: Discount.Kind, name: String = "Off") -> Discount {
        Discount(name: name, kind: kind)
    }

    private func discounts(of lines: [Basket.Line], _ discounts: Discount...) throws -> [Int64] {
        let quote = try Basket(lines: lines, discounts: discounts).quote()
        expectSound(quote)
        return quote.lines.map { $0.discount.minorUnits }
    }

    @Test func `a promotion takes its share of the lines chosen only`() throws {
        let shares = try discounts(
            of: [latte, muffin], off(.itemPercent(.items([latte.itemID]), .percent(20))))

        #expect(shares == [1_00, 0])
    }

    @Test func `a promotion is rounded once and spread over its lines`() throws {
        let lines = [1_06, 2_06, 3_06, 4_06].map { Basket.Line(unit: $0) }

        let shares = try discounts(of: lines, off(.itemPercent(.all, .percent(10))))

        #expect(shares.reduce(0, +) == 1_02)
    }

    @Test func `an amount off each piece counts the pieces`() throws {
        let lines = [Basket.Line(unit: 5_00, quantity: 3), muffin]

        let shares = try discounts(of: lines, off(.itemAmount(.items([latte.itemID]), Money(25))))

        #expect(shares == [75, 0])
    }

    @Test func `an amount above the price makes a piece free, not more`() throws {
        let shares = try discounts(of: [latte, muffin], off(.itemAmount(.all, Money(4_00))))

        #expect(shares == [4_00, 3_00])
    }

    @Test func `promotions come first, then percent, then amounts, then rewards`() throws {
        let given = [
            off(.rewardAmount(Money(1_00)), name: "points"),
            off(.orderAmount(Money(1_00)), name: "code"),
            off(.orderPercent(.percent(10)), name: "friday"),
            off(.itemPercent(.items([latte.itemID]), .percent(20)), name: "latte"),
        ]

        let quote = try Basket(lines: [latte, muffin], discounts: given).quote()

        #expect(
            quote.discounts == [
                AppliedDiscount(name: "latte", amount: Money(1_00)),
                AppliedDiscount(name: "friday", amount: Money(70)),
                AppliedDiscount(name: "code", amount: Money(1_00)),
                AppliedDiscount(name: "points", amount: Money(1_00)),
            ])
        #expect(quote.total == Money(4_30))
    }

    @Test func `what is left over of an amount is lost, never paid out`() throws {
        let given = [off(.orderAmount(Money(6_00))), off(.orderAmount(Money(6_00)))]

        let quote = try Basket(lines: [latte, muffin], discounts: given).quote()

        #expect(quote.discounts.map { $0.amount } == [Money(6_00), Money(2_00)])
        #expect(quote.total == .zero)
    }

    @Test func `a free item is the dearest piece chosen`() throws {
        let shares = try discounts(
            of: [muffin, latte, muffin], off(.rewardItem(.all, upTo: Money(10_00))))

        #expect(shares == [0, 5_00, 0])
    }

    @Test func `a free item is free up to a price`() throws {
        let shares = try discounts(of: [latte], off(.rewardItem(.all, upTo: Money(4_50))))

        #expect(shares == [4_50])
    }

    @Test func `a free item makes one piece of one line free`() throws {
        let lines = [Basket.Line(unit: 5_00, quantity: 2), latte]

        let shares = try discounts(of: lines, off(.rewardItem(.all, upTo: Money(10_00))))

        #expect(shares == [5_00, 0])
    }

    @Test func `a free item that nothing fits takes nothing`() throws {
        let quote = try Basket(
            lines: [latte], discounts: [off(.rewardItem(.items([ID("tea")]), upTo: Money(9_00)))]
        ).quote()

        #expect(quote.discounts == [AppliedDiscount(name: "Off", amount: .zero)])
        #expect(quote.total == Money(5_00))
    }

    @Test(
        arguments: [
            .itemAmount(.all, Money(-100)), .orderAmount(Money(-100)), .rewardAmount(Money(-100)),
            .rewardItem(.all, upTo: Money(-100)), .itemAmount(.all, Money(Int64.min)),
            .orderAmount(Money(Int64.min)), .rewardItem(.all, upTo: Money(Int64.min)),
        ] as [Discount.Kind])
    func `an amount below zero takes nothing and adds nothing`(kind: Discount.Kind) throws {
        let quote = try Basket(lines: [latte], discounts: [off(kind)]).quote()

        #expect(quote.total == Money(5_00))
    }

    @Test func `a shelf's promotion takes the items of that shelf`() throws {
        let shelf = MenuCategory(id: ID("cakes"), name: LocalizedText("Cakes"), items: [ID("bun")])
        let items = ["bun", "tea"].map {
            MenuItem(id: ID($0), name: LocalizedText($0), price: Money(2_00), taxCategory: ID("x"))
        }
        let menu = Menu(version: 1, catalog: Catalog(categories: [shelf], items: items))
        let cart = Cart(
            locationID: ID("old-mill"),
            lines: [CartLine(itemID: ID("bun")), CartLine(itemID: ID("tea"))])
        let context = PricingContext(
            businessDate: day("2026-03-01"), minuteOfDay: 600,
            discounts: [off(.itemPercent(.categories([shelf.id]), .percent(50)))])

        let quote = try price(cart, menu: menu, location: location(), context: context)

        #expect(quote.lines.map { $0.discount } == [Money(1_00), .zero])
    }
}

struct FeeTests {
    private let latte = Basket.Line(unit: 5_00, quantity: 2)

    private func quote(_ basis: Fee.Basis, discounts: [Discount] = []) throws -> Quote {
        let fee = Fee(name: "Fee", basis: basis, taxCategory: ID("fee"))
        let quote = try Basket(
            lines: [latte], discounts: discounts, fees: [fee], feeTaxes: [.vat(10)]
        ).quote()
        expectSound(quote)
        return quote
    }

    @Test func `a fee is charged once an order and taxed by its own rules`() throws {
        let quote = try quote(.perOrder(Money(1_00)))

        #expect(quote.fees.map { $0.total } == [Money(1_10)])
        #expect(quote.total == Money(11_10))
    }

    @Test func `a fee for each piece counts the pieces`() throws {
        let quote = try quote(.perPiece(.all, Money(25)))

        #expect(quote.fees.map { $0.subtotal } == [Money(50)])
    }

    @Test func `a service charge is a share of what is left after discounts`() throws {
        let half = Discount(name: "Half", kind: .orderPercent(.percent(50)))

        let quote = try quote(.share(.percent(10)), discounts: [half])

        #expect(quote.fees.map { $0.subtotal } == [Money(50)])
    }

    @Test(
        arguments: [
            .perOrder(.zero), .perPiece(.items([ID("tea")]), Money(25)), .share(.percent(0)),
            .perOrder(Money(-1_00)), .perPiece(.all, Money(-25)),
        ] as [Fee.Basis])
    func `a fee that comes to nothing isn't shown`(basis: Fee.Basis) throws {
        let quote = try quote(basis)

        #expect(quote.fees.isEmpty)
        #expect(quote.total == Money(10_00))
    }

    @Test func `a fee for one fulfilment isn't charged for the other`() throws {
        var shop = location()
        shop.fees = [
            Fee(
                name: "Cup", basis: .perPiece(.all, Money(25)), taxCategory: ID("fee"),
                fulfilment: .toGo)
        ]
        let item = MenuItem(
            id: ID("tea"), name: LocalizedText("Tea"), price: Money(3_00), taxCategory: ID("x"))
        let menu = Menu(version: 1, catalog: Catalog(items: [item]))
        let context = PricingContext(businessDate: day("2026-03-01"), minuteOfDay: 600)

        let totals = try Fulfilment.allCases.map { fulfilment in
            let cart = Cart(
                locationID: shop.id, fulfilment: fulfilment,
                lines: [CartLine(itemID: item.id, quantity: 2)])
            return try price(cart, menu: menu, location: shop, context: context).total
        }

        #expect(totals == [Money(6_50), Money(6_00)])
    }
}
