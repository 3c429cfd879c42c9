import CremaDomain

extension Currency {
    /// An amount as people type it, in digits of either script that we have; nil for what is none.
    ///
    /// A comma or a point is followed by no more digits than the currency has: what might part
    /// thousands isn't guessed at, since "1,000" read as 1.00 would be somebody's loss.
    func money(typed text: String) -> Money? {
        var digits = ""
        var separator: Unicode.Scalar?
        var fraction = 0
        for scalar in text.unicodeScalars where scalar != " " {
            switch scalar {
            case "0"..."9": digits.unicodeScalars.append(scalar)
            case "\u{660}"..."\u{669}": digits += String(scalar.value - 0x660)
            case ",", ".", "\u{66B}":
                guard separator == nil else { return nil }
                separator = scalar
                digits += "."
                continue
            default: return nil
            }
            if separator != nil { fraction += 1 }
        }
        if separator != nil, fraction > exponent { return nil }
        // Where a currency has three, "1,234" may be either.
        if separator == ",", fraction == 3 { return nil }
        return money(decimalText: digits)
    }
}
