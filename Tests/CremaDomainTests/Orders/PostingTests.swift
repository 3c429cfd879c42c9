import CremaDomain
import Testing

struct PostingTests {
    private func order(_ quote: Quote, _ tenders: [Tender] = []) -> Order {
        Order(
            id: ID("order-1"), callNumber: CallNumber(sequence: 1),
            placedAt: instant("2026-03-01T10:00:00Z"), quote: quote, customerName: "",
            language: "en", state: .pending, version: 1, tenders: tenders, timeline: [])
    }

    private func sums(_ postings: [Posting]) -> [LedgerAccount: Int64] {
        let entries = postings.flatMap(\.entries).added
        return Dictionary(
            uniqueKeysWithValues: entries.map { ($0.account, $0.amount.minorUnits) })
    }

    @Test func `a sale is in the books part by part`() throws {
        let quote = try Basket(
            lines: [Basket.Line(unit: 10_00, quantity: 2, taxes: [.vat(10)])],
            discounts: [Discount(name: "Tuesday", kind: .orderAmount(Money(5_00)))], tip: 1_00
        ).quote()
        let cash = Tender(
            number: 2, kind: .cash, amount: Money(17_50), state: .captured, rounding: Money(2))

        let posting = try Posting.capture(of: cash, for: order(quote))

        #expect(posting.key == "order:order-1:tender:2:capture")
        #expect(
            sums([posting]) == [
                .cash: -17_52, .cashRounding: 2, .sales: 20_00, .discounts: -5_00,
                .tax("VAT"): 1_50, .tips: 1_00,
            ])
    }

    @Test func `where prices include tax, sales and discounts are without it`() throws {
        // Case 10: 10.00 with 16 % in it at half the price is 5.00, of which 0.69 is tax.
        let quote = try Basket(
            lines: [Basket.Line(unit: 10_00, taxes: [.vat(16)])],
            discounts: [
                Discount(name: "Half", kind: .orderPercent(Rate(partsPerMillion: 500_000)))
            ], pricesIncludeTax: true
        ).quote()
        let card = Tender(number: 1, kind: .externalCard, amount: Money(5_00), state: .captured)

        let posting = try Posting.capture(of: card, for: order(quote))

        #expect(
            sums([posting]) == [
                .externalCard: -5_00, .sales: 8_62, .discounts: -4_31, .tax("VAT"): 69,
            ])
    }

    @Test func `a receipt that doesn't add up is posted by nobody`() throws {
        let sound = try Basket(lines: [Basket.Line(unit: 4_50)]).quote()
        let quote = Quote(
            locationID: sound.locationID, fulfilment: sound.fulfilment, currency: sound.currency,
            businessDate: sound.businessDate, pricesIncludeTax: sound.pricesIncludeTax,
            lines: sound.lines, fees: [], subtotal: sound.subtotal, discounts: [], taxes: [],
            tip: Money(1), total: sound.total)
        let cash = Tender(number: 1, kind: .cash, amount: quote.total, state: .captured)

        #expect(throws: UnbalancedPosting.self) {
            try Posting.capture(of: cash, for: order(quote))
        }
    }

    @Test(arguments: seeds(400))
    func `however an order is paid, the books end at its receipt, and at nothing when it goes back`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let quote = try random.basket().quote()
        var tenders: [Tender] = []
        var postings: [Posting] = []
        var left = quote.total
        while left > .zero {
            let amount = random.once(in: 3) ? left : Money(random.int64(1...left.minorUnits))
            let tender = Tender(
                number: tenders.count + 1, kind: random.one(of: [.cash, .externalCard]),
                amount: amount, state: .captured)
            postings.append(try .capture(of: tender, for: order(quote, tenders)))
            tenders.append(tender)
            left -= amount
        }
        let paid = order(quote, tenders)
        let refunds = try Posting.refunds(of: paid)

        for posting in postings + refunds {
            #expect(posting.entries.sum { $0.amount } == .zero)
            #expect(posting.entries.allSatisfy { $0.amount != .zero })
        }
        let found = sums(postings)
        let net = quote.lines.sum { $0.net } + quote.fees.sum { $0.net }
        if quote.total > .zero {
            #expect(
                found[.sales, default: 0] + found[.discounts, default: 0] == net.minorUnits)
            #expect(found[.tips, default: 0] == quote.tip.minorUnits)
            for name in Set(quote.taxes.map(\.name)) {
                let tax = quote.taxes.filter { $0.name == name }.sum { $0.amount }
                #expect(found[.tax(name), default: 0] == tax.minorUnits)
            }
        }
        #expect(Set(postings.map(\.key)).count == postings.count)
        #expect(refunds.count == tenders.count)
        #expect(sums(postings + refunds).isEmpty)
        #expect(
            Dictionary(
                uniqueKeysWithValues: paid.ledgerEntries.map { ($0.account, $0.amount.minorUnits) })
                == found)
    }
}
