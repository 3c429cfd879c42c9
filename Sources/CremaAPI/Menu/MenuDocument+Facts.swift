import CremaDomain

/// A text: a string, or an object with its translations by language.
struct TextDocument: Codable, Hashable {
    let text: LocalizedText

    init(_ text: LocalizedText) {
        self.text = text
    }

    init(from decoder: any Decoder) throws {
        do {
            text = LocalizedText(try decoder.singleValueContainer().decode(String.self))
        } catch DecodingError.typeMismatch {
            let members = try decoder.container(keyedBy: MemberName.self)
            text = LocalizedText(
                try members.decode(String.self, forKey: "text"),
                translations: try members.decodeIfPresent(
                    [String: String].self, forKey: "translations") ?? [:])
        }
    }

    func encode(to encoder: any Encoder) throws {
        guard !text.translations.isEmpty else {
            var value = encoder.singleValueContainer()
            return try value.encode(text.text)
        }
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(text.text, forKey: "text")
        try members.encode(text.translations, forKey: "translations")
    }
}

extension Nutrition {
    init(members: KeyedDecodingContainer<MemberName>) throws {
        self.init(
            kilocalories: try members.integer("kilocalories"),
            caffeineMilligrams: try members.integer("caffeineMilligrams"))
    }

    func encode(into members: inout KeyedEncodingContainer<MemberName>) throws {
        try members.encodeIfPresent(kilocalories, forKey: "kilocalories")
        try members.encodeIfPresent(caffeineMilligrams, forKey: "caffeineMilligrams")
    }
}

extension KeyedEncodingContainer<MemberName> {
    mutating func encode(
        _ nutrition: Nutrition, unless usual: Nutrition, forKey member: MemberName
    ) throws {
        guard nutrition != usual else { return }
        try encodeObject(forKey: member) { try nutrition.encode(into: &$0) }
    }

    /// Allergens by name; where something is said of all, those that are free stand under
    /// "others".
    mutating func encode(_ allergens: AllergenStatement, forKey member: MemberName) throws {
        guard allergens != .silent else { return }
        let isComplete = Allergen.allCases.allSatisfy { allergens[$0] != .notStated }
        try encodeObject(forKey: member) { members in
            var hasOthers = false
            for allergen in Allergen.allCases {
                let state = allergens[allergen]
                if isComplete, state == .free {
                    hasOthers = true
                } else if let word = state.word {
                    try members.encode(
                        word, forKey: MemberName(stringLiteral: allergen.rawValue))
                }
            }
            if hasOthers { try members.encode("free", forKey: "others") }
        }
    }
}

extension KeyedDecodingContainer<MemberName> {
    /// What is stated of allergens; silent where the member is absent.
    ///
    /// An unknown allergen is a problem, since leaving out a warning is worse than refusing a
    /// file.
    func allergens(_ member: MemberName) throws -> AllergenStatement {
        try object(member) { members in
            var stated: [Allergen: AllergenState] = [:]
            for key in members.allKeys where key.stringValue != "others" {
                guard let allergen = Allergen(rawValue: key.stringValue) else {
                    throw members.problem(
                        key, "\u{201C}\(key.stringValue)\u{201D} is no allergen.")
                }
                stated[allergen] = try members.state(key)
            }
            guard members.contains("others") else { return AllergenStatement(stated) }
            let others = try members.state("others")
            for allergen in Allergen.allCases where stated[allergen] == nil {
                stated[allergen] = others
            }
            return AllergenStatement(stated)
        } ?? .silent
    }

    private func state(_ member: MemberName) throws -> AllergenState {
        let text = try decode(String.self, forKey: member)
        guard let state = AllergenState.allCases.first(where: { ($0.word ?? "notStated") == text })
        else {
            throw problem(member, "contains, mayContain, free or notStated is expected here.")
        }
        return state
    }
}

extension AllergenState {
    /// As written in a document; nil for what isn't written.
    fileprivate var word: String? {
        switch self {
        case .free: "free"
        case .notStated: nil
        case .mayContain: "mayContain"
        case .contains: "contains"
        }
    }
}
