import CremaDomain
import CremaSQL
import CremaStore

extension Work {
    /// Calls off what can still charge somebody; the provider is told right after the commit. One
    /// that has moved on since it was found is left to itself.
    func callOff(_ found: Payment) throws {
        try tx.lock(.payment(found.id))
        guard let payment = try PaymentStore.find(found.id, tx: tx),
            payment.state == found.state, !payment.state.isFinal
        else { return }
        try move(payment, to: .cancelling, dueAt: now)
    }

    /// Moves a payment on; where there is work on it, whoever does that is called.
    func move(
        _ payment: Payment, to state: PaymentState, decline: PaymentDecline? = nil,
        dueAt: Timestamp?
    ) throws {
        let isMoved = try PaymentStore.move(
            payment.id, from: payment.state, to: state, decline: decline, dueAt: dueAt, tx: tx)
        guard isMoved else { throw LostPayment(id: payment.id) }
        if dueAt != nil { callForPaymentWork() }
    }

    /// Gives back what a card was charged. The books have it already; the provider is told right
    /// after the commit.
    func giveBack(_ amount: Money, of payment: Payment) throws {
        try tx.lock(.payment(payment.id))
        let earlier = try RefundStore.list(of: payment.id, tx: tx)
        let left = payment.amount - earlier.sum { $0.amount }
        guard payment.state == .captured, amount > .zero, amount <= left else {
            throw LostPayment(id: payment.id)
        }
        let refund = PaymentRefund(
            id: ID("\(payment.id.rawValue)-r\(earlier.count + 1)"), payment: payment.id,
            amount: amount, createdAt: now)
        try RefundStore.insert(refund, tx: tx)
        callForPaymentWork()
    }

    private func callForPaymentWork() {
        guard !events.contains(where: { $0.kind == .payment }) else { return }
        tell(
            Event(
                at: now, kind: .payment, subject: "", version: 0, locationID: "", owner: "",
                payload: "{}"))
    }

    /// An order got a part of its money, in this transaction: notes what is still due, makes sums
    /// set aside for it the shop's once nothing else is waited for, and lets the bar have it.
    ///
    /// - Parameter paid: the order with its tenders as they are by now, at the version before.
    func settle(_ paid: Order, at location: Location) throws -> OrderRecord {
        var order = paid
        let waits = order.tenders.waitForPayment(of: order.quote.total, at: location)
        if !waits {
            for (index, tender) in order.tenders.enumerated() where tender.isSetAside {
                try post(try .capture(of: tender, for: order), at: location)
                guard
                    try OrderStore.mark(
                        tender: tender.number, of: order.id, .captured, from: .held, at: now,
                        tx: tx)
                else { throw RecordPaymentRefusal.lostRace }
                order.tenders[index] = tender.inState(.captured)
            }
        }
        let next: OrderState? = order.state == .awaitingPayment && !waits ? .pending : nil
        guard
            try OrderStore.settle(
                order.id, from: order.version, due: order.tenders.due(of: order.quote.total),
                to: next, at: now, tx: tx)
        else { throw RecordPaymentRefusal.lostRace }
        guard let record = try OrderStore.find(order.id, tx: tx) else { throw Denial.notFound }
        tell(.order(record, at: now))
        return record
    }
}

extension [Tender] {
    /// Whether the bar doesn't get their order yet.
    func waitForPayment(of total: Money, at location: Location) -> Bool {
        contains { $0.kind == .card && $0.state == .pending }
            || due(of: total) > .zero && !location.makesUnpaidOrders
    }
}

/// A payment isn't where it was found a moment ago, under its own lock: a mistake of ours.
struct LostPayment: Error, CustomStringConvertible {
    let id: ID<Payment>

    var description: String { "the payment \(id) isn't where it was" }
}
