/// How part of an order is paid.
public enum TenderKind: String, CaseIterable, Hashable, Sendable {
    /// To be paid at the counter, in whatever way.
    case counter
    /// Cash over the counter.
    case cash
    /// A card terminal that Crema doesn't drive.
    case externalCard
    /// The customer's wallet.
    case wallet
    /// A gift card.
    case giftCard
    /// A card through the payment provider.
    case card
}

/// What became of a tender.
public enum TenderState: String, CaseIterable, Hashable, Sendable {
    /// Announced, nothing moved yet.
    case pending
    /// Set aside.
    case held
    /// Paid.
    case captured
    /// Given back before it was paid, or never paid.
    case released
    /// Given back after it was paid.
    case refunded
}

/// One way an order is paid.
public struct Tender: Hashable, Sendable {
    /// Counted from 1 within its order.
    public let number: Int
    /// How.
    public let kind: TenderKind
    /// How much of the total it covers.
    public let amount: Money
    /// What became of it.
    public let state: TenderState
    /// Cash rounding: what was taken above or below `amount`.
    public let rounding: Money
    /// Whose wallet it is taken from; nil for other kinds.
    public let payer: ID<Person>?

    /// A tender.
    public init(
        number: Int, kind: TenderKind, amount: Money, state: TenderState, rounding: Money = .zero,
        payer: ID<Person>? = nil
    ) {
        self.number = number
        self.kind = kind
        self.amount = amount
        self.state = state
        self.rounding = rounding
        self.payer = payer
    }
}

extension Tender {
    /// The same in another state.
    public func inState(_ state: TenderState) -> Tender {
        Tender(
            number: number, kind: kind, amount: amount, state: state, rounding: rounding,
            payer: payer)
    }
}

extension Sequence<Tender> {
    /// What is still due of a total: what no tender holds or captured.
    public func due(of total: Money) -> Money {
        total - filter { $0.state == .held || $0.state == .captured }.sum { $0.amount }
    }
}

extension Location {
    /// What is paid in cash for an amount: to the nearest coin. The difference is cash rounding.
    public func cashAmount(for amount: Money) -> Money {
        amount.rounded(toStep: cashStep)
    }
}
