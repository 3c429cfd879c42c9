import CremaDomain
import CremaStore

/// Looks through some charges of cards for those that what they paid for doesn't know.
package struct AuditPayments: Audit {
    private let after: String
    private let limit: Int

    package init(after: String, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func page(_ scope: ReadScope) throws -> AuditPage<String, String> {
        let payments = try PaymentStore.page(after: after, limit: limit, tx: scope.tx)
        var findings: [String] = []
        for payment in payments {
            findings += try wrong(payment, scope).map { "payment \(payment.id): \($0)" }
        }
        return AuditPage(
            count: payments.count, findings: findings,
            next: payments.count < limit ? nil : payments.last?.id.rawValue)
    }

    private func wrong(_ payment: Payment, _ scope: ReadScope) throws -> [String] {
        var words: [String] = []
        let refunds = try RefundStore.list(of: payment.id, tx: scope.tx)
        let refunded = refunds.reduce(Int128(0)) { $0 + Int128($1.amount.minorUnits) }
        let most = payment.state == .captured ? Int128(payment.amount.minorUnits) : 0
        if refunded > most {
            words.append("\(refunded) is given back of \(most)")
        }
        let hour: Int64 = 3_600_000
        if payment.state == .authorized || payment.state == .cancelling,
            scope.now.milliseconds - payment.createdAt.milliseconds > hour
        {
            words.append("it is \(payment.state.rawValue) for more than an hour")
        }
        for refund in refunds
        where refund.state == .wanted
            && scope.now.milliseconds - refund.createdAt.milliseconds > 72 * hour
        {
            words.append("\(refund.amount) should have gone back days ago")
        }
        for refund in refunds where refund.state == .failed {
            words.append(
                "the provider won't give \(refund.amount) back: it has to be done in another way")
        }
        if try !isBooked(payment, refunded, scope) {
            words.append("it is \(payment.state.rawValue), and what it pays for doesn't know it")
        }
        return words
    }

    private func isBooked(
        _ payment: Payment, _ refunded: Int128, _ scope: ReadScope
    ) throws -> Bool {
        let states: [TenderState]
        switch payment.state {
        case .open, .cancelling, .cancelled, .failed: return true
        case .authorized: states = [.held]
        case .captured: states = [.captured, .refunded]
        }
        if payment.state == .captured,
            try LedgerStore.isPosted(.lateCharge(payment), tx: scope.tx)
        {
            return true
        }
        switch payment.purpose {
        case .topUp(let person):
            let topUp = TopUp(
                id: ID(payment.id.rawValue), person: person, amount: payment.amount, kind: .card)
            return payment.state == .authorized
                ? true : try LedgerStore.isPosted(.topUp(topUp), tx: scope.tx)
        case .order(let id, let number):
            let tender = try OrderStore.find(id, tx: scope.tx)?.order.tenders
                .first { $0.number == number }
            guard let tender, tender.kind == .card, tender.amount == payment.amount,
                states.contains(tender.state)
            else { return false }
            return tender.state != .refunded || refunded == Int128(payment.amount.minorUnits)
        }
    }
}
