import CremaDomain
import Foundation
import Testing

/// Tax and discount figures of other shops' public test suites.
struct TaxVectorTests {
    /// Vectors of a rule that Crema doesn't have, and why it doesn't. All others are tried.
    static let unsupported: [String: String] = [
        "sylius-incl-3": "rounds the tax of each line; Crema rounds once an order (6.57)",
        "sylius-incl-5": "rounds the tax of each piece; Crema rounds once an order (6.57)",
        "presta-item-1": "a price in fractions of a cent; Crema's are whole minor units",
        "presta-item-tricky": "a price in fractions of a cent",
        "presta-item-mix": "prices in fractions of a cent",
        "presta-total-mix": "prices in fractions of a cent",
        "presta-line-mix": "prices in fractions of a cent",
        "presta-item-15pct": "a price in fractions of a cent",
        "odoo-step005-5.0": "rounds tax to the smallest coin; Crema rounds only what is paid",
        "odoo-step005-10.0": "rounds tax to the smallest coin",
        "odoo-compound-withholding": "a tax below 0 %: withholding isn't sales tax",
        "saleor-10pct-1.06": "rounds a percentage line by line (1.04); Crema once (1.02)",
        "saleor-10pct-1.04": "rounds a percentage line by line (1.00); Crema once (1.02)",
    ]

    @Test(.enabled(if: TaxVectors.arePresent, "the tax vectors lie beside the package"))
    func `every vector is tried or named with the reason why not`() throws {
        let vectors = try TaxVectors.read()
        let known = Set(vectors.map { $0.id })

        #expect(known.count == vectors.count)
        #expect(known.isSuperset(of: Self.unsupported.keys))
        for vector in vectors where Self.unsupported[vector.id] == nil {
            var tried = 0
            tried += try tryProration(vector) ? 1 : 0
            tried += try tryPrice(vector) ? 1 : 0
            tried += try tryLines(vector) ? 1 : 0
            #expect(tried == 1, "\(vector.id)")
        }
    }

    /// An amount split over weights.
    private func tryProration(_ vector: TaxVector) throws -> Bool {
        guard let weights = vector.input.weights else { return false }
        let total = try #require(vector.input.total).minorUnits
        let expected = try #require(vector.expect.parts).map { try $0.minorUnits }

        let parts = try Money(total).prorated(over: weights.map { try $0.minorUnits })

        #expect(parts.map { $0.minorUnits } == expected, "\(vector.id)")
        return true
    }

    /// One price with one or more taxes. Figures with more digits are exact: Crema's are those
    /// rounded.
    private func tryPrice(_ vector: TaxVector) throws -> Bool {
        guard let price = vector.input.price else { return false }
        let currency = vector.input.step == "1" ? "CLP" : "EUR"
        let unit = try #require(Currency.of(currency).money(decimalText: price))
        let single = vector.input.rate.map { [TaxVector.TaxRate(rate: $0, compound: nil)] }
        let rates = try #require(vector.input.rates ?? single)
        let taxes = try rates.enumerated().map { index, rate in
            TaxComponent(
                name: "Tax \(index)", rate: try parsed(rate.rate),
                isCompound: rate.compound ?? false)
        }

        let quote = try Basket(
            lines: [Basket.Line(unit: unit.minorUnits, taxes: taxes)],
            pricesIncludeTax: vector.input.included == true, currency: currency
        ).quote()

        let exponent = Currency.of(currency).exponent
        let expectedTaxes = try #require(
            vector.expect.taxes ?? vector.expect.tax.map { [$0] })
        #expect(
            quote.taxes.map { $0.amount.minorUnits }
                == expectedTaxes.map { rounded($0, digits: exponent) }, "\(vector.id)")
        if let net = vector.expect.net {
            #expect(quote.net == Currency.of(currency).money(decimalText: net.text))
        }
        return true
    }

    /// A cart of lines, perhaps with discounts.
    private func tryLines(_ vector: TaxVector) throws -> Bool {
        guard let lines = vector.input.lines else { return false }
        var basket = Basket(
            lines: try lines.map { line in
                let unit = try line.unit.map { try TaxVector.Figure.text($0).minorUnits }
                let rate = try parsed(line.rate?.text ?? "0")
                return Basket.Line(
                    unit: try #require(unit ?? line.unitMinor), quantity: line.qty,
                    taxes: [TaxComponent(name: "Tax", rate: rate)])
            }, pricesIncludeTax: vector.input.pricesIncludeTax ?? false)
        if let percent = vector.input.percentItem {
            basket.discounts.append(
                Discount(name: "Item", kind: .itemPercent(.all, .percent(percent))))
        }
        if let percent = vector.input.percentOrder {
            basket.discounts.append(
                Discount(name: "Order", kind: .orderPercent(.percent(percent))))
        }
        if let amount = vector.input.orderDiscount {
            let off = Money(try TaxVector.Figure.text(amount).minorUnits)
            basket.discounts.append(Discount(name: "Order", kind: .orderAmount(off)))
        }

        let quote = try basket.quote()

        let expect = vector.expect
        let expected = try [
            (expect.total ?? expect.gross, quote.total), (expect.net, quote.net),
            (expect.tax.map { .text($0) } ?? expect.includedTax.map { .text($0) }, quote.tax),
        ].compactMap { figure, amount in try figure.map { (try $0.minorUnits, amount) } }
        #expect(expected.count == 2)
        for (figure, amount) in expected { #expect(amount == Money(figure), "\(vector.id)") }
        return true
    }

    /// "8.5" as a rate.
    private func parsed(_ percent: String) throws -> Rate {
        let tenThousandths = try #require(Decimal(string: percent)) * 10_000
        return try #require(Rate(checking: NSDecimalNumber(decimal: tenThousandths).int64Value))
    }

    private func rounded(_ text: String, digits: Int) -> Int64 {
        var exact = (Decimal(string: text) ?? .nan) * pow(10, digits)
        var whole = Decimal()
        NSDecimalRound(&whole, &exact, 0, .plain)
        return NSDecimalNumber(decimal: whole).int64Value
    }
}
