/// The fourteen allergens that Regulation (EU) 1169/2011, annex II, makes a kitchen declare.
public enum Allergen: String, CaseIterable, Hashable, Sendable {
    /// Cereals containing gluten.
    case gluten
    /// Crustaceans.
    case crustaceans
    /// Eggs.
    case eggs
    /// Fish.
    case fish
    /// Peanuts.
    case peanuts
    /// Soybeans.
    case soya
    /// Milk and lactose.
    case milk
    /// Tree nuts.
    case nuts
    /// Celery.
    case celery
    /// Mustard.
    case mustard
    /// Sesame.
    case sesame
    /// Sulphur dioxide and sulphites.
    case sulphites
    /// Lupin.
    case lupin
    /// Molluscs.
    case molluscs
}

/// What is known of one allergen in one thing, from harmless to worst.
///
/// *Not stated* is worse than *free*, since nobody promised anything, and better than a stated
/// trace, since that is a stated fact.
public enum AllergenState: Int, Comparable, CaseIterable, Hashable, Sendable {
    /// The kitchen says there is none.
    case free
    /// Nobody said anything: "ask our staff".
    case notStated
    /// Traces are possible.
    case mayContain
    /// It is in it.
    case contains

    /// The better state comes first.
    public static func < (left: AllergenState, right: AllergenState) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// What is stated of all fourteen allergens; what isn't named is not stated.
public struct AllergenStatement: Hashable, Sendable {
    private let stated: [Allergen: AllergenState]

    /// A statement of the allergens named.
    public init(_ stated: [Allergen: AllergenState] = [:]) {
        self.stated = stated.filter { $0.value != .notStated }
    }

    /// Nothing said of any.
    public static let silent = AllergenStatement()

    /// All free but those named.
    public static func free(except stated: [Allergen: AllergenState] = [:]) -> AllergenStatement {
        var all: [Allergen: AllergenState] = [:]
        for allergen in Allergen.allCases { all[allergen] = stated[allergen] ?? .free }
        return AllergenStatement(all)
    }

    /// The state of one allergen.
    public subscript(allergen: Allergen) -> AllergenState {
        stated[allergen] ?? .notStated
    }

    /// What another source states put on top: where both state something the worse counts, and
    /// what the other doesn't speak of stays as it is.
    public func adding(_ other: AllergenStatement) -> AllergenStatement {
        var all = stated
        for (allergen, state) in other.stated {
            all[allergen] = stated[allergen].map { max($0, state) } ?? state
        }
        return AllergenStatement(all)
    }

    /// The worst of both, allergen by allergen.
    public func combined(with other: AllergenStatement) -> AllergenStatement {
        var all: [Allergen: AllergenState] = [:]
        for allergen in Allergen.allCases { all[allergen] = max(self[allergen], other[allergen]) }
        return AllergenStatement(all)
    }
}
