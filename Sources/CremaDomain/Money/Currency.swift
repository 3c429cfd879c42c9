/// A currency of ISO 4217.
public struct Currency: Hashable, Sendable {
    /// Three upper-case letters.
    public let code: String
    /// Digits behind the point of a major unit: 0 for JPY, 2 for USD, 3 for KWD.
    public let exponent: Int

    /// The currency of this code, or nil where ISO 4217 lists none.
    public init?(code: String) {
        guard Currency.isListed(code) else { return nil }
        self.code = code
        exponent = Currency.exponents[code] ?? 2
    }

    /// Minor units in one major unit: 1, 100 or 1 000.
    public var minorUnitsPerUnit: Int64 {
        var units: Int64 = 1
        for _ in 0..<exponent { units *= 10 }
        return units
    }

    /// The amount as plain digits with a point: "4.50", "705", "-1.250".
    public func decimalText(_ money: Money) -> String {
        let sign = money.minorUnits < 0 ? "-" : ""
        let digits = String(money.minorUnits.magnitude)
        guard exponent > 0 else { return sign + digits }
        let missing = exponent + 1 - digits.utf8.count
        let padded = (missing > 0 ? String(repeating: "0", count: missing) : "") + digits
        return sign + padded.dropLast(exponent) + "." + padded.suffix(exponent)
    }

    /// Reads plain digits with an optional point, or nil where that isn't an exact amount of this
    /// currency: "705.00" is 705 yen, "705.50" is none. At most 13 digits before the point.
    public func money(decimalText text: String) -> Money? {
        var digits = Array(text.utf8)
        let isNegative = digits.first == 0x2D
        if isNegative { digits.removeFirst() }
        let parts = digits.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), !parts[0].isEmpty, parts[0].count <= 13 else {
            return nil
        }
        var fraction = parts.count == 2 ? Array(parts[1]) : []
        guard parts.count == 1 || !fraction.isEmpty else { return nil }
        while fraction.count > exponent, fraction.last == 0x30 { fraction.removeLast() }
        guard fraction.count <= exponent else { return nil }
        while fraction.count < exponent { fraction.append(0x30) }
        var value: Int64 = 0
        for byte in parts[0] + fraction {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 0x30)
        }
        return Money(isNegative ? -value : value)
    }

    /// Currencies whose exponent isn't 2 (ISO 4217, list one).
    private static let exponents: [String: Int] = [
        "BIF": 0, "CLP": 0, "DJF": 0, "GNF": 0, "ISK": 0, "JPY": 0, "KMF": 0, "KRW": 0, "PYG": 0,
        "RWF": 0, "UGX": 0, "VND": 0, "VUV": 0, "XAF": 0, "XOF": 0, "XPF": 0,
        "BHD": 3, "IQD": 3, "JOD": 3, "KWD": 3, "LYD": 3, "OMR": 3, "TND": 3,
    ]

    /// ISO 4217's codes of money in circulation, three letters each, in order.
    private static let codes: [UInt8] = Array(
        """
        AEDAFNALLAMDANGAOAARSAUDAWGAZNBAMBBDBDTBGNBHDBIFBMDBNDBOBBRLBSDBTNBWPBYNBZDCADCDFCHFCLP\
        CNYCOPCRCCUPCVECZKDJFDKKDOPDZDEGPERNETBEURFJDFKPGBPGELGHSGIPGMDGNFGTQGYDHKDHNLHTGHUFIDR\
        ILSINRIQDIRRISKJMDJODJPYKESKGSKHRKMFKPWKRWKWDKYDKZTLAKLBPLKRLRDLSLLYDMADMDLMGAMKDMMKMNT\
        MOPMRUMURMVRMWKMXNMYRMZNNADNGNNIONOKNPRNZDOMRPABPENPGKPHPPKRPLNPYGQARRONRSDRUBRWFSARSBD\
        SCRSDGSEKSGDSHPSLESOSSRDSSPSTNSVCSYPSZLTHBTJSTMTTNDTOPTRYTTDTWDTZSUAHUGXUSDUYUUZSVEDVES\
        VNDVUVWSTXAFXCDXCGXOFXPFYERZARZMWZWG
        """.utf8)

    private static func isListed(_ code: String) -> Bool {
        let wanted = Array(code.utf8)
        guard wanted.count == 3 else { return false }
        return stride(from: 0, to: codes.count, by: 3).contains { start in
            codes[start] == wanted[0] && codes[start + 1] == wanted[1]
                && codes[start + 2] == wanted[2]
        }
    }
}
