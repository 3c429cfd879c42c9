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

    /// What is taken off; the cases are applied in the order they stand in.
    public enum Kind: Hashable, Sendable {
        /// A share of each line chosen, rounded line by line.
        case itemPercent(ItemSelector, Rate)
        /// An amount off each piece of the lines chosen ("bring your own cup").
        case itemAmount(ItemSelector, Money)
        /// A share of the order, rounded once.
        case orderPercent(Rate)
        /// An amount off the order.
        case orderAmount(Money)
        /// A reward: the dearest piece of the lines chosen is free, up to a price.
        case rewardItem(ItemSelector, upTo: Money)
        /// A reward: an amount off the order.
        case rewardAmount(Money)
        /// A reward: a share of the order.
        case rewardPercent(Rate)

        /// Its turn: item promotions, percent of the order, fixed amounts, rewards.
        var turn: Int {
            switch self {
            case .itemPercent, .itemAmount: 0
            case .orderPercent: 1
            case .orderAmount: 2
            case .rewardItem, .rewardAmount, .rewardPercent: 3
            }
        }
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

/// What is left of each line while discounts are taken off; never below zero.
struct DiscountTally {
    private(set) var remaining: [Money]
    private(set) var applied: [AppliedDiscount] = []
    private let lines: [CheckedLine]
    private let menu: Menu

    init(_ lines: [CheckedLine], menu: Menu) {
        self.lines = lines
        self.menu = menu
        remaining = lines.map { $0.unitPrice * $0.line.quantity }
    }

    mutating func take(_ discounts: [Discount]) {
        for turn in 0...3 {
            for discount in discounts where discount.kind.turn == turn { take(discount) }
        }
    }

    private mutating func take(_ discount: Discount) {
        let before = remaining.sum()
        switch discount.kind {
        case .itemPercent(let selector, let rate):
            for index in selected(by: selector) {
                remaining[index] -= min(remaining[index], remaining[index].share(rate))
            }
        case .itemAmount(let selector, let amount):
            for index in selected(by: selector) {
                remaining[index] -= min(remaining[index], amount * lines[index].line.quantity)
            }
        case .orderPercent(let rate), .rewardPercent(let rate):
            spread(before.share(rate))
        case .orderAmount(let amount), .rewardAmount(let amount):
            spread(amount)
        case .rewardItem(let selector, let limit):
            takeDearestPiece(of: selected(by: selector), upTo: limit)
        }
        let taken = before - remaining.sum()
        applied.append(AppliedDiscount(name: discount.name, amount: taken))
    }

    /// Takes an amount off all lines, in proportion to what is left of them.
    private mutating func spread(_ amount: Money) {
        let bounded = min(max(amount, .zero), remaining.sum())
        let shares = bounded.prorated(over: remaining.map(\.minorUnits))
        for (index, share) in shares.enumerated() { remaining[index] -= share }
    }

    private mutating func takeDearestPiece(of indices: [Int], upTo limit: Money) {
        let dearest = indices.max { left, right in
            (pieceValue(left), right) < (pieceValue(right), left)
        }
        guard let dearest else { return }
        remaining[dearest] -= min(limit, pieceValue(dearest))
    }

    /// What one piece of a line still costs, rounded up so that a free piece is free.
    private func pieceValue(_ index: Int) -> Money {
        let quantity = Int64(lines[index].line.quantity)
        let value = (remaining[index].minorUnits + quantity - 1) / quantity
        return min(remaining[index], Money(value))
    }

    private func selected(by selector: ItemSelector) -> [Int] {
        lines.indices.filter { selector.contains(lines[$0].item, menu: menu) }
    }
}

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

    /// How a fee is worked out.
    public enum Basis: Hashable, Sendable {
        /// Once an order.
        case perOrder(Money)
        /// For each piece of the lines chosen.
        case perPiece(ItemSelector, Money)
        /// A share of the lines after their discounts.
        case share(Rate)
    }
}
