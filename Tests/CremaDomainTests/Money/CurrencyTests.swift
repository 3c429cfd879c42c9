import CremaDomain
import Testing

struct CurrencyTests {
    @Test(arguments: [
        ("JPY", 0), ("KRW", 0), ("CLP", 0), ("ISK", 0), ("VND", 0), ("XAF", 0), ("UGX", 0),
        ("USD", 2), ("EUR", 2), ("GBP", 2), ("CHF", 2), ("SEK", 2), ("HUF", 2), ("MGA", 2),
        ("KWD", 3), ("BHD", 3), ("JOD", 3), ("OMR", 3), ("TND", 3), ("IQD", 3), ("LYD", 3),
    ])
    func `the exponent is that of ISO 4217`(code: String, exponent: Int) {
        let currency = Currency.of(code)

        #expect(currency.exponent == exponent)
        #expect(currency.minorUnitsPerUnit == [1, 10, 100, 1000][exponent])
    }

    @Test(arguments: ["", "EU", "EURO", "eur", "XYZ", "AAA", "USDEUR", "XXX", "€€€", "UR "])
    func `a code that isn't listed is no currency`(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test(
        arguments: [
            ("USD", 450, "4.50"), ("USD", 5, "0.05"), ("USD", 0, "0.00"), ("USD", -3, "-0.03"),
            ("USD", -450, "-4.50"), ("USD", 100, "1.00"), ("JPY", 705, "705"), ("JPY", 0, "0"),
            ("JPY", -80, "-80"), ("KWD", 1250, "1.250"), ("KWD", 7, "0.007"),
            ("KWD", -1250, "-1.250"),
            ("USD", Int64.max, "92233720368547758.07"), ("USD", Int64.min, "-92233720368547758.08"),
        ] as [(String, Int64, String)])
    func `an amount is written with the currency's digits`(
        code: String, minorUnits: Int64, text: String
    ) {
        #expect(Currency.of(code).decimalText(Money(minorUnits)) == text)
    }

    @Test(arguments: seeds(200))
    func `what was written is read back`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for code in ["JPY", "USD", "KWD"] {
            let currency = Currency.of(code)
            let amount = Money(random.int64(-9_999_999_999_999...9_999_999_999_999))

            let text = currency.decimalText(amount)

            #expect(currency.money(decimalText: text) == amount)
        }
    }

    @Test(
        arguments: [
            ("USD", "4.5", 450), ("USD", "4", 400), ("USD", "4.50000", 450), ("USD", "004.50", 450),
            ("USD", "-0.01", -1), ("USD", "-0", 0), ("JPY", "705.00", 705), ("JPY", "705", 705),
            ("KWD", "1.25", 1250), ("USD", "9999999999999.99", 999_999_999_999_999),
        ] as [(String, String, Int64)])
    func `plain digits are read exactly`(code: String, text: String, minorUnits: Int64) {
        #expect(Currency.of(code).money(decimalText: text) == Money(minorUnits))
    }

    @Test(arguments: [
        ("USD", ""), ("USD", "-"), ("USD", "."), ("USD", "4."), ("USD", ".50"), ("USD", "4.505"),
        ("USD", "4,50"), ("USD", "1.355,90"), ("USD", "1 234"), ("USD", "+4"), ("USD", "--4"),
        ("USD", "4.5.0"), ("USD", "4e2"), ("USD", "0x10"), ("USD", " 4"), ("USD", "٤"),
        ("USD", "4.5-"), ("JPY", "705.50"), ("KWD", "1.2505"), ("USD", "99999999999999"),
        ("USD", "4\u{0}"), ("USD", "NaN"),
    ])
    func `what isn't an exact amount is refused`(code: String, text: String) {
        #expect(Currency.of(code).money(decimalText: text) == nil)
    }
}
