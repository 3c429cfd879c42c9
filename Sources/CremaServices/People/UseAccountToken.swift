package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why a link of a mail opens nothing.
package enum AccountTokenRefusal: Error, Sendable, Hashable {
    /// Not one of ours, used, or too old.
    case notValid
    case password(PasswordProblem)
}

extension Services {
    /// Sets a new password by the link of a mail, and ends all sessions. Returns whose.
    package func resetPassword(
        token: String, to new: String
    ) async throws(Failure<AccountTokenRefusal>) -> ID<Person> {
        let person = try await holder(of: token, .passwordReset)
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
        _ = try await perform(ResetPassword(person: person, hash: hash), by: .nobody)
        return person.id
    }

    /// Whose a token is, where it is valid now.
    package func holder(
        of token: String, _ kind: AccountToken
    ) async throws(Failure<AccountTokenRefusal>) -> PersonRecord {
        let person: PersonRecord?
        do {
            person = try await database.read { tx in
                try kind.person(of: token).flatMap { try PersonStore.find($0, tx: tx) }
            }
        } catch {
            throw Failure(ReadFailure(of: error))
        }
        guard let person,
            kind.isValid(token, for: person, at: environment.now(), environment.secrets)
        else { throw .refused(.notValid) }
        return person
    }
}

/// Puts a hash in place of the one that the link was made for.
struct ResetPassword: UseCase {
    typealias Refusal = AccountTokenRefusal
    static let name = "resetPassword"

    let person: PersonRecord
    let hash: String

    var locks: [LockName] { [.account(person.email)] }

    func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(person.id, tx: tx)
    }

    func access(_ subject: PersonRecord?) -> Access { .everybody }

    func run(_ subject: PersonRecord?, _ work: Work) throws -> Bool {
        guard subject?.passwordHash == person.passwordHash else {
            throw AccountTokenRefusal.notValid
        }
        _ = try PersonStore.setPassword(hash, of: person.id, tx: work.tx)
        // Whoever has the link reads the address's mails.
        try PersonStore.verifyEmail(of: person.id, at: work.now, tx: work.tx)
        try SessionStore.deleteAll(of: person.id, tx: work.tx)
        work.audit(person.id.rawValue, before: "", after: "password by mail")
        return true
    }

    func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}

/// Notes that whose the account is reads the address's mails. Done again it changes nothing.
package struct VerifyEmail: UseCase {
    package typealias Refusal = AccountTokenRefusal
    package static let name = "verifyEmail"

    package let token: String
    private let environment: Environment

    package init(token: String, environment: Environment) {
        self.token = token
        self.environment = environment
    }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try AccountToken.emailVerification.person(of: token)
            .flatMap { try PersonStore.find($0, tx: tx) }
    }

    package func access(_ subject: PersonRecord?) -> Access { .everybody }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> ID<Person> {
        guard let subject,
            AccountToken.emailVerification.isValid(
                token, for: subject, at: work.now, environment.secrets)
        else { throw AccountTokenRefusal.notValid }
        try PersonStore.verifyEmail(of: subject.id, at: work.now, tx: work.tx)
        return subject.id
    }

    package func kept(_ output: ID<Person>) -> KeptAnswer {
        KeptAnswer(status: 204, subject: output.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> ID<Person> {
        ID(record.subject)
    }
}
