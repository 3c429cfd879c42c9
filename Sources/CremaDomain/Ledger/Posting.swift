/// Where the ledger keeps money.
///
/// Amounts are signed as the shop sees them: what it has earned or owes somebody is above zero,
/// what it has (cash in the drawer, money that a card terminal will pay out) below. So that what
/// was earned and what was taken for it cancel out, to zero in every posting.
public enum LedgerAccount: Hashable, Sendable {
    /// What was sold at its price without tax, before discounts, fees included.
    case sales
    /// What discounts took off that, without tax: below zero.
    case discounts
    /// A tax, by its name on receipts.
    case tax(String)
    /// What customers gave on top.
    case tips
    /// Cash taken: below zero.
    case cash
    /// Taken by a card terminal that Crema doesn't drive: below zero.
    case externalCard
    /// What was taken above (or, below zero, less than) a sum that small coins can't pay.
    case cashRounding
}

extension LedgerAccount {
    /// As it stands in a column.
    public var text: String {
        switch self {
        case .sales: "sales"
        case .discounts: "discounts"
        case .tax(let name): "tax:" + name
        case .tips: "tips"
        case .cash: "cash"
        case .externalCard: "externalCard"
        case .cashRounding: "cashRounding"
        }
    }
}

/// One account's part of a posting.
public struct LedgerEntry: Hashable, Sendable {
    /// Of which account.
    public let account: LedgerAccount
    /// Signed as ``LedgerAccount`` says; never zero.
    public let amount: Money

    /// An entry.
    public init(_ account: LedgerAccount, _ amount: Money) {
        self.account = account
        self.amount = amount
    }
}

/// One event in the books: entries that sum to zero, written once and never changed.
public struct Posting: Hashable, Sendable {
    /// Names what happened, so that it is posted once whatever is repeated: `order:…:refund:1`.
    public let key: String
    /// Which order it is about.
    public let order: ID<Order>
    /// At least two.
    public let entries: [LedgerEntry]

    /// A posting; entries of zero are left out, and those of one account are added up. The rest
    /// sums to zero: whoever makes one sees to that.
    init(key: String, order: ID<Order>, entries: [LedgerEntry]) {
        self.key = key
        self.order = order
        self.entries = entries.added
        precondition(self.entries.sum { $0.amount } == .zero, "a posting sums to zero")
    }
}

extension Sequence<LedgerEntry> {
    /// One entry for each account, in the order they first come; none of zero.
    public var added: [LedgerEntry] {
        var sums: [LedgerEntry] = []
        for entry in self {
            if let index = sums.firstIndex(where: { $0.account == entry.account }) {
                sums[index] = LedgerEntry(entry.account, sums[index].amount + entry.amount)
            } else {
                sums.append(entry)
            }
        }
        return sums.filter { $0.amount != .zero }
    }
}
