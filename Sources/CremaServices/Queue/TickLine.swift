package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a line isn't ticked.
package enum TickLineRefusal: Error, Sendable, Hashable {
    /// The order has no such line.
    case unknownLine
    /// The order isn't being worked on any more.
    case orderIsOver(OrderState)
    /// The order waits to be paid first.
    case orderIsUnpaid
}

/// Ticks a line of a ticket off, or takes the tick back.
///
/// It doesn't change the order's version: a tick on one tablet must not make a tap on another
/// stale.
package struct TickLine: UseCase {
    package static let name = "tickLine"
    package typealias Refusal = TickLineRefusal

    package let id: ID<Order>
    /// Counted from 1.
    package let line: Int
    package let isDone: Bool

    package init(id: ID<Order>, line: Int, isDone: Bool) {
        self.id = id
        self.line = line
        self.isDone = isDone
    }

    package var locks: [LockName] { [.order(id)] }

    package func load(_ tx: Transaction) throws -> OrderRecord? {
        try OrderStore.find(id, tx: tx)
    }

    package func access(_ subject: OrderRecord?) -> Access {
        .orderStaff(subject, atLeast: .barista)
    }

    package func settled(_ subject: OrderRecord?) -> OrderRecord? {
        guard let subject, subject.doneLines.contains(line - 1) == isDone,
            subject.order.quote.lines.indices.contains(line - 1)
        else { return nil }
        return subject
    }

    package func run(_ subject: OrderRecord?, _ work: Work) throws -> OrderRecord {
        guard let record = subject else { throw Denial.notFound }
        guard !record.order.state.isFinal else {
            throw TickLineRefusal.orderIsOver(record.order.state)
        }
        guard record.order.state != .awaitingPayment else { throw TickLineRefusal.orderIsUnpaid }
        guard
            try OrderStore.mark(
                line: line, of: id, doneAt: isDone ? work.now : nil, tx: work.tx),
            let ticked = try OrderStore.find(id, tx: work.tx)
        else { throw TickLineRefusal.unknownLine }
        let (open, done) = ("line \(line) open", "line \(line) done")
        work.audit(id.rawValue, before: isDone ? open : done, after: isDone ? done : open)
        work.tell(
            Event(
                at: work.now, kind: .ticket, subject: id.rawValue,
                version: record.order.version,
                locationID: record.order.quote.locationID.rawValue, owner: record.owner.text,
                payload: #"{"line":\#(line),"isDone":\#(isDone)}"#))
        return ticked
    }

    package func kept(_ output: OrderRecord) -> KeptAnswer {
        KeptAnswer(
            status: 200, subject: output.order.id.rawValue, body: KeptOrder.encode(output.order))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> OrderRecord {
        try KeptOrder.replay(record, tx)
    }
}
