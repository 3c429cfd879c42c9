extension Operation {
    static let listStaff = Operation(
        tag: "Staff", summary: "Who works for the shop",
        description: "Everyone where the caller manages people, and who is invited there.",
        answer: Answer(status: 200, summary: "The staff.", content: .json(StaffResponse.self)),
        problems: [.forbidden])

    static let createInvitation = Operation(
        tag: "Staff", summary: "Invite somebody to work here",
        description: """
            A mail with a link that works for seven days; an account is made by it where there is \
            none. An owner gives every role, a manager that of a barista, at places of the own. A \
            shop that sends no mails answers 404.
            """,
        parameters: [.idempotencyKey], body: InvitationRequest.self,
        example: ["email": "bea@example.org", "role": "barista", "locationId": "old-mill"],
        answer: Answer(
            status: 201, summary: "Invited.", content: .json(InvitationValue.self),
            headers: [.replayed]),
        problems: [.forbidden, .notFound])

    static let deleteInvitation = Operation(
        tag: "Staff", summary: "Withdraw an invitation",
        description: "As long as nobody has answered it.",
        parameters: [.path("id", .id("An invitation's id."), "Which one.")],
        answer: Answer(status: 204, summary: "Withdrawn.", content: .nothing))

    static let setRole = Operation(
        tag: "Staff", summary: "Give somebody who works here another role",
        description: """
            At a place where the person has one; `all` for the role that holds everywhere. The \
            shop keeps an owner.
            """,
        parameters: rolePath, body: RoleRequest.self, example: ["role": "manager"],
        answer: Answer(status: 204, summary: "Given.", content: .nothing),
        problems: [.lastOwner])

    static let deleteRole = Operation(
        tag: "Staff", summary: "Take somebody's role",
        description: "The account stays, as a customer's. The shop keeps an owner.",
        parameters: rolePath,
        answer: Answer(status: 204, summary: "Taken.", content: .nothing),
        problems: [.lastOwner])

    private static let rolePath: [Parameter] = [
        .path("id", .id("A person's id."), "Whose."),
        .path("location", .id("A location's id, or `all`.", example: "old-mill"), "Where."),
    ]
}
