import CremaDomain
import CremaSQL
import CremaStore

/// What must hold of whoever places an order: asked for all at once, and looked at once the call
/// number is drawn, with which it comes.
struct PlacingCustomer {
    /// How many unpaid orders are open, where there is a limit.
    private let unpaid: Asked<Int>?
    /// Whether the account is there, where no wallet of its own pays.
    private let account: Asked<Bool>?
    /// What wallets hold once they have paid. One that has enough belongs to somebody: an account
    /// is closed only when nothing is left in it.
    private let wallets: [LedgerAccount: Asked<LedgerStore.Balance>]
    /// Where the location's till stands, if one pays.
    private let lastSession: Asked<TillStore.LastSession>?

    /// Of one owner's unpaid orders one is placed at a time; and an account that is closed at the
    /// same moment gets no order that its closing doesn't see.
    init(_ order: PreparedOrder, _ work: Work) throws {
        let payers = order.encoded.tenders.compactMap { $0.payer }
        let person: ID<Person>? = if case .person(let id) = order.owner { id } else { nil }
        let isPaying = person.map { payers.contains($0) } ?? false
        let mustExist = person != nil && !isPaying
        if order.unpaidLimit != nil || mustExist {
            try work.tx.lock(.unpaidOrders(of: order.owner))
        }
        unpaid =
            order.unpaidLimit == nil
            ? nil : try OrderStore.askOpenUnpaidCount(of: order.owner, tx: work.tx)
        account =
            if mustExist, let person { try PersonStore.askExists(person, tx: work.tx) } else {
                nil
            }
        var wallets: [LedgerAccount: Asked<LedgerStore.Balance>] = [:]
        for tender in order.encoded.tenders {
            guard let payer = tender.payer else { continue }
            let wallet = LedgerAccount.wallet(payer)
            // Whoever posts draws the posting's number and changes the balance under it, so that
            // an account's entries are in the order of its balances.
            try work.tx.lock(.balance(of: wallet))
            wallets[wallet] = try LedgerStore.askTake(tender.amount, from: wallet, tx: work.tx)
        }
        self.wallets = wallets
        lastSession =
            wallets.isEmpty
            ? nil : try TillStore.askTill(at: order.encoded.locationID, tx: work.tx)
    }

    /// Which day what is paid is posted on.
    func till() throws -> Till {
        try lastSession.map { try TillStore.till($0) } ?? .unused
    }

    /// Refuses who has no account any more, or too many unpaid orders.
    func check(_ order: PreparedOrder) throws {
        if let account, try account.value != true { throw Denial.signInNeeded }
        if let limit = order.unpaidLimit, let count = try unpaid?.value, count >= limit {
            throw PlaceOrderRefusal.tooManyUnpaid(limit: limit)
        }
    }

    /// What is left in the wallets, where each had what was to be taken from it.
    func balances(
        after order: PreparedOrder, _ work: Work
    ) throws -> [LedgerAccount: LedgerStore.Balance] {
        var balances: [LedgerAccount: LedgerStore.Balance] = [:]
        for tender in order.encoded.tenders {
            guard let payer = tender.payer else { continue }
            let wallet = LedgerAccount.wallet(payer)
            guard let balance = try wallets[wallet]?.value else {
                guard try PersonStore.exists(payer, tx: work.tx) else {
                    throw Denial.signInNeeded
                }
                throw PlaceOrderRefusal.insufficientFunds(
                    balance: try LedgerStore.balance(of: wallet, tx: work.tx).amount,
                    needed: tender.amount, order.encoded.quote.currency)
            }
            balances[wallet] = balance
        }
        return balances
    }
}
