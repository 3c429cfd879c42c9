extension SignUpRequest: Described {
    package static let schemaName = "SignUp"
    package static let schema = Schema.object(
        "Who signs up.",
        [
            Field("email", .text("Address of the account.", example: "ada@example.org")),
            Field("password", .password),
            Field("name", .personName),
            .omittable("wantsNews", .bool("Whether to hear of news; no where it isn't said.")),
        ])
}

extension UserResponse: Described {
    package static let schemaName = "User"
    package static let schema = Schema.object(
        "Someone's own account.",
        [
            Field("id", .id("Identity.")),
            Field("email", .text("Address of the account.")),
            Field("name", .text("What to call at the counter.")),
            Field(
                "role", .word("The highest role.", ["customer", "barista", "manager", "owner"])),
            Field("emailVerified", .bool("Its owner is known to read the address's mails.")),
            .optional("newsSince", .instant("Since when news are wanted; left out if not.")),
        ])
}

extension UserRequest: Described {
    package static let schemaName = "UserChange"
    package static let schema = Schema.object(
        "What is to be in an account.",
        [
            Field("name", .personName),
            .omittable("wantsNews", .bool("Left as it is where it isn't said.")),
        ])
}

extension PasswordRequest: Described {
    package static let schemaName = "PasswordChange"
    package static let schema = Schema.object(
        "A new password.",
        [Field("current", .text("The password before.")), Field("new", .password)])
}

extension ClosingRequest: Described {
    package static let schemaName = "Closing"
    package static let schema = Schema.object(
        "The end of an account.", [Field("password", .text("Its password, once more."))])
}

extension PasswordResetRequest: Described {
    package static let schemaName = "PasswordReset"
    package static let schema = Schema.object(
        "Who forgot the password.", [Field("email", .text("Address of the account."))])
}

extension PasswordResetCompletion: Described {
    package static let schemaName = "PasswordResetCompletion"
    package static let schema = Schema.object(
        "A new password, by a mail's link.",
        [Field("token", .text("The link's `token`.")), Field("password", .password)])
}

extension VerificationRequest: Described {
    package static let schemaName = "Verification"
    package static let schema = Schema.object(
        "A proof of an address.", [Field("token", .text("The link's `token`."))])
}

extension ClaimRequest: Described {
    package static let schemaName = "Claim"
    package static let schema = Schema.object(
        "An order that was placed without an account.",
        [Field("token", .text("The `token` of the placed order."))])
}

extension SessionValue: Described {
    package static let schemaName = "OpenSession"
    package static let schema = Schema.object(
        "One place where somebody is signed in.",
        [
            Field("id", .id("Identity; no secret.")),
            Field("kind", .word("By cookie or by tokens.", ["browser", "api"])),
            Field("client", .text("What it runs on, as far as that is known.")),
            Field("startedAt", .instant("Signed in.")),
            .optional("refreshedAt", .instant("Its tokens were replaced last.")),
            Field("expiresAt", .instant("It ends by itself.")),
            Field("isCurrent", .bool("The one that asks.")),
        ])
}

extension SessionsResponse: Described {
    package static let schemaName = "OpenSessions"
    package static let schema = Schema.object(
        "Where somebody is signed in.",
        [Field("sessions", .list(of: .of(SessionValue.self), "Latest first; at most 100."))])
}

extension ExportedLine: Described {
    package static let schemaName = "ExportedLine"
    package static let schema = Schema.object(
        "A line of a cart that wasn't placed yet.",
        [
            Field("itemId", .id("Which item.")), Field("quantity", .integer("How many.")),
            Field("request", .text("The wish; empty where there is none.")),
            Field("cupName", .text("The name for the cup; empty where there is none.")),
        ])
}

extension ExportedCart: Described {
    package static let schemaName = "ExportedCart"
    package static let schema = Schema.object(
        "A cart that wasn't placed yet.",
        [
            Field("locationId", .id("At which location.")),
            Field("lines", .list(of: .of(ExportedLine.self), "What is in it.")),
        ])
}

extension ExportResponse: Described {
    package static let schemaName = "Export"
    package static let schema = Schema.object(
        "All that is kept of a person.",
        [
            Field("user", .of(UserResponse.self, "The account.")),
            Field("sessions", .list(of: .of(SessionValue.self), "Where it is signed in.")),
            Field("orders", .list(of: .of(OrderResponse.self), "Newest first.")),
            Field("carts", .list(of: .of(ExportedCart.self), "What isn't placed yet.")),
            Field("wallet", .of(WalletResponse.self, "What is in the wallet.")),
            Field(
                "walletTransactions",
                .list(of: .of(WalletTransactionValue.self), "How it came to that, latest first.")),
        ])
}

extension Schema {
    fileprivate static let password = Schema.text(
        "Long, not one of those that are guessed first, and without the address.",
        length: 10...200)

    fileprivate static let personName = Schema.text(
        "What to call at the counter.", length: 1...80, example: "Ada")
}
