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
    /// Pieces that a location counts of one item or modifier.
    public static let stock: ClosedRange<Int64> = 0...1_000_000
    /// A tip, in minor units.
    public static let tip: ClosedRange<Int64> = 0...10_000_000
    /// One top-up of a wallet, in minor units.
    public static let topUp: ClosedRange<Int64> = 1...10_000_000
    /// What a wallet may hold, in minor units.
    public static let mostInWallet: Int64 = 100_000_000
    /// Top-ups by card that one person begins in `topUpWindowMilliseconds`, refused ones too: who
    /// tries stolen cards out needs many.
    public static let topUpsPerWindow = 10
    /// See `topUpsPerWindow`.
    public static let topUpWindowMilliseconds: Int64 = 24 * 3_600_000
    /// What a drawer may hold, at its opening and when it is counted, in minor units.
    public static let drawer: ClosedRange<Int64> = 0...1_000_000_000
    /// One movement of cash in or out of a drawer, in minor units.
    public static let cashMovement: ClosedRange<Int64> = 1...100_000_000
    /// Movements of one drawer session.
    public static let movementsPerSession = 500
    /// Values of coins and notes in one count.
    public static let pilesPerCount = 40
    /// Coins or notes of one value.
    public static let piecesPerPile = 0...100_000
    /// Orders that a count can take note of as unpaid.
    public static let unpaidPerCount = 500
    /// Times that something of one order is given back.
    public static let refundsPerOrder = 50
    /// Cards tried for one order.
    public static let paymentsPerOrder = 10
    /// Characters of a payment provider's token for a card.
    public static let paymentMethodCharacters = 128
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

/// Bounds of a catalogue.
extension Limits {
    /// Items, retired ones too.
    public static let itemsPerCatalog = 5_000
    /// Categories.
    public static let categoriesPerCatalog = 200
    /// Groups of modifiers.
    public static let groupsPerCatalog = 2_000
    /// Sizes of an item.
    public static let sizesPerItem = 30
    /// Groups asked for an item.
    public static let groupsPerItem = 30
    /// Modifiers in a group.
    public static let modifiersPerGroup = 200
    /// How often one modifier may be taken.
    public static let modifierQuantity: ClosedRange<Int64> = 1...20
    /// Characters of the name of anything on the menu.
    public static let menuNameCharacters = 120
    /// Characters of a description.
    public static let descriptionCharacters = 2_000
    /// Bytes of UTF-8 that a text may have for each character allowed.
    public static let bytesPerCharacter = 16
    /// Diet tags of an item, and characters of one.
    public static let dietTags = 30
    /// Times of day of an item.
    public static let windowsPerItem = 10
    /// Work of one piece, in seconds.
    public static let makeTimeSeconds: ClosedRange<Int64> = 0...14_400
    /// Kilocalories or milligrams of caffeine, of a piece or of the difference one makes.
    public static let nutritionFact: ClosedRange<Int64> = -10_000...10_000
    /// Layers of a drink's picture, and parts of one.
    public static let pictureParts = 20
    /// A drawing's height, in percent of the usual.
    public static let pictureScale: ClosedRange<Int64> = 10...300
}
