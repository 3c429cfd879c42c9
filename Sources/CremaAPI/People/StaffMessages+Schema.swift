extension RoleValue: Described {
    package static let schemaName = "Role"
    package static let schema = Schema.object(
        "A role at a place.",
        [
            .optional("locationId", .id("Which place; left out for all.")),
            Field("role", .staffRole),
        ])
}

extension StaffMemberValue: Described {
    package static let schemaName = "StaffMember"
    package static let schema = Schema.object(
        "Someone who works for the shop.",
        [
            Field("id", .id("Identity.")), Field("name", .text("The name.")),
            Field("email", .text("Address of the account.")),
            Field("roles", .list(of: .of(RoleValue.self), "What it may do where.")),
        ])
}

extension InvitationValue: Described {
    package static let schemaName = "Invitation"
    package static let schema = Schema.object(
        "An invitation that waits for an answer.",
        [
            Field("id", .id("Identity.")), Field("email", .text("Whom the mail went to.")),
            .optional("locationId", .id("Which place; left out for all.")),
            Field("role", .staffRole), Field("expiresAt", .instant("It is over.")),
        ])
}

extension StaffResponse: Described {
    package static let schemaName = "Staff"
    package static let schema = Schema.object(
        "Who works where the caller manages people.",
        [
            Field("staff", .list(of: .of(StaffMemberValue.self), "By name.")),
            Field("invitations", .list(of: .of(InvitationValue.self), "Latest first.")),
        ])
}

extension InvitationRequest: Described {
    package static let schemaName = "NewInvitation"
    package static let schema = Schema.object(
        "Who is invited to what.",
        [
            Field("email", .text("Whom the mail goes to.")), Field("role", .staffRole),
            .omittable("locationId", .id("Which place; all where it isn't said.")),
        ])
}

extension RoleRequest: Described {
    package static let schemaName = "RoleChange"
    package static let schema = Schema.object("A role.", [Field("role", .staffRole)])
}

extension Schema {
    fileprivate static let staffRole = Schema.word(
        "What it may do.", ["barista", "manager", "owner"])
}
