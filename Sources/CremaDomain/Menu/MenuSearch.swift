/// Finds items of one menu by words that people type, in any of its languages.
///
/// Built once per snapshot of a menu and read by everyone; a search reads it only and its work is
/// bounded, whatever is typed.
public struct MenuSearch: Sendable {
    /// How well a word of the search fits, from best to worst. Better than all is a name that
    /// begins with the whole search.
    enum Fit: Int, Comparable, CaseIterable {
        /// A word of the name is it.
        case nameWord
        /// A word of the name begins with it.
        case nameWordStart
        /// The category or a tag has it.
        case shelf
        /// The description has it.
        case description
        /// A word of the name has it inside (for scripts without blanks between words).
        case nameInside
        /// A word of the name is it but for a slip of the finger.
        case nameSlip
        /// A word of anything else is it but for a slip.
        case otherSlip

        static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }

    /// Where a word stands.
    enum Field: Int {
        case name
        case shelf
        case description
    }

    /// One place of a word.
    struct Entry {
        let item: Int
        let field: Field
    }

    /// Unicode scalars of a search that are read; the rest is ignored.
    public static let longestQuery = 80
    /// Words of a search that are read.
    public static let mostWords = 8
    /// Different words of a menu that are known; a menu of the largest size keeps below.
    static let mostTerms = 60_000

    /// In menu order: items that can be shown.
    let items: [ID<MenuItem>]
    /// Each item's folded names, one a language.
    let names: [[String]]
    /// All words, sorted, each once.
    let terms: [Term]
    /// Places of the term of the same index.
    let entries: [[Entry]]

    /// A word as its letters, so that each comparison is one of numbers.
    struct Term {
        let letters: [UInt32]
    }

    /// An index of what `menu` shows.
    public init(_ menu: Menu) {
        var index = MenuSearchBuilder()
        for category in menu.catalog.categories {
            for item in menu.items(of: category) { index.add(item, in: category) }
        }
        items = index.items
        names = index.names
        let sorted = index.places.sorted { Self.isBefore($0.key, $1.key) }
        terms = sorted.map { Term(letters: $0.key) }
        entries = sorted.map { $0.value }
    }

    /// The items that hold every word typed, the best first; items of equal fit in menu order.
    ///
    /// Case and accents don't count, a word may be typed in part, and a slip is forgiven in words
    /// of four letters and more (two from eight on). Empty where nothing was typed.
    public func items(matching query: String, limit: Int = 50) -> [ID<MenuItem>] {
        var read = String.UnicodeScalarView()
        read.append(contentsOf: query.unicodeScalars.prefix(Self.longestQuery))
        let folded = foldedForSearch(String(read))
        let words = Array(Self.words(of: folded).prefix(Self.mostWords))
        guard !words.isEmpty else { return [] }
        var ranks = [Int](repeating: 0, count: items.count)
        for word in words {
            let fits = fits(of: word)
            for item in ranks.indices where ranks[item] >= 0 {
                ranks[item] = fits[item].map { ranks[item] + $0.rawValue } ?? -1
            }
        }
        let start = Self.joined(words)
        var found: [(item: Int, rank: Int)] = []
        for item in ranks.indices where ranks[item] >= 0 {
            let isStart = names[item].contains { $0.utf8.starts(with: start.utf8) }
            found.append((item, isStart ? -1 : ranks[item]))
        }
        found.sort { ($0.rank, $0.item) < ($1.rank, $1.item) }
        return found.prefix(max(0, limit)).map { items[$0.item] }
    }

    /// The best fit of one word in each item; nil where it has none.
    private func fits(of word: [UInt32]) -> [Fit?] {
        var fits = [Fit?](repeating: nil, count: items.count)
        func note(_ term: Int, _ fit: (Field) -> Fit?) {
            for entry in entries[term] {
                guard let new = fit(entry.field) else { continue }
                if let old = fits[entry.item], old <= new { continue }
                fits[entry.item] = new
            }
        }
        for term in range(startingWith: word) {
            let isWhole = terms[term].letters.count == word.count
            note(term) { field in
                switch field {
                case .name: isWhole ? .nameWord : .nameWordStart
                case .shelf: .shelf
                case .description: .description
                }
            }
        }
        let slips = word.count < 4 ? 0 : word.count < 8 ? 1 : 2
        let hasNoBlanks = word.contains { $0 >= 0x0E00 }
        guard slips > 0 || hasNoBlanks else { return fits }
        var distance = SlipDistance(word)
        for term in terms.indices {
            let letters = terms[term].letters
            if hasNoBlanks, Self.contains(letters, word) {
                note(term) { $0 == .name ? .nameInside : .description }
            }
            if slips > 0, distance.isWithin(slips, of: letters) {
                note(term) { $0 == .name ? .nameSlip : .otherSlip }
            }
        }
        return fits
    }

    /// The terms that begin so, which stand together.
    private func range(startingWith word: [UInt32]) -> Range<Int> {
        var low = 0
        var high = terms.count
        while low < high {
            let middle = (low + high) / 2
            if Self.isBefore(terms[middle].letters, word) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var end = low
        while end < terms.count, terms[end].letters.starts(with: word) { end += 1 }
        return low..<end
    }

    static func isBefore(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }

    private static func contains(_ letters: [UInt32], _ part: [UInt32]) -> Bool {
        guard part.count <= letters.count else { return false }
        return (0...(letters.count - part.count)).contains { start in
            letters[start..<(start + part.count)].elementsEqual(part)
        }
    }

    /// The words of a folded text: runs of letters and digits.
    static func words(of folded: String) -> [[UInt32]] {
        var words: [[UInt32]] = []
        var word: [UInt32] = []
        for scalar in folded.unicodeScalars {
            if isLetter(scalar) {
                word.append(scalar.value)
            } else if scalar != "'", !word.isEmpty {
                words.append(word)
                word = []
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
            || scalar.properties.generalCategory == .nonspacingMark
            || scalar.properties.generalCategory == .spacingMark
    }

    /// Words with one blank between them.
    static func joined(_ words: [[UInt32]]) -> String {
        var text = String.UnicodeScalarView()
        for word in words {
            if !text.isEmpty { text.append(" ") }
            for letter in word {
                if let scalar = Unicode.Scalar(letter) { text.append(scalar) }
            }
        }
        return String(text)
    }
}

/// Collects the words of a menu.
struct MenuSearchBuilder {
    var items: [ID<MenuItem>] = []
    var names: [[String]] = []
    var places: [[UInt32]: [MenuSearch.Entry]] = [:]

    mutating func add(_ item: MenuItem, in category: MenuCategory) {
        let index = items.count
        items.append(item.id)
        var folded: [String] = []
        for text in texts(of: item.name) {
            let words = MenuSearch.words(of: foldedForSearch(text))
            folded.append(MenuSearch.joined(words))
            add(words, to: index, .name)
        }
        names.append(folded)
        for text in texts(of: category.name) + item.dietTags {
            add(MenuSearch.words(of: foldedForSearch(text)), to: index, .shelf)
        }
        for text in texts(of: item.description) {
            add(MenuSearch.words(of: foldedForSearch(text)), to: index, .description)
        }
    }

    private func texts(of text: LocalizedText) -> [String] {
        [text.text] + text.translations.values
    }

    private mutating func add(_ words: [[UInt32]], to item: Int, _ field: MenuSearch.Field) {
        for word in words {
            let isKnown = places[word] != nil
            guard isKnown || places.count < MenuSearch.mostTerms else { continue }
            places[word, default: []].append(MenuSearch.Entry(item: item, field: field))
        }
    }
}
