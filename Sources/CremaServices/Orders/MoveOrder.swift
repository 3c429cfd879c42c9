package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why an order doesn't move.
package enum MoveOrderRefusal: Error, Sendable, Hashable {
    /// The table of moves says no.
    case transition(TransitionRefusal, state: OrderState, version: Int64)
    /// A reason above `Limits.reasonCharacters`.
    case reasonTooLong
    /// Somebody else was first, in the same instant.
    case lostRace
}

/// Moves an order to another state.
package struct MoveOrder: UseCase {
    package static let name = "moveOrder"
    package typealias Refusal = MoveOrderRefusal

    package let id: ID<Order>
    package let target: OrderState
    package let reason: String
    /// From `If-Match`.
    package let seenVersion: Int64?

    package init(id: ID<Order>, target: OrderState, reason: String = "", seenVersion: Int64?) {
        self.id = id
        self.target = target
        self.reason = reason
        self.seenVersion = seenVersion
    }

    package var locks: [LockName] { [.order(id)] }

    package func load(_ tx: Transaction) throws -> OrderRecord? {
        try OrderStore.find(id, tx: tx)
    }

    package func access(_ subject: OrderRecord?) -> Access { .order(subject) }

    package func guardedVersion(_ subject: OrderRecord?) -> VersionGuard? {
        subject.map { VersionGuard(current: $0.order.version, seen: seenVersion) }
    }

    package func settled(_ subject: OrderRecord?) -> OrderRecord? {
        subject?.order.state == target ? subject : nil
    }

    package func run(_ subject: OrderRecord?, _ work: Work) throws -> OrderRecord {
        guard let record = subject else { throw Denial.notFound }
        let order = record.order
        if Limits.exceeds(reason, characters: Limits.reasonCharacters) {
            throw MoveOrderRefusal.reasonTooLong
        }
        let isStaff = work.actor.role(at: order.quote.locationID).isStaff
        // Nobody gives own money back: of an own order that is paid, staff are customers.
        let isOwnRefund = work.actor.owns(record) && target == .cancelled && order.isPaidInPart
        let mover: OrderActor =
            work.actor == .system ? .system : isStaff && !isOwnRefund ? .staff : .customer
        do throws(TransitionRefusal) {
            try order.state.checkMove(
                to: target, by: mover, facts: order.facts(at: work.now, reason: reason))
        } catch {
            throw MoveOrderRefusal.transition(error, state: order.state, version: order.version)
        }
        guard
            try OrderStore.move(
                id, from: order.version, to: target, reason: reason, at: work.now, tx: work.tx)
        else { throw MoveOrderRefusal.lostRace }
        if target == .cancelled || target == .expired { try giveBack(record, work) }
        guard let moved = try OrderStore.find(id, tx: work.tx) else { throw Denial.notFound }
        if isStaff {
            work.audit(
                id.rawValue, before: order.state.rawValue,
                after: reason.isEmpty ? target.rawValue : "\(target.rawValue): \(reason)")
        }
        work.tell(.order(moved, at: work.now))
        return moved
    }

    /// What the order took goes back: tenders, and stock where nothing was made yet; a line ticked
    /// off is made, whatever the order's state.
    private func giveBack(_ record: OrderRecord, _ work: Work) throws {
        let order = record.order
        try giveBackCards(order, work)
        // Before the accounts, as when an order is placed.
        if !record.stock.isEmpty { try work.tx.lock(.location(order.quote.locationID)) }
        try OrderStore.returnTenders(of: id, at: work.now, tx: work.tx)
        let refunds = try Posting.releases(of: order) + Posting.refunds(of: order)
        if !refunds.isEmpty {
            let location = try LocationStore.location(order.quote.locationID, tx: work.tx)
            guard let location else { throw Denial.notFound }
            for refund in refunds { try work.post(refund, at: location) }
        }
        guard order.state == .pending || order.state == .awaitingPayment,
            record.doneLines.isEmpty
        else { return }
        var isMenuChanged = false
        for taken in record.stock {
            let left = try MenuStore.returnStock(
                of: taken.thing, count: taken.count, at: order.quote.locationID, tx: work.tx)
            isMenuChanged = isMenuChanged || left != nil
        }
        if isMenuChanged {
            let version = try MenuStore.touch(order.quote.locationID, tx: work.tx)
            work.tell(.menu(version, at: order.quote.locationID, work.now))
        }
    }

    /// What cards were charged goes back to them; what isn't charged yet won't be.
    private func giveBackCards(_ order: Order, _ work: Work) throws {
        guard order.tenders.contains(where: { $0.kind == .card }) else { return }
        for payment in try PaymentStore.list(of: id, tx: work.tx) {
            guard case .order(_, let number) = payment.purpose else { continue }
            if payment.state == .captured,
                order.tenders.contains(where: { $0.number == number && $0.state == .captured })
            {
                let left = payment.amount - order.refunded(of: number)
                if left > .zero { try work.giveBack(left, of: payment) }
            } else if payment.state == .open || payment.state == .authorized {
                try work.callOff(payment)
            }
        }
    }

    package func kept(_ output: OrderRecord) -> KeptAnswer {
        KeptAnswer(
            status: 200, subject: output.order.id.rawValue,
            body: KeptOrder.encode(output.order))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> OrderRecord {
        try KeptOrder.replay(record, tx)
    }
}

extension Order {
    /// Some of its money is taken or set aside.
    fileprivate var isPaidInPart: Bool {
        tenders.contains { $0.state == .captured || $0.state == .held }
    }
}

/// Keeps which step of an order an answer showed: enough to give it again, since all else of an
/// order is frozen.
enum KeptOrder {
    static func encode(_ order: Order) -> [UInt8] {
        let tenders = order.tenders.map {
            "\($0.number),\($0.kind.rawValue),\($0.amount.minorUnits),\($0.state.rawValue),"
                + "\($0.rounding.minorUnits)"
        }
        return Array(
            """
            \(order.version);\(order.state.rawValue);\
            \(order.timeline.count)/\(order.refunds.count);\
            \(tenders.joined(separator: "|"));\(order.reason)
            """.utf8)
    }

    static func replay(_ record: RequestRecord, _ tx: Transaction) throws -> OrderRecord {
        guard var stored = try OrderStore.find(ID(record.subject), tx: tx),
            let body = record.response
        else { throw StoredValueError(subject: record.subject, column: "request") }
        // By bytes: a reason that begins with a combining mark would hide the separator before it.
        let parts = body.split(
            separator: UInt8(ascii: ";"), maxSplits: 4, omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard parts.count == 5, let version = Int64(parts[0]),
            let state = OrderState(rawValue: String(parts[1])),
            // Kept before there were refunds: steps alone.
            case let counts = parts[2].split(separator: "/").map({ Int($0) }),
            let first = counts.first, let steps = first
        else { throw StoredValueError(subject: record.subject, column: "request") }
        stored.order.version = version
        stored.order.state = state
        stored.order.timeline = Array(stored.order.timeline.prefix(steps))
        let refunds = counts.count > 1 ? counts[1] ?? 0 : 0
        stored.order.refunds = Array(stored.order.refunds.prefix(refunds))
        let payers = Dictionary(
            uniqueKeysWithValues: stored.order.tenders.map { ($0.number, $0.payer) })
        stored.order.tenders = try parts[3].split(separator: "|").map { text in
            let fields = text.split(separator: ",")
            guard fields.count == 5, let number = Int(fields[0]),
                let kind = TenderKind(rawValue: String(fields[1])), let amount = Int64(fields[2]),
                let state = TenderState(rawValue: String(fields[3])),
                let rounding = Int64(fields[4])
            else { throw StoredValueError(subject: record.subject, column: "request") }
            return Tender(
                number: number, kind: kind, amount: Money(amount), state: state,
                rounding: Money(rounding),
                payer: payers[number] ?? nil)
        }
        stored.order.reason = String(parts[4])
        return stored
    }
}
