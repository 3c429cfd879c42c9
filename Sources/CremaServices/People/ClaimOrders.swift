package import CremaDomain
package import CremaSQL
package import CremaStore

/// Adds orders that were placed without an account to the actor's own: those of the browser in use.
package struct ClaimDeviceOrders: UseCase {
    package typealias Refusal = Never
    package static let name = "claimOrders"

    package let person: ID<Person>?
    package let device: ID<Device>?

    package init(person: ID<Person>?, device: ID<Device>?) {
        self.person = person
        self.device = device
    }

    // As placing does: a closing account gets no more orders.
    package var locks: [LockName] { person.map { [.unpaidOrders(of: .person($0))] } ?? [] }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try person.flatMap { try PersonStore.find($0, tx: tx) }
    }

    package func access(_ subject: PersonRecord?) -> Access { .person(subject?.id) }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> Int {
        guard let person = subject?.id, let device else { return 0 }
        return try OrderStore.hand(from: .device(device), to: .person(person), tx: work.tx)
    }

    package func kept(_ output: Int) -> KeptAnswer {
        KeptAnswer(status: 200, subject: String(output))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Int {
        Int(record.subject) ?? 0
    }
}

/// Adds the order that a guest's token opens to the actor's own.
package struct ClaimOrder: UseCase {
    package typealias Refusal = Never
    package static let name = "claimOrder"

    package let id: ID<Order>

    /// - Parameter id: what a token that was verified names.
    package init(id: ID<Order>) {
        self.id = id
    }

    package var locks: [LockName] { [.order(id)] }

    package func load(_ tx: Transaction) throws -> Owner? {
        try OrderStore.owner(of: id, tx: tx)
    }

    package func access(_ subject: Owner?) -> Access { .signedIn }

    package func run(_ subject: Owner?, _ work: Work) throws -> OrderRecord {
        guard let person = work.actor.person else { throw Denial.signInNeeded }
        try work.tx.lock(.unpaidOrders(of: .person(person)))
        guard try PersonStore.exists(person, tx: work.tx) else { throw Denial.signInNeeded }
        switch subject {
        case .person(let owner) where owner == person: break
        case .token:
            _ = try OrderStore.hand(
                id, from: .token(id), to: .person(person), tx: work.tx)
        case .person, .device, nil:
            // Of somebody else by now, whatever the token opened once.
            throw Denial.notFound
        }
        guard let record = try OrderStore.find(id, tx: work.tx) else { throw Denial.notFound }
        return record
    }

    package func kept(_ output: OrderRecord) -> KeptAnswer {
        KeptAnswer(status: 200, subject: id.rawValue, body: KeptOrder.encode(output.order))
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> OrderRecord {
        try KeptOrder.replay(record, tx)
    }
}
