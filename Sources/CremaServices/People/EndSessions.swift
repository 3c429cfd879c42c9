package import CremaDomain
package import CremaSQL
package import CremaStore

/// Ends sessions of the actor's own: one of them, or all but the one in use.
package struct EndSessions: UseCase {
    package typealias Refusal = Never
    package static let name = "endSessions"

    package enum Which: Sendable, Hashable {
        case one(id: String)
        /// By the access token in use.
        case allBut(accessToken: String)
    }

    package let person: ID<Person>?
    package let which: Which

    package init(person: ID<Person>?, which: Which) {
        self.person = person
        self.which = which
    }

    package func load(_ tx: Transaction) throws {}

    package func access(_ subject: Void) -> Access { .signedIn }

    package func run(_ subject: Void, _ work: Work) throws -> Bool {
        guard let person else { throw Denial.signInNeeded }
        switch which {
        case .one(let id):
            guard try SessionStore.delete(id: id, of: person, tx: work.tx) else {
                throw Denial.notFound
            }
        case .allBut(let token):
            try SessionStore.deleteOthers(
                of: person, accessHash: Hash.sha256(Array(token.utf8)), tx: work.tx)
        }
        return true
    }

    package func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}
