import CremaDomain

/// A price as people and spreadsheets write it.
enum PriceText: Hashable, Sendable {
    /// An exact amount within the bounds of a price.
    case amount(Money)
    /// No price is written.
    case absent
    /// "variable": asked for at the till.
    case variable
    /// Not a price, or none that has one meaning; with a sentence why.
    case refused(String)

    /// Reads a price of `currency`.
    ///
    /// "1.355,90", "1 234,56" and "1'234.56" are read by their shape: of two kinds of marks the
    /// last is the decimal one. A lone mark before exactly three digits ("1,234", "3.999") could
    /// be either and is refused, but where the currency settles it: yen have no decimals, dinars
    /// have three.
    init(_ text: String, currency: Currency) {
        let plain = Self.withoutCurrency(text, currency)
        if plain.isEmpty {
            self = .absent
        } else if foldedForSearch(plain) == "variable" {
            self = .variable
        } else {
            self = Self.read(plain, currency)
        }
    }

    private static func read(_ text: String, _ currency: Currency) -> PriceText {
        if text.hasPrefix("-") || text.hasPrefix("\u{2212}") || text.hasPrefix("(") {
            return .refused("a price isn't below zero")
        }
        let letters = Array(text)
        guard letters.allSatisfy({ isDigit($0) || isMark($0) }), letters.contains(where: isDigit)
        else { return .refused("\u{201C}\(text)\u{201D} is no price") }
        guard let mark = decimalMark(of: letters, currency) else {
            return .refused(
                "\u{201C}\(text)\u{201D} has more than one reading: write it with a "
                    + "decimal point and without thousands marks")
        }
        let cut = mark.isEmpty ? letters.count : letters.lastIndex { mark.contains($0) }
        let whole = letters[..<(cut ?? letters.count)]
        let fraction = letters[(cut ?? letters.count)...].dropFirst()
        guard isGrouped(whole), fraction.allSatisfy(isDigit), mark.isEmpty || !fraction.isEmpty
        else { return .refused("\u{201C}\(text)\u{201D} is no price") }
        let digits = String(whole.filter(isDigit))
        let decimal = (digits.isEmpty ? "0" : digits) + (fraction.isEmpty ? "" : "." + fraction)
        guard let money = currency.money(decimalText: decimal) else {
            return .refused("\u{201C}\(text)\u{201D} isn't an exact amount of \(currency.code)")
        }
        guard Limits.price.contains(money.minorUnits) else {
            return .refused("\u{201C}\(text)\u{201D} is above the highest price")
        }
        return .amount(money)
    }

    /// The character that parts the decimals; "" where there is none, nil where nobody can say.
    private static func decimalMark(of letters: [Character], _ currency: Currency) -> String? {
        let marks = letters.filter { $0 == "." || $0 == "," }
        guard let last = marks.last else { return "" }
        if marks.contains(where: { $0 != last }) {
            // Two kinds: the last one parts the decimals and stands once.
            return marks.count { $0 == last } == 1 ? String(last) : nil
        }
        guard marks.count == 1 else { return "" }
        let behind = letters.reversed().prefix { $0 != last }.count
        let before = letters.prefix { $0 != last }
        let couldBeThousands = behind == 3 && (1...3).contains(before.count) && before.first != "0"
        guard couldBeThousands, before.allSatisfy(isDigit) else { return String(last) }
        switch currency.exponent {
        case 0: return last == "," ? "" : nil
        case 3: return last == "." ? "." : nil
        default: return nil
        }
    }

    /// Digits alone, or in groups of three behind the first mark, all with the same mark.
    private static func isGrouped(_ whole: ArraySlice<Character>) -> Bool {
        let marks = Set(whole.filter { !isDigit($0) })
        guard let mark = marks.first else { return true }
        guard marks.count == 1 else { return false }
        let groups = whole.split(separator: mark, omittingEmptySubsequences: false)
        return (1...3).contains(groups[0].count) && groups.dropFirst().allSatisfy { $0.count == 3 }
    }

    private static func isDigit(_ letter: Character) -> Bool {
        letter.isASCII && letter.isWholeNumber
    }

    private static func isMark(_ letter: Character) -> Bool {
        [".", ",", "'", "\u{2019}", " ", "\u{A0}", "\u{202F}", "\u{2009}"].contains(letter)
    }

    /// Without blanks around it, a sign of money or the currency's own code.
    private static func withoutCurrency(_ text: String, _ currency: Currency) -> String {
        var rest = text[...].trimmed
        for sign in ["$", "€", "£", "¥", "₹", "₩", "₪", currency.code] {
            if rest.hasPrefix(sign) {
                rest = rest.dropFirst(sign.count).trimmed
                break
            }
            if rest.hasSuffix(sign) {
                rest = rest.dropLast(sign.count).trimmed
                break
            }
        }
        return String(rest)
    }
}

extension Substring {
    /// Without the blanks and line ends around it.
    var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
