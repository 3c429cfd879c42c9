package import CremaDomain
package import CremaSQL
import CremaStore

/// A read, as a value: what is asked for and who may see it.
package protocol Query: Sendable {
    /// What is read, before it is known whether the actor may see it.
    associatedtype Subject
    associatedtype Output: Sendable

    func load(_ scope: ReadScope) throws -> Subject

    /// Who may see it.
    func access(_ subject: Subject) -> Access

    /// The answer.
    func answer(_ subject: Subject, _ scope: ReadScope) throws -> Output
}

/// What a query has at hand.
package struct ReadScope {
    package let tx: Transaction
    package let actor: Actor
    package let now: Timestamp
}

/// Why a read has no answer.
package enum ReadFailure: Error, Sendable {
    /// The actor may not, or there is nothing.
    case denied(Denial)
    /// The database is overloaded or away.
    case unavailable(SQLError)
    /// A mistake of ours; its text is for the log.
    case broken(any Error)
}

extension ReadFailure {
    /// What an error of a read amounts to: the one place that tells a database that is away from a
    /// mistake of ours.
    init(of error: any Error) {
        switch error {
        case let failure as ReadFailure: self = failure
        case let denial as Denial: self = .denied(denial)
        case let error as SQLError where error.isWorthAnotherTry: self = .unavailable(error)
        default: self = .broken(error)
        }
    }
}

extension Failure {
    /// A use case that failed because something couldn't be read for it.
    init(_ failure: ReadFailure) {
        switch failure {
        case .denied(let denial): self = .denied(denial)
        case .unavailable(let error): self = .unavailable(error)
        case .broken(let error): self = .broken(error)
        }
    }
}

extension Services {
    /// Reads on one snapshot, for a person.
    package func read<Q: Query>(
        _ query: Q, by actor: Actor
    ) async throws(ReadFailure) -> Q.Output {
        let now = environment.now()
        do {
            return try await database.read { tx in
                let scope = ReadScope(tx: tx, actor: actor, now: now)
                let subject = try query.load(scope)
                try actor.check(query.access(subject))
                return try query.answer(subject, scope)
            }
        } catch {
            throw ReadFailure(of: error)
        }
    }
}
