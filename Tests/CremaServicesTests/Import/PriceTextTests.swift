import CremaDomain
import Testing

@testable import CremaServices

@Suite struct PriceTextTests {
    private func price(_ text: String, _ code: String = "USD") throws -> PriceText {
        PriceText(text, currency: try #require(Currency(code: code)))
    }

    @Test(arguments: [
        ("8.99", "USD", 899), ("20.0", "USD", 2000), ("20", "USD", 2000), ("0", "USD", 0),
        ("1.355,90", "EUR", 135_590), ("1,355.90", "USD", 135_590), ("1 234,56", "EUR", 123_456),
        ("1\u{A0}234,56", "EUR", 123_456), ("1\u{202F}234,56", "EUR", 123_456),
        ("1'234.56", "CHF", 123_456), ("1\u{2019}234.56", "CHF", 123_456), ("1.5", "USD", 150),
        ("1,5", "EUR", 150), ("1,50", "EUR", 150), ("12,345.60", "USD", 1_234_560),
        ("1,234,567", "JPY", 1_234_567), ("1.234.567", "JPY", 1_234_567), ("1,234", "JPY", 1234),
        ("705", "JPY", 705), ("705.00", "JPY", 705), ("1.250", "KWD", 1250), ("1.25", "KWD", 1250),
        ("4.500", "KWD", 4500), ("$4.50", "USD", 450), ("4,50 €", "EUR", 450),
        ("USD 4.50", "USD", 450), ("  4.50 ", "USD", 450), (".50", "USD", 50), ("0.050", "USD", 5),
        ("4.9900", "USD", 499), ("100000.00", "USD", 10_000_000),
    ]) func `a price is read as it is meant`(text: String, code: String, units: Int64) throws {
        #expect(try price(text, code) == .amount(Money(units)))
    }

    @Test(arguments: [
        ("1,234", "USD"), ("3.999", "USD"), ("1.234", "EUR"), ("1,250", "KWD"), ("1.234", "JPY"),
        ("-3", "USD"), ("\u{2212}3", "USD"), ("(3.00)", "USD"), ("3.9999", "USD"),
        ("705.50", "JPY"), ("1,23,456.00", "USD"), ("1.2.3", "USD"), ("1,2.3,4", "USD"),
        ("1e3", "USD"), ("0x10", "USD"), ("NaN", "USD"), ("four", "USD"), ("4.50 EUR", "USD"),
        ("4.", "USD"), (".", "USD"), (",", "USD"), ("1 23", "USD"), ("٤٫٥٠", "USD"), ("½", "USD"),
        ("100000.01", "USD"), ("99999999999999999999", "USD"), ("4.50/5.50", "USD"),
    ]) func `a price without one clear meaning is refused`(text: String, code: String) throws {
        let read = try price(text, code)

        guard case .refused(let reason) = read else {
            Issue.record("\(text) was read as \(read)")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func `no price and a price asked for at the till are told apart`() throws {
        #expect(try price("  ") == .absent)
        #expect(try price("Variable") == .variable)
    }

    @Test(arguments: ["USD", "JPY", "KWD"])
    func `every price that the shop writes is read back`(code: String) throws {
        let currency = try #require(Currency(code: code))
        var random = SeededGenerator(seed: 7)

        for _ in 0..<2000 {
            let money = Money(Int64.random(in: Limits.price, using: &random))
            #expect(PriceText(currency.decimalText(money), currency: currency) == .amount(money))
        }
    }
}
