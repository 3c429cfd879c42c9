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
