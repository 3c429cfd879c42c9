package import CremaDomain
package import CremaSQL
package import CremaStore

/// Gives somebody who works here another role at a place, or takes the one held there.
package struct ChangeRole: UseCase {
    package typealias Refusal = StaffRefusal
    package static let name = "changeRole"

    package let person: ID<Person>
    /// Nil for all places.
    package let locationID: ID<Location>?
    /// Nil takes the role.
    package let role: Role?

    package init(person: ID<Person>, locationID: ID<Location>?, role: Role?) {
        self.person = person
        self.locationID = locationID
        self.role = role
    }

    // Of two owners who take each other's role at once one stays.
    package var locks: [LockName] { [.staff] }

    package func load(_ tx: Transaction) throws -> Membership? {
        try PersonStore.memberships(of: person, tx: tx).first { $0.locationID == locationID }
    }

    package func access(_ subject: Membership?) -> Access { .anyStaff(atLeast: .manager) }

    package func run(_ subject: Membership?, _ work: Work) throws -> Bool {
        guard let subject else { throw Denial.notFound }
        guard Staffing.mayGive(subject, work.actor) else { throw Denial.forbidden }
        if let role {
            guard role.isStaff else { throw StaffRefusal.roleNotOfStaff }
            let next = Membership(locationID: locationID, role: role)
            guard Staffing.mayGive(next, work.actor) else { throw Denial.forbidden }
            guard next != subject else { return false }
            try keepAnOwner(subject, next: role, work)
            try PersonStore.setMembership(next, of: person, tx: work.tx)
            work.audit(person.rawValue, before: subject.words, after: next.words)
        } else {
            try keepAnOwner(subject, next: nil, work)
            _ = try StaffStore.removeMembership(of: person, at: locationID, tx: work.tx)
            work.audit(person.rawValue, before: subject.words, after: "")
        }
        return true
    }

    private func keepAnOwner(_ held: Membership, next: Role?, _ work: Work) throws {
        guard held.role == .owner, held.locationID == nil, next != .owner else { return }
        guard try StaffStore.ownerCount(tx: work.tx) > 1 else { throw StaffRefusal.lastOwner }
    }

    package func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}

/// Withdraws an invitation that nobody has answered.
package struct WithdrawInvitation: UseCase {
    package typealias Refusal = StaffRefusal
    package static let name = "withdrawInvitation"

    package let id: ID<Invitation>

    package init(id: ID<Invitation>) {
        self.id = id
    }

    package func load(_ tx: Transaction) throws -> InvitationRecord? {
        try InvitationStore.find(id, tx: tx)
    }

    package func access(_ subject: InvitationRecord?) -> Access { .anyStaff(atLeast: .manager) }

    package func run(_ subject: InvitationRecord?, _ work: Work) throws -> Bool {
        guard let subject, Staffing.mayGive(subject.membership, work.actor),
            try InvitationStore.withdraw(id, tx: work.tx)
        else { throw Denial.notFound }
        work.audit(id.rawValue, before: "invited as \(subject.membership.words)", after: "")
        return true
    }

    package func kept(_ output: Bool) -> KeptAnswer { KeptAnswer(status: 204, subject: "") }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Bool { true }
}

extension Membership {
    /// For the audit log.
    package var words: String { "\(role.rawValue) at \(locationID?.rawValue ?? "all")" }
}
