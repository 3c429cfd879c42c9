/// The words of one language.
package struct Words: Hashable, Sendable {
    package let language: Language

    package init(_ language: Language) {
        self.language = language
    }

    /// A message. `{0}`, `{1}` … in it become the arguments, each set apart so that its direction
    /// doesn't turn the sentence.
    package func callAsFunction(_ message: Message, _ arguments: String...) -> String {
        let template = Catalog.messages(of: language)[message] ?? message.rawValue
        return Words.filled(template, arguments)
    }

    /// A message whose words depend on a number. `{n}` in it becomes the number, `{0}` … the
    /// arguments.
    package func callAsFunction(_ message: PluralMessage, _ count: Int, _ arguments: String...)
        -> String
    {
        let forms = Catalog.plurals(of: language)[message]
        let template = forms?[PluralRule.category(of: count, in: language)] ?? message.rawValue
        return Words.filled(template, arguments, count: count)
    }

    /// FSI … PDI (UAX 9): a part of unknown direction. Marks of direction in the part itself are
    /// taken out, so that it can't close the isolation.
    package static func isolated(_ text: String) -> String {
        "\u{2068}" + withoutDirectionMarks(text) + "\u{2069}"
    }

    /// A text for places that hold no markup (title, label).
    package static func withoutDirectionMarks(_ text: String) -> String {
        let marks: [ClosedRange<UInt32>] = [0x202A...0x202E, 0x2066...0x2069]
        guard
            text.unicodeScalars.contains(where: { scalar in
                marks.contains { $0.contains(scalar.value) }
            })
        else { return text }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars
        where !marks.contains(where: { $0.contains(scalar.value) }) {
            plain.append(scalar)
        }
        return String(plain)
    }

    private static func filled(_ template: String, _ arguments: [String], count: Int? = nil)
        -> String
    {
        guard template.utf8.contains(0x7B) else { return template }
        var result = ""
        var rest = template[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let name = rest[rest.index(after: open)..<close]
            if name == "n", let count {
                result += String(count)
            } else if let index = Int(name), arguments.indices.contains(index) {
                result += isolated(arguments[index])
            } else {
                assertionFailure("nothing is given for {\(name)} of: \(template)")
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

/// Which of a language's plural forms a number takes (CLDR's rules for whole numbers).
package enum PluralCategory: Int, CaseIterable, Hashable, Sendable {
    case zero, one, two, few, many, other
}

enum PluralRule {
    static func category(of count: Int, in language: Language) -> PluralCategory {
        switch language {
        case .english: count == 1 ? .one : .other
        case .arabic: arabic(count)
        }
    }

    private static func arabic(_ count: Int) -> PluralCategory {
        switch (count, count % 100) {
        case (0, _): .zero
        case (1, _): .one
        case (2, _): .two
        case (_, 3...10): .few
        case (_, 11...99): .many
        default: .other
        }
    }
}

/// The forms of one message; what a language doesn't tell apart is *other*.
struct PluralForms: Sendable {
    private let forms: [PluralCategory: String]
    private let other: String

    /// English: one and other.
    init(one: String, other: String) {
        forms = [.one: one]
        self.other = other
    }

    /// Arabic: all six.
    init(
        zero: String, one: String, two: String, few: String, many: String, other: String
    ) {
        forms = [.zero: zero, .one: one, .two: two, .few: few, .many: many]
        self.other = other
    }

    subscript(category: PluralCategory) -> String { forms[category] ?? other }

    /// Every form, for tests.
    var all: [String] { Array(forms.values) + [other] }
}

/// All words, by language.
enum Catalog {
    static func messages(of language: Language) -> [Message: String] {
        switch language {
        case .english: english
        case .arabic: arabic
        }
    }

    static func plurals(of language: Language) -> [PluralMessage: PluralForms] {
        switch language {
        case .english: englishPlurals
        case .arabic: arabicPlurals
        }
    }
}
