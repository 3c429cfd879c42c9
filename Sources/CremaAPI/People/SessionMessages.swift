/// `POST /api/v1/sessions`.
public struct SignInRequest: Codable, Hashable, Sendable {
    /// Address of the account.
    public let email: String
    /// Its password.
    public let password: String

    /// Who signs in.
    public init(email: String, password: String) {
        self.email = email
        self.password = password
    }
}

/// `POST /api/v1/sessions/refresh`.
public struct RefreshRequest: Codable, Hashable, Sendable {
    /// The latest refresh token.
    public let refreshToken: String

    /// A refresh.
    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }
}

/// A session's tokens.
public struct SessionResponse: Codable, Hashable, Sendable {
    /// For `Authorization: Bearer <accessToken>`.
    public let accessToken: String
    /// Gets the next pair; each works once.
    public let refreshToken: String
    /// RFC 3339: end of the access token.
    public let expiresAt: String
    /// The highest role: `customer`, `barista`, `manager` or `owner`.
    public let role: String

    /// A session.
    public init(accessToken: String, refreshToken: String, expiresAt: String, role: String) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresAt = expiresAt
        self.role = role
    }
}

extension SignInRequest: Described {
    package static let schemaName = "SignIn"
    package static let schema = Schema.object(
        "Who signs in.",
        [
            Field("email", .text("Address of the account.", example: "customer@demo.crema")),
            Field("password", .text("Its password.", example: "demo-demo-demo")),
        ])
}

extension RefreshRequest: Described {
    package static let schemaName = "Refresh"
    package static let schema = Schema.object(
        "A refresh.", [Field("refreshToken", .text("The latest refresh token."))])
}

extension SessionResponse: Described {
    package static let schemaName = "Session"
    package static let schema = Schema.object(
        "A session's tokens.",
        [
            Field("accessToken", .text("For `Authorization: Bearer <accessToken>`.")),
            Field("refreshToken", .text("Gets the next pair; works once.")),
            Field("expiresAt", .instant("End of the access token.")),
            Field(
                "role", .word("The highest role.", ["customer", "barista", "manager", "owner"])),
        ])
}
