package import CremaDomain
package import CremaSQL
package import CremaStore

/// A change, as a value: its input, who may, what must hold, what is written.
///
/// `Services.perform` runs it inside one transaction. Nothing in it awaits or reaches outside the
/// database, and it may be run again.
package protocol UseCase: Sendable {
    /// What is there before the change, and decides who may.
    associatedtype Subject
    associatedtype Output: Sendable
    /// Everything that can stand against it: a closed set.
    associatedtype Refusal: Error, Sendable

    /// Name in the audit log and in logs: `placeOrder`.
    static var name: String { get }

    /// Whether it is begun before its key has told that it wasn't done yet, to save the time of
    /// waiting; it is undone where it was. For what is hardly ever asked for again, and whose
    /// `load` reads nothing.
    static var outrunsItsKey: Bool { get }

    /// Changes of one lane may share a commit; see `Lane`.
    var lane: Lane { get }

    /// What no other transaction may change between `load` and the commit.
    var locks: [LockName] { get }

    /// Reads what the change is about.
    func load(_ tx: Transaction) throws -> Subject

    /// Who may.
    func access(_ subject: Subject) -> Access

    /// Which version the caller must have seen, for changes of versioned things.
    func guardedVersion(_ subject: Subject) -> VersionGuard?

    /// The answer where things are already as asked for; nil where there is something to do.
    func settled(_ subject: Subject) throws -> Output?

    /// Makes the change. Throws `Refusal`, or what the database throws.
    func run(_ subject: Subject, _ work: Work) throws -> Output

    /// What is kept of the answer under the idempotency key.
    func kept(_ output: Output) throws -> KeptAnswer

    /// The first answer again.
    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Output
}

extension UseCase {
    package static var outrunsItsKey: Bool { false }
    package var lane: Lane { .common }
    package var locks: [LockName] { [] }
    package func guardedVersion(_ subject: Subject) -> VersionGuard? { nil }
    package func settled(_ subject: Subject) throws -> Output? { nil }
}

/// The version a thing has, and the one its caller saw.
package struct VersionGuard: Sendable {
    package let current: Int64
    /// From `If-Match`; nil where it is missing.
    package let seen: Int64?

    package init(current: Int64, seen: Int64?) {
        self.current = current
        self.seen = seen
    }
}

/// What is kept of an answer.
package struct KeptAnswer: Sendable {
    package let status: Int
    package let subject: String
    /// Nil where the answer is worked out again from the subject.
    package let body: [UInt8]?

    package init(status: Int, subject: String, body: [UInt8]? = nil) {
        self.status = status
        self.subject = subject
        self.body = body
    }
}

/// An idempotency key with what it was used for, hashed.
package struct RequestKey: Sendable, Hashable {
    /// SHA-256 of person, method, path and key.
    package let nameHash: [UInt8]
    /// SHA-256 of the body.
    package let bodyHash: [UInt8]

    package init(nameHash: [UInt8], bodyHash: [UInt8]) {
        self.nameHash = nameHash
        self.bodyHash = bodyHash
    }
}

/// What a use case has at hand while it runs.
package final class Work {
    package let tx: Transaction
    package let actor: Actor
    package let now: Timestamp
    private let zone: @Sendable (ZoneID) throws -> ZoneRules
    private(set) var events: [Event] = []
    private(set) var audits: [AuditRow] = []
    private let action: String

    init(
        tx: Transaction, actor: Actor, now: Timestamp, action: String,
        zone: @escaping @Sendable (ZoneID) throws -> ZoneRules
    ) {
        self.zone = zone
        self.tx = tx
        self.actor = actor
        self.now = now
        self.action = action
    }

    /// Tells everyone who follows the stream; written last in the transaction.
    package func tell(_ event: Event) {
        events.append(event)
    }

    /// The location's business date, by its clock.
    func businessDate(at location: Location) throws -> LocalDate {
        try ShopClock(location, zone: zone(location.zone)).businessDate(at: now)
    }

    /// Writes to the books, on the day that ``Till/postingDate(clockDate:)`` says, and tells whose
    /// account it changed.
    package func post(_ posting: Posting, at location: Location) throws {
        for entry in posting.entries where entry.account.isCustomers {
            try tx.lock(.balance(of: entry.account))
        }
        try tx.lock(.drawer(at: location.id).shared)
        let till = try TillStore.till(at: location.id, tx: tx)
        let circumstances = try circumstances(at: location, till)
        tell(of: try LedgerStore.append(posting, circumstances, tx: tx) ?? [:])
    }

    /// The same where the posting's key is new, and what it changes on customers' accounts was
    /// changed before, to `balances`.
    ///
    /// - Parameter till: read under the location's lock, which stands for the drawer's.
    package func post(
        new posting: Posting, at location: Location, _ till: Till,
        balances: [LedgerAccount: LedgerStore.Balance]
    ) throws {
        try LedgerStore.append(
            new: posting, try circumstances(at: location, till), balances: balances, tx: tx)
        tell(of: balances)
    }

    private func circumstances(
        at location: Location, _ till: Till
    ) throws -> LedgerStore.Circumstances {
        LedgerStore.Circumstances(
            at: now, locationID: location.id,
            businessDate: till.postingDate(clockDate: try businessDate(at: location)),
            personID: actor.auditName, session: till.session)
    }

    private func tell(of balances: [LedgerAccount: LedgerStore.Balance]) {
        for (account, balance) in balances {
            guard case .wallet(let person) = account else { continue }
            tell(
                Event(
                    at: now, kind: .wallet, subject: person.rawValue, version: balance.version,
                    locationID: "", owner: Owner.person(person).text, payload: "{}"))
        }
    }

    /// Notes a change by staff in the audit log.
    package func audit(_ subject: String, before: String, after: String) {
        audits.append(
            AuditRow(
                at: now, personID: actor.auditName, action: action, subject: subject,
                before: before, after: after))
    }
}

/// A performed change.
package struct Performed<Output: Sendable>: Sendable {
    package let output: Output
    /// It was done before, under the same key: this is the first answer again.
    package let isReplay: Bool
}

/// Why a use case didn't happen. Nothing was changed.
package enum Failure<Refusal: Error & Sendable>: Error, Sendable {
    /// The use case's own answer.
    case refused(Refusal)
    /// The actor may not, or there is nothing.
    case denied(Denial)
    /// The key was used for another body.
    case keyReused
    /// The caller didn't say which version it saw.
    case versionMissing
    /// The caller saw an older version than this one.
    case stale(current: Int64)
    /// The database is overloaded or away: the same request may succeed soon.
    case unavailable(SQLError)
    /// A mistake of ours; its text is for the log.
    case broken(any Error)
}
