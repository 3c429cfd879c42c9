/// A charge that isn't an item: service, a cup, a deposit.
public struct Fee: Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// How it is worked out.
    public let basis: Basis
    /// Which tax rules it falls under.
    public let taxCategory: ID<TaxCategory>
    /// For which fulfilment; nil for both.
    public let fulfilment: Fulfilment?

    /// A fee.
    public init(
        name: String, basis: Basis, taxCategory: ID<TaxCategory>, fulfilment: Fulfilment? = nil
    ) {
        self.name = name
        self.basis = basis
        self.taxCategory = taxCategory
        self.fulfilment = fulfilment
    }

    /// How a fee is worked out. An amount below zero counts as none: what is taken off is a
    /// `Discount`.
    public enum Basis: Hashable, Sendable {
        /// Once an order.
        case perOrder(Money)
        /// For each piece of the lines chosen.
        case perPiece(ItemSelector, Money)
        /// A share of the lines after their discounts.
        case share(Rate)
    }
}
