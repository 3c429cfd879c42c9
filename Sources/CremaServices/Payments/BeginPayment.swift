package import CremaDomain
import CremaSQL
import CremaStore

/// Why a card isn't charged. Nothing was.
package enum BeginPaymentRefusal: Error, Sendable, Hashable {
    /// The shop takes no cards, or not for this amount.
    case notOffered
    /// Nothing of the order waits for a card: it is paid, over, or paid otherwise.
    case nothingToPay(OrderState)
    /// Not within `Limits.topUp`.
    case amountOutOfRange
    /// The wallet would hold more than `Limits.mostInWallet`.
    case walletFull(balance: Money)
    /// So many were begun of late that somebody may be trying cards out.
    case tooMany
    /// The provider's token for a card isn't one.
    case badMethod
}

/// Begins to charge a card for what an order waits for. An attempt before it that didn't get so far
/// is called off: of all attempts one at most is captured.
struct BeginPayment: UseCase {
    static let name = "beginPayment"
    typealias Refusal = BeginPaymentRefusal

    let newID: ID<Payment>
    let orderID: ID<Order>
    let method: String
    let provider: (any PaymentProvider)?

    var locks: [LockName] { [.order(orderID)] }

    func load(_ tx: Transaction) throws -> OrderRecord? {
        try OrderStore.find(orderID, tx: tx)
    }

    func access(_ subject: OrderRecord?) -> Access { .order(subject) }

    func run(_ subject: OrderRecord?, _ work: Work) throws -> Payment {
        guard let order = subject?.order else { throw Denial.notFound }
        let tender = order.tenders.first { $0.kind == .card && $0.state == .pending }
        let age = work.now.milliseconds - order.placedAt.milliseconds
        guard let tender, order.state == .awaitingPayment, age <= Payment.windowMilliseconds else {
            throw BeginPaymentRefusal.nothingToPay(order.state)
        }
        let payment = Payment(
            id: newID, purpose: .order(orderID, tender: tender.number),
            locationID: order.quote.locationID, amount: tender.amount,
            currency: order.quote.currency, method: method, createdAt: work.now)
        try payment.check(provider)
        let earlier = try PaymentStore.list(of: orderID, tx: work.tx)
        guard earlier.count < Limits.paymentsPerOrder else { throw BeginPaymentRefusal.tooMany }
        for attempt in earlier where attempt.state == .open {
            try work.callOff(attempt)
        }
        try PaymentStore.insert(payment, dueAt: payment.firstLook, tx: work.tx)
        return payment
    }

    func kept(_ output: Payment) -> KeptAnswer { output.kept }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Payment {
        try Payment.again(record, tx)
    }
}

/// Begins to charge a card for the actor's own wallet.
struct BeginTopUp: UseCase {
    static let name = "beginTopUp"
    typealias Refusal = BeginPaymentRefusal

    let newID: ID<Payment>
    let location: Location
    let amount: Money
    let method: String
    let provider: (any PaymentProvider)?

    func load(_ tx: Transaction) throws {}

    func access(_ subject: Void) -> Access { .signedIn }

    func run(_ subject: Void, _ work: Work) throws -> Payment {
        guard let person = work.actor.person else { throw Denial.signInNeeded }
        guard Limits.topUp.contains(amount.minorUnits) else {
            throw BeginPaymentRefusal.amountOutOfRange
        }
        let payment = Payment(
            id: newID, purpose: .topUp(person), locationID: location.id, amount: amount,
            currency: location.currency, method: method, createdAt: work.now)
        try payment.check(provider)
        // One that waits for something is given up for this one.
        for attempt in try PaymentStore.unfinished(of: person, tx: work.tx)
        where attempt.state == .open {
            try work.callOff(attempt)
        }
        let wallet = LedgerAccount.wallet(person)
        try work.tx.lock(.balance(of: wallet))
        guard try PersonStore.exists(person, tx: work.tx) else { throw Denial.signInNeeded }
        let since = Timestamp(
            milliseconds: work.now.milliseconds - Limits.topUpWindowMilliseconds)
        let begun = try PaymentStore.count(of: person, since: since, tx: work.tx)
        guard begun < Limits.topUpsPerWindow else { throw BeginPaymentRefusal.tooMany }
        let balance = try LedgerStore.balance(of: wallet, tx: work.tx).amount
        guard balance.minorUnits <= Limits.mostInWallet - amount.minorUnits else {
            throw BeginPaymentRefusal.walletFull(balance: balance)
        }
        try PaymentStore.insert(payment, dueAt: payment.firstLook, tx: work.tx)
        return payment
    }

    func kept(_ output: Payment) -> KeptAnswer { output.kept }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Payment {
        try Payment.again(record, tx)
    }
}

extension Payment {
    /// When the provider is asked for the first time what became of it, if nobody has said so.
    fileprivate var firstLook: Timestamp {
        Timestamp(milliseconds: createdAt.milliseconds + 60_000)
    }

    fileprivate func check(_ provider: (any PaymentProvider)?) throws(BeginPaymentRefusal) {
        guard let provider, provider.takes(amount, currency) else { throw .notOffered }
        let isToken =
            (1...Limits.paymentMethodCharacters).contains(method.utf8.count)
            && method.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || byte == 0x5F
            }
        // A card's own number has no business here, whoever sends it.
        let isNumber = method.utf8.allSatisfy { (0x30...0x39).contains($0) }
        guard isToken, !isNumber else { throw .badMethod }
    }

    fileprivate var kept: KeptAnswer { KeptAnswer(status: 201, subject: id.rawValue) }

    fileprivate static func again(_ record: RequestRecord, _ tx: Transaction) throws -> Payment {
        guard let payment = try PaymentStore.find(ID(record.subject), tx: tx) else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        return payment
    }
}
