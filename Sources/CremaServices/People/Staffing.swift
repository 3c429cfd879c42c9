package import CremaDomain
package import CremaSQL
package import CremaStore

/// Who may give and take roles: an owner all of them; a manager those below a manager's, at a place
/// of their own.
package enum Staffing {
    package static func mayGive(_ membership: Membership, _ actor: Actor) -> Bool {
        // What holds everywhere is given by who holds it everywhere.
        let held = membership.locationID.map { actor.role(at: $0) } ?? actor.roleEverywhere
        switch held {
        case .owner: return membership.role.isStaff
        case .manager: return membership.role == .barista
        case .guest, .customer, .barista: return false
        }
    }
}

/// Why a role isn't given or taken.
package enum StaffRefusal: Error, Sendable, Hashable {
    case emailNotPlausible
    case unknownLocation
    /// A customer's or a guest's isn't a role to give.
    case roleNotOfStaff
    /// The link is over: answered, withdrawn or too old.
    case notValid
    /// The invitation is to another address.
    case otherAddress
    /// Somebody must own the shop.
    case lastOwner
}

/// Everyone who works where the actor manages, and who is invited.
package struct StaffQuery: Query {
    package struct Staff: Sendable {
        package let people: [StaffRecord]
        package let invitations: [InvitationRecord]
    }

    private static let invitations = 200

    package init() {}

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .anyStaff(atLeast: .manager) }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Staff {
        func isSeen(_ membership: Membership) -> Bool {
            let role = membership.locationID.map { scope.actor.role(at: $0) }
            return (role ?? scope.actor.roleEverywhere).rank >= Role.manager.rank
        }
        let people = try StaffStore.list(tx: scope.tx).compactMap { person -> StaffRecord? in
            let seen = person.memberships.filter(isSeen)
            guard !seen.isEmpty else { return nil }
            return StaffRecord(
                id: person.id, name: person.name, email: person.email, memberships: seen)
        }
        let open = try InvitationStore.open(
            at: scope.now, limit: StaffQuery.invitations, tx: scope.tx)
        return Staff(people: people, invitations: open.filter { isSeen($0.membership) })
    }
}

/// Invites somebody to work here. A mail carries the link to answer it.
package struct InviteStaff: UseCase {
    package typealias Refusal = StaffRefusal
    package static let name = "inviteStaff"
    /// How long it can be answered.
    package static let milliseconds: Int64 = 7 * 86_400_000

    package let newID: ID<Invitation>
    package let email: String
    package let membership: Membership
    /// BCP 47 primary tag of the mail's language.
    package let language: String

    package init(
        newID: ID<Invitation>, email: String, membership: Membership, language: String
    ) {
        self.newID = newID
        self.email = email
        self.membership = membership
        self.language = language
    }

    package var locks: [LockName] { [.account(EmailAddress.normalized(email))] }

    package func load(_ tx: Transaction) throws -> Bool {
        guard let location = membership.locationID else { return true }
        return try MenuStore.version(at: location, tx: tx) != nil
    }

    package func access(_ subject: Bool) -> Access { .anyStaff(atLeast: .manager) }

    package func run(_ subject: Bool, _ work: Work) throws -> InvitationRecord {
        guard subject else { throw StaffRefusal.unknownLocation }
        guard membership.role.isStaff else { throw StaffRefusal.roleNotOfStaff }
        guard Staffing.mayGive(membership, work.actor), let inviter = work.actor.person else {
            throw Denial.forbidden
        }
        let address = EmailAddress.normalized(email)
        guard EmailAddress.isPlausible(address) else { throw StaffRefusal.emailNotPlausible }
        let invitation = InvitationRecord(
            id: newID, email: address, membership: membership, invitedBy: inviter,
            createdAt: work.now,
            expiresAt: Timestamp(milliseconds: work.now.milliseconds + InviteStaff.milliseconds))
        try InvitationStore.insert(invitation, tx: work.tx)
        work.ask(
            for: MailWish(mail: .invitation, language: language), about: newID.rawValue)
        work.audit(newID.rawValue, before: "", after: "invited as \(membership.words)")
        return invitation
    }

    package func kept(_ output: InvitationRecord) -> KeptAnswer {
        KeptAnswer(status: 201, subject: output.id.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> InvitationRecord {
        guard let invitation = try InvitationStore.find(ID(record.subject), tx: tx) else {
            throw Denial.notFound
        }
        return invitation
    }
}
