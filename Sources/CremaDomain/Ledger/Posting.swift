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
    /// Taken by cards through the payment provider, which pays it out: below zero.
    case card
    /// What a person has in the wallet.
    case wallet(ID<Person>)
    /// Set aside from wallets for orders that wait for the rest to be paid.
    case held
    /// Charged for what was over by then, and to be given back.
    case refundsOwed
    /// Cash that is in no drawer, in the safe or at the bank: below zero.
    case safe
    /// Put into the drawer without a sale.
    case paidIn
    /// Taken from the drawer for something that was bought: below zero.
    case paidOut
    /// Counted above (or, below zero, less than) what should have been in the drawer.
    case overShort
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
        case .card: "card"
        case .held: "held"
        case .refundsOwed: "refundsOwed"
        case .safe: "safe"
        case .paidIn: "paidIn"
        case .paidOut: "paidOut"
        case .overShort: "overShort"
        case .wallet(let person): "wallet:" + person.rawValue
        }
    }

    /// Whether it is a customer's: its balance is kept with each entry, and never below zero. The
    /// shop's own accounts are summed, so that no row is everybody's.
    public var isCustomers: Bool {
        switch self {
        case .wallet: true
        case .sales, .discounts, .tax, .tips, .cash, .externalCard, .cashRounding, .card, .held,
            .refundsOwed, .safe, .paidIn, .paidOut, .overShort:
            false
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

/// What a posting is about.
public enum PostingKind: String, CaseIterable, Hashable, Sendable {
    /// An order was paid, or part of it.
    case sale
    /// What was paid of an order was given back.
    case refund
    /// Money was put into a wallet.
    case topUp
    /// Money in a wallet was set aside for an order.
    case hold
    /// It was given back before the order was paid.
    case release
    /// A card was charged for what was over by then.
    case lateCharge
    /// That was given back.
    case lateRefund
    /// A drawer was opened with cash in it.
    case float
    /// Cash was put into a drawer without a sale.
    case paidIn
    /// Cash was taken from a drawer for something that was bought.
    case paidOut
    /// Cash was taken from a drawer to the safe.
    case drop
    /// A drawer held more or less than it should.
    case overShort
    /// What was counted left the drawer at the end of the day.
    case drawerClose
}

/// Entries that don't sum to zero: the order they come of doesn't add up itself.
public struct UnbalancedPosting: Error, Hashable, Sendable {
    /// The posting's.
    public let key: String
}

/// One event in the books: entries that sum to zero, written once and never changed.
public struct Posting: Hashable, Sendable {
    /// Names what happened, so that it is posted once whatever is repeated:
    /// `order:…:tender:1:refund`.
    public let key: String
    /// What happened.
    public let kind: PostingKind
    /// Which order it is about; nil for a top-up, and for what came too late for its order.
    public let order: ID<Order>?
    /// At least two.
    public let entries: [LedgerEntry]

    /// A posting; entries of zero are left out, and those of one account are added up.
    init(
        key: String, kind: PostingKind, order: ID<Order>?, entries: [LedgerEntry]
    ) throws(UnbalancedPosting) {
        self.key = key
        self.kind = kind
        self.order = order
        self.entries = entries.added
        guard self.entries.sum({ $0.amount }) == .zero else {
            throw UnbalancedPosting(key: key)
        }
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
