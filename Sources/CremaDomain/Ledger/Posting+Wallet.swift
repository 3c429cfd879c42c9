/// Money put into a wallet.
public struct TopUp: Hashable, Sendable {
    /// Identity.
    public let id: ID<TopUp>
    /// Whose wallet.
    public let person: ID<Person>
    /// Above zero.
    public let amount: Money
    /// How it was paid: cash, a card terminal of the shop's own, or a card through the provider.
    public let kind: TenderKind

    /// A top-up.
    public init(id: ID<TopUp>, person: ID<Person>, amount: Money, kind: TenderKind) {
        self.id = id
        self.person = person
        self.amount = amount
        self.kind = kind
    }
}

extension Posting {
    /// What the drawer, the terminal or the provider took is owed to the customer.
    public static func topUp(_ topUp: TopUp) throws(UnbalancedPosting) -> Posting {
        let account: LedgerAccount =
            switch topUp.kind {
            case .cash: .cash
            case .card: .card
            case .counter, .externalCard, .wallet, .giftCard: .externalCard
            }
        return try Posting(
            key: "topup:\(topUp.id.rawValue)", kind: .topUp, order: nil,
            entries: [
                LedgerEntry(account, -topUp.amount),
                LedgerEntry(.wallet(topUp.person), topUp.amount),
            ])
    }
}
