package import CremaDomain
package import CremaSQL
package import CremaStore

/// Someone's own account.
package struct Account: Sendable {
    package let person: PersonRecord
    package let memberships: [Membership]
    /// Latest first.
    package let sessions: [SessionSummary]
    /// Orders of the browser in use that belong to no account.
    package let claimableOrders: Int
}

/// The actor's own account.
package struct AccountQuery: Query {
    /// Sessions at most; those beyond it are older.
    private static let sessions = 100

    package init() {}

    package func load(_ scope: ReadScope) throws -> PersonRecord? {
        try scope.actor.person.flatMap { try PersonStore.find($0, tx: scope.tx) }
    }

    package func access(_ subject: PersonRecord?) -> Access { .signedIn }

    package func answer(_ subject: PersonRecord?, _ scope: ReadScope) throws -> Account {
        guard let subject else { throw Denial.signInNeeded }
        let device = scope.actor.device
        return Account(
            person: subject,
            memberships: try PersonStore.memberships(of: subject.id, tx: scope.tx),
            sessions: try SessionStore.list(
                of: subject.id, at: scope.now, limit: AccountQuery.sessions, tx: scope.tx),
            claimableOrders: try device.map {
                try OrderStore.count(of: .device($0), tx: scope.tx)
            } ?? 0)
    }
}

/// Why an account stays as it is.
package enum ChangeAccountRefusal: Error, Sendable, Hashable {
    case nameMissing
    /// Above `Limits.nameCharacters`.
    case nameTooLong
}

/// Changes what the actor is called, and whether news are wanted.
package struct ChangeAccount: UseCase {
    package typealias Refusal = ChangeAccountRefusal
    package static let name = "changeAccount"

    package let person: ID<Person>?
    package let personName: String
    /// Nil leaves it as it is.
    package let wantsNews: Bool?

    package init(person: ID<Person>?, personName: String, wantsNews: Bool?) {
        self.person = person
        self.personName = personName
        self.wantsNews = wantsNews
    }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try person.flatMap { try PersonStore.find($0, tx: tx) }
    }

    package func access(_ subject: PersonRecord?) -> Access { .person(subject?.id) }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> PersonRecord {
        guard let subject else { throw Denial.notFound }
        if personName.isEmpty { throw ChangeAccountRefusal.nameMissing }
        if Limits.exceeds(personName, characters: Limits.nameCharacters) {
            throw ChangeAccountRefusal.nameTooLong
        }
        try PersonStore.set(
            name: personName, wantsNews: wantsNews, of: subject.id, at: work.now, tx: work.tx)
        guard let changed = try PersonStore.find(subject.id, tx: work.tx) else {
            throw Denial.notFound
        }
        return changed
    }

    package func kept(_ output: PersonRecord) -> KeptAnswer {
        KeptAnswer(status: 200, subject: output.id.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> PersonRecord {
        guard let person = try PersonStore.find(ID(record.subject), tx: tx) else {
            throw Denial.notFound
        }
        return person
    }
}

/// Why a password stays.
package enum ChangePasswordRefusal: Error, Sendable, Hashable {
    /// The one before isn't that.
    case wrong
    case password(PasswordProblem)
}

extension Services {
    /// Replaces the actor's password, and ends all other sessions: somebody may have known it.
    package func changePassword(
        from old: String, to new: String, accessToken: String, by actor: Actor
    ) async throws(Failure<ChangePasswordRefusal>) {
        let person = try await confirmed(old, by: actor, else: ChangePasswordRefusal.wrong)
        let hash: String
        do throws(PasswordProblem) {
            try PasswordPolicy.check(new, email: person.email)
        } catch {
            throw .refused(.password(error))
        }
        do {
            hash = try await passwords.kept(new)
        } catch {
            throw .broken(error)
        }
        _ = try await perform(
            ReplacePassword(
                person: person, hash: hash, keeping: Hash.sha256(Array(accessToken.utf8))),
            by: actor)
    }

    /// The actor's account, if that is its password.
    func confirmed<Refusal: Error & Sendable>(
        _ password: String, by actor: Actor, else refusal: Refusal
    ) async throws(Failure<Refusal>) -> PersonRecord {
        guard let id = actor.person else { throw .denied(.signInNeeded) }
        let found: PersonRecord?
        do {
            found = try await database.read { tx in try PersonStore.find(id, tx: tx) }
        } catch {
            throw Failure(ReadFailure(of: error))
        }
        guard let person = found else { throw .denied(.signInNeeded) }
        guard await passwords.verify(password, against: person.passwordHash) else {
            throw .refused(refusal)
        }
        return person
    }
}

/// Puts a hash in place of the one that was looked at.
struct ReplacePassword: UseCase {
    typealias Refusal = ChangePasswordRefusal
    static let name = "changePassword"

    let person: PersonRecord
    let hash: String
    /// The session in use, by its access token's hash.
    let keeping: [UInt8]

    var locks: [LockName] { [.account(person.email)] }

    func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(person.id, tx: tx)
    }

    func access(_ subject: PersonRecord?) -> Access { .person(subject?.id) }

    func run(_ subject: PersonRecord?, _ work: Work) throws -> Bool {
        // Replaced elsewhere meanwhile: that one isn't known to be the actor's.
        guard subject?.passwordHash == person.passwordHash else {
            throw ChangePasswordRefusal.wrong
        }
        _ = try PersonStore.setPassword(hash, of: person.id, tx: work.tx)
        try SessionStore.deleteOthers(of: person.id, accessHash: keeping, tx: work.tx)
        work.audit(person.id.rawValue, before: "", after: "password")
        return true
    }

    func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}
