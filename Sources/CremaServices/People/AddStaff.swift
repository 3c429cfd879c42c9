package import CremaDomain
package import CremaSQL
package import CremaStore

/// Why nobody is added.
package enum AddStaffRefusal: Error, Sendable, Hashable {
    case emailNotPlausible
    case unknownLocation
    /// A new account needs a password.
    case passwordMissing
}

/// Gives a person a role at a location, or at all; makes the account where there is none. On the
/// command line only: who stands before the machine may.
package struct AddStaff: UseCase {
    package typealias Refusal = AddStaffRefusal
    package static let name = "addStaff"

    package let email: String
    package let personName: String
    package let membership: Membership
    /// Of a new account, or in place of the one before.
    package let passwordHash: String?
    package let newID: ID<Person>

    package init(
        email: String, personName: String, membership: Membership, passwordHash: String?,
        newID: ID<Person>
    ) {
        self.email = email
        self.personName = personName
        self.membership = membership
        self.passwordHash = passwordHash
        self.newID = newID
    }

    package var locks: [LockName] { [.account(EmailAddress.normalized(email))] }

    package func load(_ tx: Transaction) throws -> PersonRecord? {
        try PersonStore.find(email: EmailAddress.normalized(email), tx: tx)
    }

    package func access(_ subject: PersonRecord?) -> Access { .system }

    package func run(_ subject: PersonRecord?, _ work: Work) throws -> ID<Person> {
        let address = EmailAddress.normalized(email)
        guard EmailAddress.isPlausible(address) else { throw AddStaffRefusal.emailNotPlausible }
        if let location = membership.locationID,
            try MenuStore.version(at: location, tx: work.tx) == nil
        {
            throw AddStaffRefusal.unknownLocation
        }
        let id: ID<Person>
        if let subject {
            id = subject.id
            if let passwordHash {
                _ = try PersonStore.setPassword(passwordHash, of: id, tx: work.tx)
                // Whoever knows the old one is out.
                try SessionStore.deleteAll(of: id, tx: work.tx)
            }
        } else {
            guard let passwordHash else { throw AddStaffRefusal.passwordMissing }
            id = newID
            _ = try PersonStore.insert(
                PersonRecord(id: id, email: address, name: personName, passwordHash: passwordHash),
                at: work.now, tx: work.tx)
        }
        let before = try PersonStore.memberships(of: id, tx: work.tx)
            .first { $0.locationID == membership.locationID }
        try PersonStore.setMembership(membership, of: id, tx: work.tx)
        work.audit(id.rawValue, before: before?.words ?? "", after: membership.words)
        return id
    }

    package func kept(_ output: ID<Person>) -> KeptAnswer {
        KeptAnswer(status: 200, subject: output.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> ID<Person> {
        ID(record.subject)
    }
}
