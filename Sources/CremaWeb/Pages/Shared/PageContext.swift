package import CremaDomain

/// Light or dark, or as the system says.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    case system, light, dark
}

/// Where the files that browsers load are found, by their plain names.
package struct AssetLinks: Hashable, Sendable {
    private let names: [String: String]

    /// - Parameter names: fingerprinted names by plain ones ("crema.css": "crema-1f3a.css").
    package init(_ names: [String: String] = [:]) {
        self.names = names
    }

    package func path(_ name: String) -> Path { .asset(names[name] ?? name) }

    /// All pages of a program have the same names; hashing them would cost more than it tells.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(names.count)
    }
}

/// What every page needs to know besides its model.
package struct PageContext: Hashable, Sendable {
    package var language: Language = .english
    package var theme: Theme = .system
    package var assets = AssetLinks()
    /// Stands in the head of every page.
    package var shopName = "Crema"
    /// What the one who looks may do; decides the tabs.
    package var role: Role = .guest
    /// Who looks; empty for guests and on pages that are kept for everybody.
    package var personName = ""
    /// The last event that this page knows of: the stream goes on behind it. Nil on pages that are
    /// kept for everybody.
    package var sequence: Int64?
    /// The page's own address, to return to.
    package var path: Path = .home

    package init() {}

    package var words: Words { Words(language) }

    package func money(_ currency: Currency) -> MoneyText { MoneyText(currency, in: language) }
}
