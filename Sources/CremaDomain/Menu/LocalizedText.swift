/// A text in the shop's languages; the first is the shop's own and always there.
public struct LocalizedText: Hashable, Sendable {
    /// The text in the shop's own language.
    public let text: String
    /// The same in other languages, by BCP 47 primary tag ("de", "ar").
    public let translations: [String: String]

    /// A text with translations.
    public init(_ text: String, translations: [String: String] = [:]) {
        self.text = text
        self.translations = translations
    }

    /// The text in `language`, or in the shop's own where there is none.
    public func callAsFunction(in language: String) -> String {
        translations[language] ?? text
    }
}
