/// Every bound that a request is held to, in one place.
///
/// They keep sums far below the range of `Int64`: the largest order is 50 lines of 99 pieces
/// at 100 000 000 minor units, below 10^12.
public enum Limits {
    /// Lines in a cart.
    public static let linesPerCart = 1...50
    /// Pieces of one line.
    public static let quantityPerLine = 1...99
    /// Modifiers named on one line.
    public static let modifiersPerLine = 60
    /// How often one modifier can be taken on one line, whatever the menu says.
    public static let quantityPerModifier = 1...99
    /// Price of an item, a size or a modifier, in minor units.
    public static let price: ClosedRange<Int64> = 0...10_000_000
    /// A line's price for one piece, with its modifiers, in minor units.
    public static let unitPrice: ClosedRange<Int64> = 0...100_000_000
    /// A tip, in minor units.
    public static let tip: ClosedRange<Int64> = 0...10_000_000
    /// A tax rate or a percentage off, in parts per million.
    public static let ratePartsPerMillion: ClosedRange<Int64> = 0...1_000_000
    /// Taxes named in one rule.
    public static let taxComponents = 4
    /// Characters of a special request.
    public static let requestCharacters = 200
    /// Characters of a name for a cup or for an order.
    public static let nameCharacters = 80
    /// Codes entered in one cart.
    public static let codesPerCart = 5
    /// Characters of a reason.
    public static let reasonCharacters = 200

    /// Whether a text has more characters than a limit. One character can hide any number of
    /// accents, so its bytes are bounded too, at eight a character.
    public static func exceeds(_ text: String, characters limit: Int) -> Bool {
        let bytes = text.utf8.count
        guard bytes > limit else { return false }
        return bytes > 8 * limit || text.count > limit
    }
}
