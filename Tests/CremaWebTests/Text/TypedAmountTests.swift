import CremaDomain
import Testing

@testable import CremaWeb

@Suite struct TypedAmountTests {
    @Test(
        arguments: [
            ("20", "USD", 20_00), ("20.5", "USD", 20_50), ("20,50", "USD", 20_50),
            (" 1 000 ", "USD", 1000_00), ("0", "USD", 0), ("٢٠٫٥", "USD", 20_50),
            ("1000", "JPY", 1000), ("1.234", "KWD", 1_234),
            ("1,5", "KWD", 1_500),
        ] as [(String, String, Int64)])
    func `an amount is read as it is meant`(text: String, code: String, amount: Int64) throws {
        let currency = try #require(Currency(code: code))

        #expect(currency.money(typed: text) == Money(amount))
    }

    /// Case 17, and "1,234": what may part thousands is refused, never read a thousandth.
    @Test(arguments: [
        ("1,000", "USD"), ("12,500", "USD"), ("1.000", "USD"), ("1.005", "USD"), ("10,000", "JPY"),
        ("705.00", "JPY"), ("1,234", "KWD"), ("1,234.50", "USD"), ("1.2.3", "USD"), ("", "USD"),
        (".", "USD"), ("5.", "USD"), ("-5", "USD"), ("five", "USD"), ("1e3", "USD"),
        ("99999999999999999999", "USD"),
    ])
    func `what may mean something else is refused`(text: String, code: String) throws {
        let currency = try #require(Currency(code: code))

        #expect(currency.money(typed: text) == nil)
    }
}
