/// One thing that a catalogue can't have.
public struct CatalogProblem: Hashable, Sendable {
    /// Where, in the words of a menu's file: "items[3].sizes[0].price".
    public let path: String
    /// What.
    public let kind: Kind

    /// A kind of problem.
    public enum Kind: Hashable, Sendable {
        /// More than `maximum` of a thing.
        case tooMany(maximum: Int)
        /// Not 1 to 64 plain letters, digits, hyphens and underscores.
        case malformedID(String)
        /// Another thing of its kind has it already.
        case duplicateID(String)
        /// A name, or one of its translations, without a letter.
        case emptyText
        /// A text of more than `maximum` characters.
        case textTooLong(maximum: Int)
        /// A text with a control character in it.
        case controlCharacter
        /// A translation into something that isn't a language tag.
        case unknownLanguage(String)
        /// An id that names no item.
        case unknownItem(String)
        /// An id that names no group.
        case unknownGroup(String)
        /// An id that names no size.
        case unknownSize(String)
        /// The same thing named twice in one list.
        case namedTwice(String)
        /// An item that can be ordered but stands in no category.
        case noCategory
        /// An item in a second category.
        case severalCategories
        /// An item with neither a price nor sizes.
        case noPrice
        /// An item with a price and sizes.
        case priceAndSizes
        /// A number outside its bounds.
        case outOfRange(from: Int64, to: Int64)
        /// A group's maximum below its minimum.
        case minimumAboveMaximum
        /// More must be chosen than can be.
        case minimumOutOfReach(most: Int)
        /// More is chosen from the start than may be.
        case tooManyDefaults(maximum: Int)
        /// A modifier in two groups of one item, so that a choice of it could mean both.
        case modifierInTwoGroups(String)
        /// A photo's name that isn't that of a file.
        case malformedFileName
    }

    /// A problem.
    public init(path: String, kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// What is wrong, as a sentence.
    public var reason: String {
        switch kind {
        case .tooMany(let maximum): "At most " + String(maximum) + " are allowed."
        case .malformedID(let id):
            quoted(id) + " can't be an id: it takes 1 to 64 letters A-Z, digits, - and _."
        case .duplicateID(let id): "The id " + quoted(id) + " is taken already."
        case .emptyText: "A text is needed here."
        case .textTooLong(let maximum): "At most " + String(maximum) + " characters are allowed."
        case .controlCharacter: "A control character stands in this text."
        case .unknownLanguage(let tag): quoted(tag) + " is no language: write it as en or ar."
        case .unknownItem(let id): "There is no item " + quoted(id) + "."
        case .unknownGroup(let id): "There is no group " + quoted(id) + "."
        case .unknownSize(let id): "There is no size " + quoted(id) + "."
        case .namedTwice(let id): quoted(id) + " stands here twice."
        case .noCategory: "This item stands in no category."
        case .severalCategories: "This item stands in another category already."
        case .noPrice: "A price or sizes are needed."
        case .priceAndSizes: "An item with sizes has no price of its own."
        case .outOfRange(let from, let to):
            "A number from " + String(from) + " to " + String(to) + " is needed."
        case .minimumAboveMaximum: "The minimum lies above the maximum."
        case .minimumOutOfReach(let most):
            "So many can't be chosen: the modifiers allow " + String(most) + "."
        case .tooManyDefaults(let maximum):
            "More is chosen from the start than the maximum of " + String(maximum) + "."
        case .modifierInTwoGroups(let id):
            "The modifier " + quoted(id) + " stands in two groups of this item."
        case .malformedFileName: "This isn't the name of a file."
        }
    }

    private func quoted(_ text: String) -> String {
        "\u{201C}" + text + "\u{201D}"
    }
}
