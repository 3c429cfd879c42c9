/// Why cash goes in or out of a drawer without a sale.
public enum CashMovementKind: String, CaseIterable, Hashable, Sendable {
    /// Put in: change from the bank.
    case paidIn
    /// Taken for something that was bought: milk from the corner shop.
    case paidOut
    /// Taken to the safe or to the bank.
    case drop
}

/// Cash that went in or out of a drawer without a sale.
public struct CashMovement: Hashable, Sendable {
    /// Counted from 1 within its session.
    public let number: Int
    /// Which way.
    public let kind: CashMovementKind
    /// Above zero.
    public let amount: Money
    /// Why.
    public let reason: String
    /// When.
    public let at: Timestamp
    /// Who did it, as the audit log names it.
    public let by: String

    /// A movement.
    public init(
        number: Int, kind: CashMovementKind, amount: Money, reason: String, at: Timestamp,
        by: String
    ) {
        self.number = number
        self.kind = kind
        self.amount = amount
        self.reason = reason
        self.at = at
        self.by = by
    }
}

/// What somebody found in a drawer, without knowing what should be there.
public struct CashCount: Hashable, Sendable {
    /// Coins or notes of one value.
    public struct Pile: Hashable, Sendable {
        /// Of one piece, in minor units; above zero.
        public let value: Money
        /// How many; zero or more.
        public let pieces: Int

        /// A pile.
        public init(value: Money, pieces: Int) {
            self.value = value
            self.pieces = pieces
        }
    }

    /// All of it.
    public let total: Money
    /// By value, where it was counted so; else empty.
    public let piles: [Pile]

    /// One sum; nil where it is none that `Limits` allow.
    public init?(total: Money) {
        guard Limits.drawer.contains(total.minorUnits) else { return nil }
        self.total = total
        piles = []
    }

    /// Piles; nil where one can't be, where two have one value, or where all are too much.
    public init?(piles: [Pile]) {
        guard piles.count <= Limits.pilesPerCount else { return nil }
        var sum: Int128 = 0
        var seen: Set<Money> = []
        for pile in piles {
            guard pile.value > .zero, Limits.drawer.contains(pile.value.minorUnits),
                Limits.piecesPerPile.contains(pile.pieces), seen.insert(pile.value).inserted
            else { return nil }
            sum += Int128(pile.value.minorUnits) * Int128(pile.pieces)
        }
        guard sum <= Int128(Limits.drawer.upperBound) else { return nil }
        total = Money(Int64(sum))
        self.piles = piles.filter { $0.pieces > 0 }
    }
}

extension Currency {
    /// Its coins and notes in minor units, the largest first; empty where we don't know them, and
    /// one sum is counted.
    public var denominations: [Money] {
        let values: [Int64] =
            switch code {
            case "USD": [10000, 5000, 2000, 1000, 500, 200, 100, 50, 25, 10, 5, 1]
            case "EUR":
                [
                    50000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1,
                ]
            case "GBP": [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1]
            case "JPY": [10000, 5000, 2000, 1000, 500, 100, 50, 10, 5, 1]
            case "CHF": [100_000, 20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5]
            case "CAD": [10000, 5000, 2000, 1000, 500, 200, 100, 25, 10, 5]
            case "AUD": [10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5]
            case "KWD": [20000, 10000, 5000, 1000, 500, 250, 100, 50, 20, 10, 5]
            case "AED": [100_000, 50000, 20000, 10000, 5000, 2000, 1000, 500, 100, 50, 25]
            default: []
            }
        return values.map { Money($0) }
    }
}
