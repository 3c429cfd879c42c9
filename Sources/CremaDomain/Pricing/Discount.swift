/// Which lines something is about.
public enum ItemSelector: Hashable, Sendable {
    /// Every line.
    case all
    /// Lines of these items.
    case items(Set<ID<MenuItem>>)
    /// Lines of items on these shelves.
    case categories(Set<ID<MenuCategory>>)

    /// Whether lines of this item are meant.
    func contains(_ item: MenuItem, menu: Menu) -> Bool {
        switch self {
        case .all: true
        case .items(let ids): ids.contains(item.id)
        case .categories(let ids):
            menu.catalog.categories.contains { ids.contains($0.id) && $0.items.contains(item.id) }
        }
    }
}

/// Something taken off the price of an order.
public struct Discount: Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// What it takes off.
    public let kind: Kind

    /// A discount.
    public init(name: String, kind: Kind) {
        self.name = name
        self.kind = kind
    }

    /// What is taken off. The cases take their turns in the order they stand in here, discounts
    /// of one case in the order given. An amount below zero takes nothing.
    public enum Kind: Hashable, Sendable {
        /// A share of the lines chosen, rounded once and spread over them.
        case itemPercent(ItemSelector, Rate)
        /// An amount off each piece of the lines chosen ("bring your own cup").
        case itemAmount(ItemSelector, Money)
        /// A share of the order, rounded once.
        case orderPercent(Rate)
        /// An amount off the order.
        case orderAmount(Money)
        /// A reward: the dearest piece of the lines chosen is free, up to a price.
        case rewardItem(ItemSelector, upTo: Money)
        /// A reward: a share of the order.
        case rewardPercent(Rate)
        /// A reward: an amount off the order.
        case rewardAmount(Money)

        /// Its turn: item promotions, percent of the order, fixed amounts, rewards.
        var turn: Int {
            switch self {
            case .itemPercent: 0
            case .itemAmount: 1
            case .orderPercent: 2
            case .orderAmount: 3
            case .rewardItem: 4
            case .rewardPercent: 5
            case .rewardAmount: 6
            }
        }

        /// How many turns there are.
        static let turns = 7
    }
}

/// What a discount came to.
public struct AppliedDiscount: Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// Taken off, positive.
    public let amount: Money

    /// An amount taken off.
    public init(name: String, amount: Money) {
        self.name = name
        self.amount = amount
    }
}
