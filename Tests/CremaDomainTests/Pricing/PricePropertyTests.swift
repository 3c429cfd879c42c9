import CremaDomain
import Foundation
import Testing

struct PricePropertyTests {
    @Test(arguments: seeds(400))
    func `every quote is sound`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)

        let quote = try random.basket().quote()

        expectSound(quote)
    }

    @Test(arguments: seeds(400))
    func `splitting, merging and moving lines changes no total and no tax`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let basket = random.basket()
        var other = basket
        other.lines = random.rearranged(basket.lines)

        let quote = try basket.quote()
        let rearranged = try other.quote()

        #expect(rearranged.total == quote.total)
        #expect(rearranged.tax == quote.tax)
        #expect(rearranged.taxesByName == quote.taxesByName)
        #expect(rearranged.discounts == quote.discounts)
        #expect(rearranged.fees.map { $0.subtotal } == quote.fees.map { $0.subtotal })
    }

    @Test(arguments: seeds(500))
    func `it doesn't matter in which order discounts are given`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let basket = random.basket()
        var other = basket
        other.discounts.shuffle(using: &random)

        let quote = try basket.quote()
        let shuffled = try other.quote()

        #expect(shuffled.total == quote.total)
        #expect(shuffled.discounts == quote.discounts)
        #expect(shuffled.fingerprint == quote.fingerprint)
    }

    @Test(arguments: seeds(300))
    func `the tip is added as it is and changes nothing else`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var basket = random.basket()
        basket.tip = 0
        let without = try basket.quote()
        basket.tip = random.int64(1...10_000_000)

        let with = try basket.quote()

        #expect(with.total == without.total + Money(basket.tip))
        #expect(with.taxes == without.taxes)
        #expect(with.lines == without.lines)
        #expect(with.fees == without.fees)
    }

    @Test(arguments: seeds(300))
    func `100 % off leaves no goods and no tax to pay`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var basket = random.basket()
        basket.fees = []
        basket.tip = 0
        let kinds: [Discount.Kind] = [
            .itemPercent(.all, .whole), .orderPercent(.whole), .rewardPercent(.whole),
            .orderAmount(Money(Int64.max)), .rewardAmount(Money(Int64.max)),
            .itemAmount(.all, Money(Int64.max)),
        ]
        basket.discounts.append(Discount(name: "All", kind: random.one(of: kinds)))

        let quote = try basket.quote()

        #expect(quote.total == .zero)
        #expect(quote.tax == .zero)
        #expect(quote.discount == quote.subtotal)
        expectSound(quote)
    }

    @Test(arguments: seeds(500))
    func `each tax is within half a unit of its exact amount`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var basket = random.basket()
        basket.pricesIncludeTax = false
        basket.fees = []

        let quote = try basket.quote()

        var exact: [String: Decimal] = [:]
        for (line, quoted) in zip(basket.lines, quote.lines) {
            var before = Decimal(0)
            for tax in line.taxes {
                let base = Decimal(quoted.net.minorUnits) + (tax.isCompound ? before : 0)
                let amount = base * Decimal(tax.rate.partsPerMillion) / 1_000_000
                before += amount
                exact["\(tax.name) \(tax.rate)", default: 0] += amount
            }
        }
        for (name, tax) in quote.taxesByName {
            let difference = try Decimal(tax.amount.minorUnits) - #require(exact[name])
            #expect(abs(difference) * 2 <= 1, "\(name)")
        }
    }

    @Test(arguments: seeds(500))
    func `each line's share of a tax is within one unit of its exact share`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let basket = random.basket(withDiscounts: random.once(in: 2))

        let quote = try basket.quote()

        for (line, quoted) in zip(basket.lines, quote.lines) {
            let rates = line.taxes.reduce(Decimal(0)) { sum, tax in
                let rate = Decimal(tax.rate.partsPerMillion) / 1_000_000
                return sum + (tax.isCompound ? 1 + sum : 1) * rate
            }
            let price = Decimal((basket.pricesIncludeTax ? quoted.total : quoted.net).minorUnits)
            let exact = basket.pricesIncludeTax ? price * rates / (1 + rates) : price * rates
            // One unit for each proration, half a unit for the rounding of what is handed out.
            let slack = Decimal(3 * max(1, line.taxes.count)) / 2
            #expect(abs(Decimal(quoted.tax.minorUnits) - exact) < slack)
        }
    }
}
