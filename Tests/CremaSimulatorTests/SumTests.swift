import CremaDomain
import Testing

@testable import CremaSimulator

/// The sums are worked out from a quote's own numbers: each that is off by one is found.
@Suite struct SumTests {
    private func quote(
        net: Int64 = 400, tax: Int64 = 76, lineTotal: Int64 = 476, subtotal: Int64 = 476,
        taxes: Int64 = 76, total: Int64 = 476
    ) throws -> Quote {
        let line = QuotedLine(
            itemID: ID("coffee"), sizeID: nil, name: "Coffee", sizeName: nil,
            basePrice: Money(238), modifiers: [], unitPrice: Money(238), quantity: 2,
            subtotal: Money(476), discount: .zero, net: Money(net), tax: Money(tax),
            total: Money(lineTotal), request: "", cupName: "", station: ID("bar"),
            makeTimeSeconds: 60)
        return Quote(
            locationID: ID("corner"), fulfilment: .toGo,
            currency: try #require(Currency(code: "EUR")),
            businessDate: try #require(LocalDate(iso: "2026-03-10")), pricesIncludeTax: true,
            lines: [line], fees: [], subtotal: Money(subtotal), discounts: [],
            taxes: [
                TaxAmount(
                    name: "VAT", rate: Rate(partsPerMillion: 190_000), taxable: Money(400),
                    amount: Money(taxes))
            ], tip: .zero, total: Money(total))
    }

    private func finding(_ quote: Quote) -> Invariant? {
        do throws(Finding) {
            try OrderCheck(rules: .standard).checkSums(quote)
            return nil
        } catch {
            return error.invariant
        }
    }

    @Test func `sums that hold are left alone`() throws {
        #expect(finding(try quote()) == nil)
    }

    @Test func `net and tax that aren't the gross are found`() throws {
        #expect(finding(try quote(net: 401)) == .taxAddsUp)
        #expect(finding(try quote(total: 477)) == .taxAddsUp)
    }

    @Test func `shares that aren't the whole are found`() throws {
        #expect(finding(try quote(net: 401, lineTotal: 477)) == .sharesAddUp)
        #expect(finding(try quote(subtotal: 475)) == .sharesAddUp)
        #expect(finding(try quote(taxes: 77)) == .sharesAddUp)
    }
}
