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
        } catch let denial as Denial {
            throw .denied(denial)
        } catch let error as SQLError where error.isWorthAnotherTry {
            throw .unavailable(error)
        } catch {
            throw .broken(error)
        }
    }
}
