import CremaDomain
import CremaSQL
import CremaStore

/// What must hold of whoever places an order: asked for all at once, and looked at once the call
/// number is drawn, with which it comes.
struct PlacingCustomer {
    /// How many unpaid orders are open, where there is a limit.
    private let unpaid: Asked<Int>?
    /// Wallets that pay, by the tenders' payers; no one else takes from them before the commit.
    private var wallets: [ID<Person>: Asked<LedgerStore.Balance>] = [:]
    /// The account, where no wallet of its own was asked for.
    private let account: Asked<Bool>?

    /// Of one owner's unpaid orders one is placed at a time. An account that is closed at the same
    /// moment gets no order that its closing doesn't see: that takes both of these locks.
    init(_ order: PreparedOrder, _ work: Work) throws {
        let payers = Set(order.encoded.tenders.compactMap { $0.payer })
        let person: ID<Person>? = if case .person(let id) = order.owner { id } else { nil }
        let isSeenByWallet = person.map { payers.contains($0) } ?? true
        if order.unpaidLimit != nil || !isSeenByWallet {
            try work.tx.lock(.unpaidOrders(of: order.owner))
        }
        unpaid =
            order.unpaidLimit == nil
            ? nil : try OrderStore.askOpenUnpaidCount(of: order.owner, tx: work.tx)
        account =
            if let person, !isSeenByWallet { try PersonStore.askExists(person, tx: work.tx) } else {
                nil
            }
        for payer in payers.sorted(by: { $0.rawValue < $1.rawValue }) {
            let wallet = LedgerAccount.wallet(payer)
            try work.tx.lock(.balance(of: wallet))
            wallets[payer] = try LedgerStore.askBalance(of: wallet, heldBy: payer, tx: work.tx)
        }
    }

    /// Refuses who has no account any more, or too many unpaid orders.
    func check(_ order: PreparedOrder) throws {
        if let account, try account.value != true { throw Denial.signInNeeded }
        for wallet in wallets.values {
            guard try wallet.value != nil else { throw Denial.signInNeeded }
        }
        if let limit = order.unpaidLimit, let count = try unpaid?.value, count >= limit {
            throw PlaceOrderRefusal.tooManyUnpaid(limit: limit)
        }
    }

    /// What the wallets hold, where each has what is to be taken from it.
    func funds(
        for order: PreparedOrder
    ) throws -> [LedgerAccount: LedgerStore.Balance] {
        var balances: [LedgerAccount: LedgerStore.Balance] = [:]
        for tender in order.encoded.tenders {
            guard let payer = tender.payer, let balance = try wallets[payer]?.value else {
                continue
            }
            guard balance.amount >= tender.amount else {
                throw PlaceOrderRefusal.insufficientFunds(
                    balance: balance.amount, needed: tender.amount,
                    order.encoded.quote.currency)
            }
            balances[.wallet(payer)] = balance
        }
        return balances
    }
}
