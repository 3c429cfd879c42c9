public import CremaDomain

/// Crema's own file of a menu: what is imported, exported, and kept of each edition.
///
/// As JSON it is one object. Every amount of money in it is an integer of minor units (cents, yen,
/// fils) of the one `currency` that stands at the top, so that no reader needs to know how many
/// digits a currency has, and none meets a fraction.
///
/// ```json
/// {
///   "formatVersion": 1,
///   "currency": "USD",
///   "groups": [
///     {"name": "Milk", "min": 1, "max": 1, "modifiers": [
///       {"name": "Whole milk", "isDefault": true}, {"name": "Oat drink", "price": 80}]}
///   ],
///   "categories": [
///     {"name": "Coffee", "items": [
///       {"name": "Flat white", "price": 475, "groups": ["milk"]},
///       {"name": "Latte", "groups": ["milk"], "sizes": [
///         {"name": "Small", "price": 475}, {"name": "Large", "price": 575}]}]}
///   ]
/// }
/// ```
///
/// What is left out takes the value that a plain thing has. An `id` that is left out is made of
/// the name, lower-cased ("flat-white"; "latte-small" for its size, "milk-oat-drink" for a
/// modifier); give one where the name may change later, since ids are permanent. Items may
/// stand in a category's `items` themselves, or in the top-level `items` and in the category by
/// id; Crema writes the second form. Members that Crema doesn't know are ignored, but an unknown
/// *value* (an allergen that isn't one) is a problem.
public struct MenuDocument: Hashable, Sendable {
    /// The format that this version of Crema writes.
    public static let currentFormatVersion = 1

    /// The format it was written in, 1…`currentFormatVersion`.
    public let formatVersion: Int
    /// Of every amount in it.
    public let currency: Currency

    private let content: Catalog

    /// The file of a menu whose prices are in `currency`.
    public init(_ catalog: Catalog, currency: Currency) {
        formatVersion = MenuDocument.currentFormatVersion
        self.currency = currency
        content = catalog
    }

    /// The menu, checked whole; throws the first thing that is wrong with it.
    public func catalog() throws(MenuDocumentProblem) -> Catalog {
        if let problem = content.problems().first { throw MenuDocumentProblem(problem) }
        return content
    }
}

extension MenuDocument: Codable {
    /// Reads a document; throws a `DecodingError` whose path says where it is wrong.
    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: MemberName.self)
        formatVersion = try members.integer("formatVersion") ?? 1
        guard (1...MenuDocument.currentFormatVersion).contains(formatVersion) else {
            throw members.problem("formatVersion", "This file is of a newer Crema.")
        }
        let code = try members.decode(String.self, forKey: "currency")
        guard let currency = Currency(code: code) else {
            throw members.problem("currency", "ISO 4217 has no currency of this code.")
        }
        self.currency = currency
        var catalog = Catalog()
        catalog.groups = try members.objects("groups") { try ModifierGroup(members: $0) }
        catalog.items = try members.objects("items") { try MenuItem(members: $0) }
        catalog.categories = try members.objects("categories") {
            try MenuCategory(members: $0, items: &catalog.items)
        }
        content = catalog
    }

    /// Writes all that isn't as on a plain thing.
    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: MemberName.self)
        try members.encode(formatVersion, forKey: "formatVersion")
        try members.encode(currency.code, forKey: "currency")
        try members.encodeObjects(content.categories, forKey: "categories") {
            try $0.encode(into: &$1)
        }
        try members.encodeObjects(content.items, forKey: "items") { try $0.encode(into: &$1) }
        try members.encodeObjects(content.groups, forKey: "groups") { try $0.encode(into: &$1) }
    }
}
