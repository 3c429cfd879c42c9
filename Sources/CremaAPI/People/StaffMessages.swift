/// A role at a place.
public struct RoleValue: Codable, Hashable, Sendable {
    /// Which place; nil for all.
    public let locationId: String?
    /// `barista`, `manager` or `owner`.
    public let role: String

    /// A role.
    public init(locationId: String?, role: String) {
        self.locationId = locationId
        self.role = role
    }
}

/// Someone who works for the shop.
public struct StaffMemberValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// The name.
    public let name: String
    /// Address of the account.
    public let email: String
    /// What it may do where.
    public let roles: [RoleValue]

    /// One of the staff.
    public init(id: String, name: String, email: String, roles: [RoleValue]) {
        self.id = id
        self.name = name
        self.email = email
        self.roles = roles
    }
}

/// An invitation that waits for an answer.
public struct InvitationValue: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Whom the mail went to.
    public let email: String
    /// Which place; nil for all.
    public let locationId: String?
    /// `barista`, `manager` or `owner`.
    public let role: String
    /// RFC 3339: when it is over.
    public let expiresAt: String

    /// An invitation.
    public init(
        id: String, email: String, locationId: String?, role: String, expiresAt: String
    ) {
        self.id = id
        self.email = email
        self.locationId = locationId
        self.role = role
        self.expiresAt = expiresAt
    }
}

/// `GET /api/v1/staff`.
public struct StaffResponse: Codable, Hashable, Sendable {
    /// Everyone who works where the caller manages, by name.
    public let staff: [StaffMemberValue]
    /// Who is invited, latest first.
    public let invitations: [InvitationValue]

    /// The staff.
    public init(staff: [StaffMemberValue], invitations: [InvitationValue]) {
        self.staff = staff
        self.invitations = invitations
    }
}

/// `POST /api/v1/invitations`.
public struct InvitationRequest: Codable, Hashable, Sendable {
    /// Whom the mail goes to.
    public let email: String
    /// `barista`, `manager` or `owner`.
    public let role: String
    /// Which place; all where it isn't said.
    public let locationId: String?

    /// An invitation.
    public init(email: String, role: String, locationId: String? = nil) {
        self.email = email
        self.role = role
        self.locationId = locationId
    }
}

/// `PUT /api/v1/staff/{id}/roles/{location}`.
public struct RoleRequest: Codable, Hashable, Sendable {
    /// `barista`, `manager` or `owner`.
    public let role: String

    /// A role.
    public init(role: String) {
        self.role = role
    }
}
