import CremaDomain

extension ErrorMapping {
    /// The word for a problem that programs go by.
    static func code(_ kind: CartProblem.Kind) -> String {
        switch kind {
        case .empty: "empty"
        case .tooManyLines: "tooManyLines"
        case .quantityOutOfRange: "quantityOutOfRange"
        case .unknownItem: "unknownItem"
        case .retiredItem: "retiredItem"
        case .itemSoldOut: "soldOut"
        case .notEnoughLeft: "notEnoughLeft"
        case .notOfferedNow: "notOfferedNow"
        case .withoutPrice: "withoutPrice"
        case .unitPriceTooHigh: "unitPriceTooHigh"
        case .sizeMissing: "sizeMissing"
        case .unknownSize: "unknownSize"
        case .tooManyModifiers: "tooManyModifiers"
        case .unknownModifier: "unknownModifier"
        case .retiredModifier: "retiredModifier"
        case .modifierSoldOut: "modifierSoldOut"
        case .modifierQuantityOutOfRange: "modifierQuantityOutOfRange"
        case .tooFewChoices: "tooFewChoices"
        case .tooManyChoices: "tooManyChoices"
        case .requestTooLong: "requestTooLong"
        case .cupNameTooLong: "cupNameTooLong"
        case .tipOutOfRange: "tipOutOfRange"
        case .tooManyCodes: "tooManyCodes"
        case .unknownCode: "unknownCode"
        }
    }
}
