package import CremaDomain
package import CremaSQL

/// An invitation to work for the shop.
package enum Invitation {}

/// Someone is to get a role, once the address's mail was answered.
package struct InvitationRecord: Sendable, Hashable {
    package let id: ID<Invitation>
    package let email: String
    package let membership: Membership
    package let invitedBy: ID<Person>
    package let createdAt: Timestamp
    package let expiresAt: Timestamp
    /// Nil as long as nobody has answered.
    package let acceptedAt: Timestamp?

    package init(
        id: ID<Invitation>, email: String, membership: Membership, invitedBy: ID<Person>,
        createdAt: Timestamp, expiresAt: Timestamp, acceptedAt: Timestamp? = nil
    ) {
        self.id = id
        self.email = email
        self.membership = membership
        self.invitedBy = invitedBy
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.acceptedAt = acceptedAt
    }
}

/// Invitations.
package enum InvitationStore {
    /// Notes an invitation, in place of those before to the same address and place.
    package static func insert(_ invitation: InvitationRecord, tx: Transaction) throws {
        try tx.execute(
            """
            DELETE FROM invitation
            WHERE email = $1 AND location_id = $2 AND accepted_at IS NULL
            """,
            .text(invitation.email),
            .text(invitation.membership.locationID?.rawValue ?? ""))
        try tx.execute(
            """
            INSERT INTO invitation (id, email, location_id, role, invited_by, created_at,
                expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .text(invitation.id.rawValue), .text(invitation.email),
            .text(invitation.membership.locationID?.rawValue ?? ""),
            .text(invitation.membership.role.rawValue), .text(invitation.invitedBy.rawValue),
            .integer(invitation.createdAt.milliseconds),
            .integer(invitation.expiresAt.milliseconds))
    }

    package static func find(
        _ id: ID<Invitation>, tx: Transaction
    ) throws -> InvitationRecord? {
        try tx.first(
            """
            SELECT id, email, location_id, role, invited_by, created_at, expires_at, accepted_at
            FROM invitation WHERE id = $1
            """, .text(id.rawValue)
        ) { try record($0) }
    }

    /// Those that wait for an answer, latest first.
    package static func open(
        at now: Timestamp, limit: Int, tx: Transaction
    ) throws -> [InvitationRecord] {
        try tx.all(
            """
            SELECT id, email, location_id, role, invited_by, created_at, expires_at, accepted_at
            FROM invitation WHERE accepted_at IS NULL AND expires_at > $1
            ORDER BY created_at DESC, id DESC LIMIT $2
            """, .integer(now.milliseconds), SQLValue(limit)
        ) { try record($0) }
    }

    /// Notes the answer; false where it was answered or withdrawn before.
    package static func accept(
        _ id: ID<Invitation>, at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE invitation SET accepted_at = $1 WHERE id = $2 AND accepted_at IS NULL",
            .integer(now.milliseconds), .text(id.rawValue)) == 1
    }

    /// Withdraws one that nobody has answered.
    package static func withdraw(_ id: ID<Invitation>, tx: Transaction) throws -> Bool {
        try tx.execute(
            "DELETE FROM invitation WHERE id = $1 AND accepted_at IS NULL", .text(id.rawValue))
            == 1
    }

    /// Forgets what is over, and the addresses with it; at most `limit` at a time.
    package static func prune(before: Timestamp, limit: Int, tx: Transaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM invitation
            WHERE id IN (SELECT id FROM invitation WHERE expires_at < $1 LIMIT $2)
            """, .integer(before.milliseconds), SQLValue(limit))
    }

    private static func record(_ row: borrowing Row) throws -> InvitationRecord {
        guard let role = Role(rawValue: row.text(3)) else {
            throw StoredValueError(subject: row.text(0), column: "invitation.role")
        }
        let location = row.text(2)
        return InvitationRecord(
            id: ID(row.text(0)), email: row.text(1),
            membership: Membership(
                locationID: location.isEmpty ? nil : ID(location), role: role),
            invitedBy: ID(row.text(4)), createdAt: Timestamp(milliseconds: row.int(5)),
            expiresAt: Timestamp(milliseconds: row.int(6)),
            acceptedAt: row.intOrNil(7).map { Timestamp(milliseconds: $0) })
    }
}
