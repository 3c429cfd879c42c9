import CremaDomain
import CremaSQL
import CremaStore

/// Holds the provider's word against the books: in whatever order it comes, late or often, what it
/// pays for is paid once, and what was charged for nothing goes back.
struct SettlePayment: UseCase {
    static let name = "settlePayment"
    typealias Refusal = RecordPaymentRefusal

    /// As it was found before; only what never changes of it is used.
    let known: Payment
    let status: ProviderStatus

    struct Found {
        let payment: Payment
        let order: OrderRecord?
        let location: Location
    }

    var locks: [LockName] {
        switch known.purpose {
        case .order(let id, _): [.order(id), .payment(known.id)]
        case .topUp: [.payment(known.id)]
        }
    }

    func load(_ tx: Transaction) throws -> Found? {
        guard let payment = try PaymentStore.find(known.id, tx: tx),
            let location = try LocationStore.location(payment.locationID, tx: tx)
        else { return nil }
        var order: OrderRecord?
        if case .order(let id, _) = payment.purpose { order = try OrderStore.find(id, tx: tx) }
        return Found(payment: payment, order: order, location: location)
    }

    func access(_ subject: Found?) -> Access { .system }

    func run(_ subject: Found?, _ work: Work) throws -> Payment {
        guard let subject else { throw Denial.notFound }
        let payment = subject.payment
        // Given up as never told of, and told of meanwhile.
        if known.reference == nil, payment.reference != nil { return payment }
        switch payment.state.step(on: status) {
        case .none: return payment
        case .authorize: try authorize(subject, work)
        case .capture: try capture(subject, work)
        case .returnCapture:
            try returnCapture(subject, work)
        // The provider is told, too: nobody goes on with it from the customer's side.
        case .fail(let why):
            let dueAt = payment.reference == nil ? nil : work.now
            try work.move(payment, to: .failed, decline: why, dueAt: dueAt)
        case .close: try work.move(payment, to: .failed, dueAt: nil)
        case .cancel: try work.move(payment, to: .cancelled, dueAt: nil)
        case .callOff: try work.move(payment, to: .cancelling, dueAt: work.now)
        case .lose(let why): try lose(subject, why, work)
        }
        return try found(work)
    }

    private func found(_ work: Work) throws -> Payment {
        guard let payment = try PaymentStore.find(known.id, tx: work.tx) else {
            throw Denial.notFound
        }
        return payment
    }

    private func tender(_ subject: Found, in state: TenderState) -> Tender? {
        guard case .order(_, let number) = subject.payment.purpose else { return nil }
        return subject.order?.order.tenders.first {
            $0.number == number && $0.kind == .card && $0.state == state
        }
    }

    /// The bank has set the money aside: it is captured, if what it pays for still waits.
    private func authorize(_ subject: Found, _ work: Work) throws {
        guard try stillWaits(subject, work) else {
            return try work.move(subject.payment, to: .cancelling, dueAt: work.now)
        }
        try work.move(subject.payment, to: .authorized, dueAt: work.now)
        guard let record = subject.order, let tender = tender(subject, in: .pending) else {
            return
        }
        var order = record.order
        try change(&order, tender, to: .held, work)
        _ = try work.settle(order, at: subject.location)
    }

    private func stillWaits(_ subject: Found, _ work: Work) throws -> Bool {
        switch subject.payment.purpose {
        case .order:
            return subject.order?.order.state == .awaitingPayment
                && tender(subject, in: .pending) != nil
        case .topUp(let person):
            let wallet = LedgerAccount.wallet(person)
            try work.tx.lock(.balance(of: wallet))
            let balance = try LedgerStore.balance(of: wallet, tx: work.tx).amount
            return try PersonStore.exists(person, tx: work.tx)
                && balance.minorUnits <= Limits.mostInWallet - subject.payment.amount.minorUnits
        }
    }

    private func returnCapture(_ subject: Found, _ work: Work) throws {
        try work.post(try .lateCharge(subject.payment), at: subject.location)
        try work.move(subject.payment, to: .captured, dueAt: nil)
        try work.giveBack(subject.payment.amount, of: try found(work))
    }

    /// The shop has the money.
    private func capture(_ subject: Found, _ work: Work) throws {
        let payment = subject.payment
        switch payment.purpose {
        case .order:
            guard let record = subject.order, let tender = tender(subject, in: .held) else {
                return try returnCapture(subject, work)
            }
            try work.move(payment, to: .captured, dueAt: nil)
            var order = record.order
            try work.post(try .capture(of: tender, for: order), at: subject.location)
            try change(&order, tender, to: .captured, work)
            _ = try work.settle(order, at: subject.location)
        case .topUp(let person):
            try work.move(payment, to: .captured, dueAt: nil)
            try work.tx.lock(.balance(of: .wallet(person)))
            let topUp = TopUp(
                id: ID(payment.id.rawValue), person: person, amount: payment.amount, kind: .card)
            try work.post(try .topUp(topUp), at: subject.location)
        }
    }

    /// The bank takes back what it had promised: the order is due again, wherever it stands.
    private func lose(_ subject: Found, _ why: PaymentDecline, _ work: Work) throws {
        try work.move(subject.payment, to: .failed, decline: why, dueAt: nil)
        guard let record = subject.order, let tender = tender(subject, in: .held) else { return }
        var order = record.order
        try change(&order, tender, to: .released, work)
        _ = try work.settle(order, at: subject.location)
    }

    private func change(
        _ order: inout Order, _ tender: Tender, to state: TenderState, _ work: Work
    ) throws {
        guard
            try OrderStore.mark(
                tender: tender.number, of: order.id, state, from: tender.state, at: work.now,
                tx: work.tx),
            let index = order.tenders.firstIndex(where: { $0.number == tender.number })
        else { throw RecordPaymentRefusal.lostRace }
        order.tenders[index] = tender.inState(state)
    }

    func kept(_ output: Payment) -> KeptAnswer {
        KeptAnswer(status: 200, subject: output.id.rawValue)
    }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Payment {
        guard let payment = try PaymentStore.find(ID(record.subject), tx: tx) else {
            throw StoredValueError(subject: record.subject, column: "request")
        }
        return payment
    }
}

/// Notes the provider's name for a charge: the first one stays.
struct NoteReference: UseCase {
    static let name = "noteReference"
    typealias Refusal = Never

    let id: ID<Payment>
    let reference: String

    var locks: [LockName] { [.payment(id)] }

    func load(_ tx: Transaction) throws {}

    func access(_ subject: Void) -> Access { .system }

    func run(_ subject: Void, _ work: Work) throws -> Payment {
        _ = try PaymentStore.note(reference: reference, of: id, tx: work.tx)
        guard let payment = try PaymentStore.find(id, tx: work.tx) else { throw Denial.notFound }
        return payment
    }

    func kept(_ output: Payment) -> KeptAnswer {
        KeptAnswer(status: 200, subject: output.id.rawValue)
    }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Payment {
        throw StoredValueError(subject: record.subject, column: "request")
    }
}

/// Notes how giving money back ended.
struct SettleRefund: UseCase {
    static let name = "settleRefund"
    typealias Refusal = Never

    let refund: PaymentRefund
    let state: PaymentRefund.State

    var locks: [LockName] { [.payment(refund.payment)] }

    func load(_ tx: Transaction) throws -> Payment? {
        try PaymentStore.find(refund.payment, tx: tx)
    }

    func access(_ subject: Payment?) -> Access { .system }

    func run(_ subject: Payment?, _ work: Work) throws -> Bool {
        guard let payment = subject,
            try RefundStore.end(refund.id, state, tx: work.tx)
        else { return false }
        guard state == .done else {
            work.audit(
                payment.id.rawValue, before: "refund \(refund.amount.minorUnits)",
                after: "the provider won't give it back")
            return true
        }
        // What came too late was owed until now; all else was taken back when it was decided.
        if try LedgerStore.isPosted(.lateCharge(payment), tx: work.tx),
            let location = try LocationStore.location(payment.locationID, tx: work.tx)
        {
            try work.post(try .lateRefund(payment), at: location)
        }
        return true
    }

    func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 200, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { false }
}
