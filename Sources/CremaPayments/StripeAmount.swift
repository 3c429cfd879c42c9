import CremaDomain

/// Amounts as Stripe counts them, which for some currencies isn't as ISO 4217 does
/// (docs.stripe.com/currencies, "Zero-decimal currencies" and "Special cases").
enum StripeAmount {
    /// Digits behind the point, where they aren't those of ISO 4217.
    private static let exponents: [String: Int] = ["ISK": 2, "UGX": 2, "MGA": 0]

    /// The least that is charged, in Stripe's units, where it is more than one (same page, "Minimum
    /// and maximum charge amounts").
    private static let leastUnits: [String: Int64] = [
        "USD": 50, "AED": 200, "AUD": 50, "BGN": 100, "BRL": 50, "CAD": 50, "CHF": 50,
        "CZK": 1500, "DKK": 250, "EUR": 50, "GBP": 30, "HKD": 400, "HUF": 17500, "INR": 50,
        "JPY": 50, "MXN": 1000, "MYR": 200, "NOK": 300, "NZD": 50, "PLN": 200, "RON": 200,
        "SEK": 300, "SGD": 50, "THB": 1000,
    ]

    /// The least that is charged in a currency.
    static func least(_ currency: Currency) -> Int64 { leastUnits[currency.code] ?? 1 }

    /// Three-decimal currencies are charged in tens of their smallest unit.
    private static let step: Int64 = 10

    /// The number to send; nil where Stripe can't charge exactly that.
    static func units(_ amount: Money, _ currency: Currency) -> Int64? {
        let exponent = exponents[currency.code] ?? currency.exponent
        var units = amount.minorUnits
        for _ in 0..<max(0, exponent - currency.exponent) {
            let (product, isTooMuch) = units.multipliedReportingOverflow(by: 10)
            guard !isTooMuch else { return nil }
            units = product
        }
        for _ in 0..<max(0, currency.exponent - exponent) {
            guard units % 10 == 0 else { return nil }
            units /= 10
        }
        if exponent == 3, units % step != 0 { return nil }
        // "The maximum amount is eight digits", whatever the currency.
        guard units > 0, units <= 99_999_999 else { return nil }
        return units
    }
}
