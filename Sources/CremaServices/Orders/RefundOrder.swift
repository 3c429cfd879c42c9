package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why nothing of an order is given back.
package enum RefundOrderRefusal: Error, Sendable, Hashable {
    case problem(RefundProblem)
    /// Somebody has to say why.
    case reasonMissing
    /// A reason above `Limits.reasonCharacters`.
    case reasonTooLong
    /// Nobody gives own money back.
    case ownOrder
    /// A part would go to the wallet of somebody who has no account any more.
    case walletClosed
    /// The payment provider can't give such a sum back to the card.
    case cardCannotTake
    /// Somebody else was first, in the same instant.
    case lostRace
}

/// Gives back a part of what was paid of an order, or all that is left, to the tenders it came
/// from. The order stays what it is.
package struct RefundOrder: UseCase {
    package static let name = "refundOrder"
    package typealias Refusal = RefundOrderRefusal

    package let id: ID<Order>
    package let wish: RefundWish
    package let reason: String
    /// From `If-Match`.
    package let seenVersion: Int64?
    private let provider: (any PaymentProvider)?

    package init(
        id: ID<Order>, wish: RefundWish, reason: String, seenVersion: Int64?,
        provider: (any PaymentProvider)?
    ) {
        self.provider = provider
        self.id = id
        self.wish = wish
        self.reason = reason
        self.seenVersion = seenVersion
    }

    /// A refund, and the order it is of, as it stands then.
    package struct Refunded: Sendable {
        package let refund: Refund
        package let order: Order
        /// The order's right after it.
        package let version: Int64
    }

    package var locks: [LockName] { [.order(id)] }

    package func load(_ tx: Transaction) throws -> OrderRecord? {
        try OrderStore.find(id, tx: tx)
    }

    package func access(_ subject: OrderRecord?) -> Access {
        .orderStaff(subject, atLeast: .manager)
    }

    package func guardedVersion(_ subject: OrderRecord?) -> VersionGuard? {
        subject.map { VersionGuard(current: $0.order.version, seen: seenVersion) }
    }

    package func run(_ subject: OrderRecord?, _ work: Work) throws -> Refunded {
        guard let record = subject,
            let location = try LocationStore.location(
                record.order.quote.locationID, tx: work.tx)
        else { throw Denial.notFound }
        let order = record.order
        guard !work.actor.owns(record) else { throw RefundOrderRefusal.ownOrder }
        guard !reason.allSatisfy(\.isWhitespace) else { throw RefundOrderRefusal.reasonMissing }
        if Limits.exceeds(reason, characters: Limits.reasonCharacters) {
            throw RefundOrderRefusal.reasonTooLong
        }
        let refund: Refund
        do throws(RefundProblem) {
            refund = try order.refund(
                wish, reason: reason, at: work.now, cashStep: location.cashStep)
        } catch {
            throw RefundOrderRefusal.problem(error)
        }
        try giveBackCards(refund, of: order, work)
        try checkWallets(refund, of: order, work)
        try OrderStore.insert(refund, of: id, tx: work.tx)
        for posting in try Posting.refund(refund, of: order) {
            try work.post(posting, at: location)
        }
        guard
            try OrderStore.settle(
                id, from: order.version, due: order.due, at: work.now, tx: work.tx)
        else { throw RefundOrderRefusal.lostRace }
        work.audit(
            id.rawValue, before: "paid \(order.refundable.minorUnits)",
            after: "refund \(refund.amount.minorUnits): \(reason)")
        guard let now = try OrderStore.find(id, tx: work.tx) else { throw Denial.notFound }
        work.tell(.order(now, at: work.now))
        return Refunded(refund: refund, order: now.order, version: now.order.version)
    }

    private func checkWallets(_ refund: Refund, of order: Order, _ work: Work) throws {
        for part in refund.parts {
            let payer = order.tenders.first { $0.number == part.tender }?.payer
            guard let payer else { continue }
            // Whoever closes the account at this moment waits, or was first.
            try work.tx.lock(.balance(of: .wallet(payer)))
            guard try PersonStore.exists(payer, tx: work.tx) else {
                throw RefundOrderRefusal.walletClosed
            }
        }
    }

    private func giveBackCards(_ refund: Refund, of order: Order, _ work: Work) throws {
        for part in refund.parts {
            let isCard = order.tenders.contains { $0.number == part.tender && $0.kind == .card }
            guard isCard else { continue }
            guard provider?.canGiveBack(part.amount, order.quote.currency) ?? true else {
                throw RefundOrderRefusal.cardCannotTake
            }
            let purpose = PaymentPurpose.order(id, tender: part.tender)
            let payment = try PaymentStore.list(of: id, tx: work.tx).first {
                $0.purpose == purpose && $0.state == .captured
            }
            guard let payment else { throw LostPayment(id: ID(id.rawValue)) }
            try work.giveBack(part.amount, of: payment)
        }
    }

    package func kept(_ output: Refunded) -> KeptAnswer {
        KeptAnswer(
            status: 201, subject: id.rawValue,
            body: Array("\(output.refund.number);\(output.version)".utf8))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Refunded {
        let numbers = String(decoding: record.response ?? [], as: UTF8.self)
            .split(separator: ";").compactMap { Int64($0) }
        guard let found = try OrderStore.find(ID(record.subject), tx: tx), numbers.count == 2,
            let refund = found.order.refunds.first(where: { $0.number == numbers[0] })
        else { throw StoredValueError(subject: record.subject, column: "request") }
        return Refunded(refund: refund, order: found.order, version: numbers[1])
    }
}
