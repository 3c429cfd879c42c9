package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a payment isn't recorded.
package enum RecordPaymentRefusal: Error, Sendable, Hashable {
    /// Only cash and cards of a terminal of its own are taken over the counter.
    case kindNotTaken
    /// It was paid otherwise meanwhile.
    case alreadyPaid
    /// The order was called off or has expired.
    case orderIsOver(OrderState)
    /// Somebody else was first, in the same instant.
    case lostRace
}

/// Records that all that is due was paid over the counter. An order that waited for it goes to the
/// bar, by the same version.
package struct RecordPayment: UseCase {
    package static let name = "recordPayment"
    package typealias Refusal = RecordPaymentRefusal
    package typealias Output = OrderRecord

    package let id: ID<Order>
    package let kind: TenderKind
    package let seenVersion: Int64?

    package init(id: ID<Order>, kind: TenderKind, seenVersion: Int64?) {
        self.id = id
        self.kind = kind
        self.seenVersion = seenVersion
    }

    /// An order with the place it was placed at.
    package struct OrderAtPlace {
        let record: OrderRecord
        let location: Location
    }

    package var locks: [LockName] { [.order(id)] }

    package func load(_ tx: Transaction) throws -> OrderAtPlace? {
        guard let record = try OrderStore.find(id, tx: tx),
            let location = try LocationStore.location(record.order.quote.locationID, tx: tx)
        else { return nil }
        return OrderAtPlace(record: record, location: location)
    }

    package func access(_ subject: OrderAtPlace?) -> Access {
        .orderStaff(subject?.record, atLeast: .barista)
    }

    package func guardedVersion(_ subject: OrderAtPlace?) -> VersionGuard? {
        subject.map { VersionGuard(current: $0.record.order.version, seen: seenVersion) }
    }

    package func settled(_ subject: OrderAtPlace?) -> OrderRecord? {
        guard let record = subject?.record, record.order.due <= .zero,
            record.order.state != .cancelled, record.order.state != .expired,
            record.order.isPaidOverCounter
        else { return nil }
        return record
    }

    package func run(_ subject: OrderAtPlace?, _ work: Work) throws -> OrderRecord {
        guard let subject else { throw Denial.notFound }
        let order = subject.record.order
        guard kind == .cash || kind == .externalCard else {
            throw RecordPaymentRefusal.kindNotTaken
        }
        switch order.state {
        case .cancelled, .expired: throw RecordPaymentRefusal.orderIsOver(order.state)
        case .awaitingPayment, .pending, .preparing, .ready, .completed, .uncollected: break
        }
        let due = order.due
        guard due > .zero else { throw RecordPaymentRefusal.alreadyPaid }
        var paid = order
        paid.tenders = try order.tenders.map { try givenUp($0, work) }
        let rounding = kind == .cash ? subject.location.cashAmount(for: due) - due : .zero
        let tender = Tender(
            number: order.tenders.count + 1, kind: kind, amount: due, state: .captured,
            rounding: rounding)
        try OrderStore.insert(tender, of: id, at: work.now, tx: work.tx)
        try work.post(try .capture(of: tender, for: order), at: subject.location)
        paid.tenders.append(tender)
        let settled = try work.settle(paid, at: subject.location)
        work.audit(
            id.rawValue, before: "due \(due.minorUnits)",
            after: "\(kind.rawValue) \(due.minorUnits + rounding.minorUnits)")
        return settled
    }

    /// What was announced and isn't needed any more: it is paid over the counter instead.
    private func givenUp(_ tender: Tender, _ work: Work) throws -> Tender {
        guard tender.state == .pending else { return tender }
        guard
            try OrderStore.mark(
                tender: tender.number, of: id, .released, from: .pending, at: work.now,
                tx: work.tx)
        else { throw RecordPaymentRefusal.lostRace }
        if tender.kind == .card {
            for payment in try PaymentStore.list(of: id, tx: work.tx) where payment.state == .open {
                try work.callOff(payment)
            }
        }
        return tender.inState(.released)
    }

    package func kept(_ output: OrderRecord) -> KeptAnswer {
        KeptAnswer(
            status: 200, subject: output.order.id.rawValue, body: KeptOrder.encode(output.order))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> OrderRecord {
        try KeptOrder.replay(record, tx)
    }
}

extension Order {
    /// Somebody took money for it at the counter, or there was none to take. What the customer's
    /// card paid meanwhile is news to whoever holds cash.
    fileprivate var isPaidOverCounter: Bool {
        quote.total == .zero
            || tenders.contains {
                ($0.kind == .cash || $0.kind == .externalCard) && $0.state == .captured
            }
    }
}
