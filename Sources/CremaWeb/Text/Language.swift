/// A language that pages are written in.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case arabic = "ar"

    /// BCP 47 primary tag, as `lang` and the domain's translations name it.
    package var tag: String { rawValue }

    /// Its name for those who read it.
    package var ownName: String {
        switch self {
        case .english: "English"
        case .arabic: "العربية"
        }
    }

    /// Written from right to left.
    package var isRightToLeft: Bool {
        switch self {
        case .english: false
        case .arabic: true
        }
    }

    /// The first of a browser's wishes ("ar-EG,ar;q=0.9,en;q=0.5") that we have, in the order of
    /// their weights; English where none is.
    package init(acceptLanguage header: String) {
        var best: (language: Language, weight: Int)?
        for wish in header.utf8.prefix(500).split(separator: UInt8(ascii: ",")).prefix(20) {
            let parts = wish.split(separator: UInt8(ascii: ";"))
                .map { String(decoding: $0, as: UTF8.self) }
            let tag = parts.first.map { String($0.filter { $0 != " " }).lowercased() } ?? ""
            guard let language = Language(rawValue: String(tag.prefix { $0 != "-" })) else {
                continue
            }
            let weight = Language.weight(parts.dropFirst().first)
            if weight > best?.weight ?? 0 { best = (language, weight) }
        }
        self = best?.language ?? .english
    }

    /// "q=0.8" in thousandths (RFC 9110, section 12.4.2); 1000 where there is none.
    private static func weight(_ parameter: String?) -> Int {
        guard let text = parameter?.filter({ $0 != " " }), text.hasPrefix("q=") else { return 1000 }
        let digits = text.dropFirst(2)
        if digits.hasPrefix("1") { return 1000 }
        let fraction = digits.drop { $0 == "0" }.drop { $0 == "." }.prefix(3)
        let padded = fraction + String(repeating: "0", count: 3 - fraction.count)
        return Int(padded) ?? 0
    }
}
