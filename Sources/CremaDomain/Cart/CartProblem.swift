/// Why a cart can't be priced as it is. A customer can mend each.
public struct CartProblem: Error, Hashable, Sendable {
    /// The line, counted from 0; nil where the cart as a whole is meant.
    public let line: Int?
    /// What is wrong.
    public let kind: Kind

    /// A problem.
    public init(line: Int?, kind: Kind) {
        self.line = line
        self.kind = kind
    }

    /// What can be wrong. Names are in the shop's own language or the one asked for.
    public enum Kind: Hashable, Sendable {
        /// The cart has no lines.
        case empty
        /// More lines than `Limits.linesPerCart`.
        case tooManyLines
        /// Outside `Limits.quantityPerLine`.
        case quantityOutOfRange
        /// No such item at this shop.
        case unknownItem
        /// The item was taken off the menu.
        case retiredItem(name: String)
        /// The item is sold out.
        case itemSoldOut(name: String)
        /// Fewer of the item or of a modifier are left than the whole cart asks for.
        case notEnoughLeft(name: String, left: Int)
        /// Offered at other times of the day.
        case notOfferedNow(name: String)
        /// The shop has set no price for it.
        case withoutPrice(name: String)
        /// One piece with its modifiers would cost more than `Limits.unitPrice`.
        case unitPriceTooHigh(name: String)
        /// The item has sizes and none was chosen.
        case sizeMissing(name: String)
        /// The size isn't one of the item's.
        case unknownSize(name: String)
        /// More modifiers than `Limits.modifiersPerLine`.
        case tooManyModifiers
        /// The modifier belongs to none of the item's groups.
        case unknownModifier(id: String)
        /// The modifier was taken off the menu.
        case retiredModifier(name: String)
        /// The modifier is sold out.
        case modifierSoldOut(name: String)
        /// Taken less than once, or more often than allowed.
        case modifierQuantityOutOfRange(name: String, maximum: Int)
        /// Fewer choices than the group asks for.
        case tooFewChoices(group: String, minimum: Int)
        /// More choices than the group allows.
        case tooManyChoices(group: String, maximum: Int)
        /// A wish above `Limits.requestCharacters`.
        case requestTooLong
        /// A name above `Limits.nameCharacters`.
        case cupNameTooLong
        /// Outside `Limits.tip`.
        case tipOutOfRange
        /// More codes than `Limits.codesPerCart`.
        case tooManyCodes
        /// Nobody knows this code.
        case unknownCode(String)
    }

    /// The part of the request that is meant, as its JSON names it.
    public var field: String {
        let inLine = line.map { "lines[\($0)]." } ?? ""
        switch kind {
        case .empty, .tooManyLines: return "lines"
        case .quantityOutOfRange, .notEnoughLeft: return inLine + "quantity"
        case .unknownItem, .retiredItem, .itemSoldOut, .notOfferedNow, .withoutPrice:
            return inLine + "itemId"
        case .sizeMissing, .unknownSize: return inLine + "sizeId"
        case .tooManyModifiers, .unknownModifier, .retiredModifier, .modifierSoldOut,
            .modifierQuantityOutOfRange, .tooFewChoices, .tooManyChoices, .unitPriceTooHigh:
            return inLine + "modifiers"
        case .requestTooLong: return inLine + "request"
        case .cupNameTooLong: return inLine + "cupName"
        case .tipOutOfRange: return "tip"
        case .tooManyCodes, .unknownCode: return "codes"
        }
    }
}

/// All that is wrong with a cart, in the order of its lines; never empty.
public struct CartProblems: Error, Hashable, Sendable {
    /// One or more.
    public let all: [CartProblem]

    /// Problems; there must be one.
    public init(_ all: [CartProblem]) {
        precondition(!all.isEmpty, "no problem is not a failure")
        self.all = all
    }
}
