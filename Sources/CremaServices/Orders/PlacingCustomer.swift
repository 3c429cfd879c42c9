import CremaDomain
import CremaSQL
import CremaStore

/// What must hold of whoever places an order, and what their wallet pays: asked for all at once,
/// and looked at once the call number is drawn, with which it comes.
struct PlacingCustomer {
    /// How many unpaid orders are open, where there is a limit.
    private let unpaid: Asked<Int>?
    /// Whether the account is there, where no wallet pays: one that has enough belongs to somebody,
    /// since an account is closed only when nothing is left in it.
    private let account: Asked<Bool>?
    private let wallet: Wallet?

    /// What the wallet pays is taken from it by asking; an order has one such tender at most.
    private struct Wallet {
        let payer: ID<Person>
        let tender: Tender
        let left: Asked<LedgerStore.Balance>
        let lastSession: Asked<TillStore.LastSession>

        var account: LedgerAccount { .wallet(payer) }
    }

    /// Of one owner's unpaid orders one is placed at a time; and an account that is closed at the
    /// same moment, which takes both of these locks, gets no order that its closing doesn't see.
    init(_ order: PreparedOrder, _ work: Work) throws {
        let tx = work.tx
        let paying = order.encoded.tenders.first { $0.payer != nil }
        let person: ID<Person>? =
            if paying == nil, case .person(let id) = order.owner { id } else { nil }
        if order.unpaidLimit != nil || person != nil {
            try tx.lock(.unpaidOrders(of: order.owner))
        }
        unpaid =
            order.unpaidLimit == nil
            ? nil : try OrderStore.askOpenUnpaidCount(of: order.owner, tx: tx)
        account = try person.map { try PersonStore.askExists($0, tx: tx) }
        guard let paying, let payer = paying.payer else {
            wallet = nil
            return
        }
        // Under it a posting's number is drawn and the balance changed, so that an account's
        // entries are in the order of its balances.
        try tx.lock(.balance(of: .wallet(payer)))
        wallet = Wallet(
            payer: payer, tender: paying,
            left: try LedgerStore.askTake(paying.amount, from: .wallet(payer), tx: tx),
            lastSession: try TillStore.askTill(at: order.encoded.locationID, tx: tx))
    }

    /// Refuses who has no account any more, or too many unpaid orders.
    func check(_ order: PreparedOrder) throws {
        if let account, try account.value != true { throw Denial.signInNeeded }
        if let limit = order.unpaidLimit, let count = try unpaid?.value, count >= limit {
            throw PlaceOrderRefusal.tooManyUnpaid(limit: limit)
        }
    }

    /// Refuses where the wallet hadn't what was to be taken from it.
    func checkFunds(_ order: PreparedOrder, _ work: Work) throws {
        guard let wallet, try wallet.left.value == nil else { return }
        guard try PersonStore.exists(wallet.payer, tx: work.tx) else { throw Denial.signInNeeded }
        throw PlaceOrderRefusal.insufficientFunds(
            balance: try LedgerStore.balance(of: wallet.account, tx: work.tx).amount,
            needed: wallet.tender.amount, order.encoded.quote.currency)
    }

    /// Posts what the wallet pays at once, or what is set aside of it.
    func post(_ order: PreparedOrder, _ work: Work) throws {
        guard let wallet, let left = try wallet.left.value else { return }
        let encoded = order.encoded
        let postings =
            try Posting.captures(of: encoded.tenders, for: encoded.id, encoded.quote)
            + Posting.holds(of: encoded.tenders, for: encoded.id)
        let till = try TillStore.till(wallet.lastSession)
        for posting in postings {
            try work.post(
                new: posting, at: order.location, till, balances: [wallet.account: left])
        }
    }
}
