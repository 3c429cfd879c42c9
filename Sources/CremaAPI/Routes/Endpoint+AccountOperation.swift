extension Operation {
    static let createUser = Operation(
        tag: "Account", summary: "Sign up",
        description: """
            Makes a customer's account and signs in. Roles are given by the shop, never asked for. \
            Asked again with the same address it is a 409: sign in instead.
            """,
        body: SignUpRequest.self,
        example: [
            "email": "ada@example.org", "password": "four grey cups of rain", "name": "Ada",
        ],
        answer: Answer(
            status: 201, summary: "Signed up and in.", content: .json(SessionResponse.self)),
        problems: [.emailTaken])

    static let getUser = Operation(
        tag: "Account", summary: "The caller's account",
        description: "Who the access token speaks for.",
        answer: Answer(status: 200, summary: "The account.", content: .json(UserResponse.self)))

    static let updateUser = Operation(
        tag: "Account", summary: "Change the caller's account",
        description:
            "The name, and whether news are wanted: nobody hears of any who didn't say so.",
        body: UserRequest.self, example: ["name": "Ada", "wantsNews": false],
        answer: Answer(
            status: 200, summary: "How it is now.", content: .json(UserResponse.self)))

    static let setPassword = Operation(
        tag: "Account", summary: "Replace the password",
        description: "Ends all sessions but the one in use.",
        body: PasswordRequest.self,
        example: ["current": "the one before", "new": "four grey cups of rain"],
        answer: Answer(status: 204, summary: "Replaced.", content: .nothing))

    static let exportUser = Operation(
        tag: "Account", summary: "All that is kept of the caller",
        description: "Account, sessions, orders and wallet, as one document.",
        answer: Answer(
            status: 200, summary: "Everything.", content: .json(ExportResponse.self)))

    static let closeUser = Operation(
        tag: "Account", summary: "Close the account for good",
        description: """
            Forgets the address, the name, sessions, carts, and what the orders say of people; the \
            orders themselves stay in the shop's books. Not while orders are on their way, money \
            is in the wallet, or the person works here.
            """,
        body: ClosingRequest.self, example: ["password": "the account's"],
        answer: Answer(status: 204, summary: "Closed.", content: .nothing),
        problems: [.accountNotSettled])

    static let createPasswordReset = Operation(
        tag: "Account", summary: "Ask for a link to set a new password",
        description: """
            A mail with a link that works for an hour, once. Whether the address has an account \
            isn't told. A shop that sends no mails answers 404.
            """,
        body: PasswordResetRequest.self, example: ["email": "ada@example.org"],
        answer: Answer(status: 202, summary: "If there is an account.", content: .nothing),
        problems: [.notFound])

    static let completePasswordReset = Operation(
        tag: "Account", summary: "Set a new password by a mail's link",
        description: "Ends all sessions of the account.",
        body: PasswordResetCompletion.self,
        example: ["token": "the link's", "password": "four grey cups of rain"],
        answer: Answer(status: 204, summary: "Set.", content: .nothing))

    static let createVerification = Operation(
        tag: "Account", summary: "Ask for the mail that proves whose the address is",
        description: """
            Once more: signing up sends the first. Nothing is sent where it was proved already. A \
            shop that sends no mails answers 404.
            """,
        answer: Answer(status: 202, summary: "It is on its way.", content: .nothing),
        problems: [.notFound, .forbidden])

    static let verifyEmail = Operation(
        tag: "Account", summary: "Prove whose the address is, by a mail's link",
        description: "The link works for seven days. Done again it changes nothing.",
        body: VerificationRequest.self, example: ["token": "the link's"],
        answer: Answer(status: 204, summary: "Proved.", content: .nothing))

    static let createClaim = Operation(
        tag: "Account", summary: "Add a guest's order to one's own",
        description: """
            By the `token` of an order that was placed without an account. Done again it changes \
            nothing. An order that is somebody else's by now is a 404.
            """,
        body: ClaimRequest.self, example: ["token": "the placed order's"],
        answer: Answer(
            status: 200, summary: "The order.", content: .json(OrderResponse.self),
            headers: [.etag]),
        problems: [.notFound])

    static let listSessions = Operation(
        tag: "Account", summary: "Where the caller is signed in",
        description: "Browsers and clients, with when they signed in.",
        answer: Answer(
            status: 200, summary: "Open sessions.", content: .json(SessionsResponse.self)))

    static let endSession = Operation(
        tag: "Account", summary: "Sign out elsewhere",
        description: "Ends one session of the caller's own, and its live streams.",
        parameters: [.path("id", .id("A session's id."), "Which session.")],
        answer: Answer(status: 204, summary: "Ended.", content: .nothing))
}
