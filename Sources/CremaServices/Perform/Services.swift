package import CremaDomain
package import CremaSQL
import CremaStore
import Synchronization

/// What the server gives to the services: time, ids and secrets enter here and nowhere else.
package struct Environment: Sendable {
    package let now: @Sendable () -> Timestamp
    /// 128 unpredictable bits.
    package let random: @Sendable () -> (UInt64, UInt64)
    /// Rules of a time zone.
    package let zone: @Sendable (ZoneID) throws -> ZoneRules
    package let secrets: Secrets

    package init(
        now: @escaping @Sendable () -> Timestamp,
        random: @escaping @Sendable () -> (UInt64, UInt64),
        zone: @escaping @Sendable (ZoneID) throws -> ZoneRules, secrets: Secrets
    ) {
        self.now = now
        self.random = random
        self.zone = zone
        self.secrets = secrets
    }

    /// A new time-ordered id.
    package func makeID<Subject>(_ type: Subject.Type = Subject.self) -> ID<Subject> {
        ID(TimeOrderedID.make(milliseconds: now().milliseconds, random: random()))
    }
}

/// The door to everything that changes or reads a shop.
package struct Services: Sendable {
    package let database: any Database
    package let environment: Environment
    package let hub: EventHub
    package let places: Places
    package let passwords: PasswordHasher
    /// Charges cards; nil where the shop takes none.
    package let provider: (any PaymentProvider)?

    package init(
        database: any Database, environment: Environment,
        provider: (any PaymentProvider)? = nil
    ) {
        self.provider = provider
        self.database = database
        self.environment = environment
        hub = EventHub()
        places = Places(database: database, environment: environment)
        passwords = PasswordHasher()
        hub.listen { [places] event in
            guard event.kind == .menu || event.kind == .location else { return }
            places.markAllStale()
        }
    }

    /// Performs a change for a person under an idempotency key.
    ///
    /// In this order: the key's first answer again; who may; already as asked for; the version;
    /// the use case's own rules. Events and the key are written in the same transaction; events
    /// are told once it is durable.
    package func perform<U: UseCase>(
        _ useCase: U, by actor: Actor, key: RequestKey? = nil
    ) async throws(Failure<U.Refusal>) -> Performed<U.Output> {
        var isKeyFirst = !U.outrunsItsKey
        for _ in 0..<Services.attemptsByKey {
            do {
                return try await attempt(useCase, by: actor, key: key, isKeyFirst: isKeyFirst)
            } catch let error as SQLError where key != nil && error.isAnsweredByItsKey {
                // The key tells what became of it: it is found, or it wasn't done.
                isKeyFirst = true
            } catch is DoneBefore {
                isKeyFirst = true
            } catch {
                throw failure(error)
            }
        }
        do {
            return try await attempt(useCase, by: actor, key: key, isKeyFirst: true)
        } catch {
            throw failure(error)
        }
    }

    private static let attemptsByKey = 2

    private func attempt<U: UseCase>(
        _ useCase: U, by actor: Actor, key: RequestKey?, isKeyFirst: Bool
    ) async throws -> Performed<U.Output> {
        let now = environment.now()
        let (hub, zone) = (hub, environment.zone)
        return try await database.write(in: useCase.lane) { tx in
            for lock in useCase.locks { try tx.lock(lock) }
            let earlier = try key.map { try RequestStore.ask($0.nameHash, tx: tx) }
            if let key, isKeyFirst || earlier?.isAnswered == true,
                let record = try earlier?.value
            {
                guard record.nameHash == key.nameHash, record.bodyHash == key.bodyHash else {
                    throw Stop<U.Refusal>(.keyReused)
                }
                return Performed(output: try useCase.replay(record, tx), isReplay: true)
            }
            let subject = try useCase.load(tx)
            do throws(Denial) {
                try actor.check(useCase.access(subject))
            } catch {
                throw Stop<U.Refusal>(.denied(error))
            }
            let work = Work(tx: tx, actor: actor, now: now, action: U.name, zone: zone)
            if let output = try useCase.settled(subject) {
                try finish(work, useCase: useCase, output: output, key: key, hub: hub)
                return Performed(output: output, isReplay: false)
            }
            if let version = useCase.guardedVersion(subject) {
                guard let seen = version.seen else { throw Stop<U.Refusal>(.versionMissing) }
                guard seen == version.current else {
                    throw Stop<U.Refusal>(.stale(current: version.current))
                }
            }
            let output = try run(useCase, subject, work, unless: earlier)
            try finish(work, useCase: useCase, output: output, key: key, hub: hub)
            return Performed(output: output, isReplay: false)
        }
    }

    /// What was done before under the key isn't done again, and isn't refused either.
    private func run<U: UseCase>(
        _ useCase: U, _ subject: U.Subject, _ work: Work, unless earlier: Asked<RequestRecord>?
    ) throws -> U.Output {
        let result: Result<U.Output, any Error>
        do {
            result = .success(try useCase.run(subject, work))
        } catch let error as SQLError {
            throw error
        } catch {
            result = .failure(error)
        }
        if try earlier?.value != nil { throw DoneBefore() }
        return try result.get()
    }

    private func failure<Refusal>(_ error: any Error) -> Failure<Refusal> {
        switch error {
        case let stop as Stop<Refusal>: stop.failure
        case let denial as Denial: .denied(denial)
        case let refusal as Refusal: .refused(refusal)
        case let error as SQLError where error.isWorthAnotherTry: .unavailable(error)
        default: .broken(error)
        }
    }

    /// What follows every answer: audit rows, the answer by its key, and events last. One that
    /// found nothing to do has its key kept, too: sent again later it would be a new wish.
    private func finish<U: UseCase>(
        _ work: Work, useCase: U, output: U.Output, key: RequestKey?, hub: EventHub
    ) throws {
        for row in work.audits { try AuditStore.append(row, tx: work.tx) }
        if let key {
            let kept = try useCase.kept(output)
            try RequestStore.insert(
                RequestRecord(
                    nameHash: key.nameHash, bodyHash: key.bodyHash, status: kept.status,
                    subject: kept.subject, response: kept.body, at: work.now), tx: work.tx)
        }
        guard !work.events.isEmpty else { return }
        let events = Told(work.events)
        work.tx.beforeCommit { tx in try events.append(tx) }
        work.tx.afterCommit { hub.publish(events.all) }
    }
}

/// Undoes what was begun before its key told that it was done already.
private struct DoneBefore: Error {}

/// Carries a failure out of a transaction, which it undoes.
private struct Stop<Refusal: Error & Sendable>: Error {
    let failure: Failure<Refusal>

    init(_ failure: Failure<Refusal>) {
        self.failure = failure
    }
}

/// Events of one transaction, which get their ids when it is about to commit.
private final class Told: Sendable {
    private let events: Mutex<[Event]>

    init(_ events: [Event]) {
        self.events = Mutex(events)
    }

    var all: [Event] { events.withLock { $0 } }

    func append(_ tx: Transaction) throws {
        try EventStore.append(all, tx: tx) { index, id in
            self.events.withLock { $0[index].id = id }
        }
    }
}

extension SQLError {
    /// It may have been done, by this request or by the same one sent to another instance.
    fileprivate var isAnsweredByItsKey: Bool {
        switch kind {
        case .outcomeUnknown: true
        case .constraint(let constraint): constraint.table == "request"
        default: false
        }
    }

    /// Overload, a full, absent or failing disk: not the request's fault, and not for ever.
    package var isWorthAnotherTry: Bool {
        switch kind {
        case .busy, .closed, .diskFull, .connectionLost, .outcomeUnknown, .readOnly, .io: true
        default: isTransient
        }
    }
}
