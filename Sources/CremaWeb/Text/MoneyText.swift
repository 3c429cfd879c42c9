package import CremaDomain

/// Writes amounts as a language does: the one formatter of money on pages.
package struct MoneyText: Hashable, Sendable {
    package let currency: Currency
    package let language: Language

    package init(_ currency: Currency, in language: Language) {
        self.currency = currency
        self.language = language
    }

    /// "$1,284.50", "−$0.40", "KWD 1.250"; in Arabic the sign of the currency comes last.
    package func callAsFunction(_ money: Money) -> String {
        let digits = grouped(Money(money.minorUnits < 0 ? -money.minorUnits : money.minorUnits))
        let minus = money.minorUnits < 0 ? "\u{2212}" : ""
        switch language {
        case .english:
            let symbol = MoneyText.symbols[currency.code]
            return minus + (symbol ?? currency.code + "\u{A0}") + digits
        case .arabic:
            guard let symbol = MoneyText.arabicSymbols[currency.code] else {
                let symbol = MoneyText.symbols[currency.code] ?? currency.code
                return "\u{200E}" + minus + digits + "\u{A0}" + symbol + "\u{200E}"
            }
            return "\u{200E}" + minus + digits + "\u{A0}\u{200F}" + symbol
        }
    }

    /// With a sign in any case: "+$0.60".
    package func signed(_ money: Money) -> String {
        guard money.minorUnits >= 0 else { return self(money) }
        switch language {
        case .english: return "+" + self(money)
        case .arabic: return "\u{200E}+" + self(money).dropFirst()
        }
    }

    private func grouped(_ money: Money) -> String {
        let plain = currency.decimalText(money)
        let parts = plain.split(separator: ".")
        guard let whole = parts.first else { return plain }
        var digits: [Character] = []
        for (index, digit) in whole.reversed().enumerated() {
            if index > 0, index % 3 == 0 { digits.append(",") }
            digits.append(digit)
        }
        return String(digits.reversed()) + parts.dropFirst().map { "." + $0 }.joined()
    }

    private static let symbols = [
        "USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "CAD": "CA$", "AUD": "A$", "NZD": "NZ$",
        "CNY": "CN¥", "INR": "₹", "KRW": "₩", "ILS": "₪", "VND": "₫", "BRL": "R$", "MXN": "MX$",
    ]

    private static let arabicSymbols = [
        "AED": "د.إ", "BHD": "د.ب", "DZD": "د.ج", "EGP": "ج.م", "IQD": "د.ع",
        "JOD": "د.أ", "KWD": "د.ك", "LBP": "ل.ل", "LYD": "د.ل", "MAD": "د.م", "OMR": "ر.ع",
        "QAR": "ر.ق", "SAR": "ر.س", "SYP": "ل.س", "TND": "د.ت", "YER": "ر.ي",
    ]
}

extension Words {
    /// "8.875 %".
    package func percent(_ rate: Rate) -> String {
        let whole = rate.partsPerMillion / 10_000
        var fraction = String(rate.partsPerMillion % 10_000)
        fraction = String(repeating: "0", count: 4 - fraction.utf8.count) + fraction
        while fraction.last == "0" { fraction.removeLast() }
        let number = fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)"
        switch language {
        case .english: return number + "%"
        case .arabic: return "\u{200E}" + number + "%"
        }
    }
}
