package import CremaDomain
package import CremaSQL
package import CremaStore

/// The link of an invitation: `<invitation>.<proof>`. It is over when it was answered, withdrawn or
/// has become too old, which the invitation's row says.
package enum InvitationToken {
    package static func text(of id: ID<Invitation>, _ secrets: Secrets) -> String {
        secrets.signed(id.rawValue, purpose: "invitation")
    }

    package static func invitation(of text: String, _ secrets: Secrets) -> ID<Invitation>? {
        secrets.verified(text, purpose: "invitation").flatMap { ID(checking: $0) }
    }
}

/// An invitation as the one invited sees it.
package struct InvitationQuery: Query {
    package struct Invited: Sendable {
        package let invitation: InvitationRecord
        /// Name of who invites; empty where there is no such account any more.
        package let inviter: String
        /// The address has an account already.
        package let hasAccount: Bool
        /// The actor's address is the one invited.
        package let isActor: Bool
    }

    /// Nil where the token was no link of ours.
    private let id: ID<Invitation>?

    package init(id: ID<Invitation>?) {
        self.id = id
    }

    package func load(_ scope: ReadScope) throws -> InvitationRecord? {
        try id.flatMap { try InvitationStore.find($0, tx: scope.tx) }
    }

    package func access(_ subject: InvitationRecord?) -> Access { .everybody }

    package func answer(_ subject: InvitationRecord?, _ scope: ReadScope) throws -> Invited {
        guard let subject, subject.acceptedAt == nil, scope.now < subject.expiresAt else {
            throw Denial.notFound
        }
        let account = try PersonStore.find(email: subject.email, tx: scope.tx)
        return Invited(
            invitation: subject,
            inviter: try PersonStore.find(subject.invitedBy, tx: scope.tx)?.name ?? "",
            hasAccount: account != nil,
            isActor: account != nil && account?.id == scope.actor.person)
    }
}

/// Takes the role that the actor was invited to.
package struct AcceptInvitation: UseCase {
    package typealias Refusal = StaffRefusal
    package static let name = "acceptInvitation"

    package let id: ID<Invitation>

    /// - Parameter id: what a link that was verified names.
    package init(id: ID<Invitation>) {
        self.id = id
    }

    package var locks: [LockName] { [.staff] }

    package func load(_ tx: Transaction) throws -> InvitationRecord? {
        try InvitationStore.find(id, tx: tx)
    }

    package func access(_ subject: InvitationRecord?) -> Access { .signedIn }

    package func run(_ subject: InvitationRecord?, _ work: Work) throws -> Membership {
        guard let subject, let actor = work.actor.person,
            let person = try PersonStore.find(actor, tx: work.tx)
        else { throw StaffRefusal.notValid }
        guard person.email == subject.email else { throw StaffRefusal.otherAddress }
        return try AcceptInvitation.accept(subject, as: person.id, work)
    }

    /// Within another change: signing up by the link.
    static func accept(
        _ invitation: InvitationRecord, as person: ID<Person>, _ work: Work
    ) throws -> Membership {
        guard work.now < invitation.expiresAt,
            try InvitationStore.accept(invitation.id, at: work.now, tx: work.tx)
        else { throw StaffRefusal.notValid }
        // Whoever invited may have lost the say since.
        let memberships = try PersonStore.memberships(of: invitation.invitedBy, tx: work.tx)
        let inviter = Actor(person: invitation.invitedBy, memberships: memberships)
        guard Staffing.mayGive(invitation.membership, inviter) else {
            throw StaffRefusal.notValid
        }
        let before = try PersonStore.memberships(of: person, tx: work.tx)
            .first { $0.locationID == invitation.membership.locationID }
        try PersonStore.setMembership(invitation.membership, of: person, tx: work.tx)
        // The link came by mail.
        try PersonStore.verifyEmail(of: person, at: work.now, tx: work.tx)
        work.audit(
            person.rawValue, before: before?.words ?? "", after: invitation.membership.words)
        return invitation.membership
    }

    package func kept(_ output: Membership) -> KeptAnswer {
        KeptAnswer(status: 200, subject: id.rawValue)
    }

    package func replay(_ record: RequestRecord, _ tx: Transaction) throws -> Membership {
        guard let invitation = try InvitationStore.find(ID(record.subject), tx: tx) else {
            throw Denial.notFound
        }
        return invitation.membership
    }
}
