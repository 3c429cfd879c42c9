/// `POST /api/v1/users`.
public struct SignUpRequest: Codable, Hashable, Sendable {
    /// Address of the account.
    public let email: String
    /// 10 to 200 characters.
    public let password: String
    /// What to call at the counter.
    public let name: String
    /// Whether to hear of news; no where it isn't said.
    public let wantsNews: Bool?

    /// Who signs up.
    public init(email: String, password: String, name: String, wantsNews: Bool? = nil) {
        self.email = email
        self.password = password
        self.name = name
        self.wantsNews = wantsNews
    }
}

/// `GET /api/v1/users/me`.
public struct UserResponse: Codable, Hashable, Sendable {
    /// Identity.
    public let id: String
    /// Address of the account.
    public let email: String
    /// What to call at the counter.
    public let name: String
    /// The highest role: `customer`, `barista`, `manager` or `owner`.
    public let role: String
    /// RFC 3339: since when news are wanted; nil for who doesn't.
    public let newsSince: String?
    /// Whether the owner is known to read the address's mails.
    public let emailVerified: Bool

    /// An account.
    public init(
        id: String, email: String, name: String, role: String, newsSince: String?,
        emailVerified: Bool
    ) {
        self.emailVerified = emailVerified
        self.id = id
        self.email = email
        self.name = name
        self.role = role
        self.newsSince = newsSince
    }
}

/// `PUT /api/v1/users/me`.
public struct UserRequest: Codable, Hashable, Sendable {
    /// What to call at the counter.
    public let name: String
    /// Whether to hear of news; left as it is where it isn't said.
    public let wantsNews: Bool?

    /// A change.
    public init(name: String, wantsNews: Bool? = nil) {
        self.name = name
        self.wantsNews = wantsNews
    }
}

/// `PUT /api/v1/users/me/password`.
public struct PasswordRequest: Codable, Hashable, Sendable {
    /// The password before.
    public let current: String
    /// The one in its place.
    public let new: String

    /// A change.
    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }
}

/// `POST /api/v1/users/me/closing`.
public struct ClosingRequest: Codable, Hashable, Sendable {
    /// The account's password, once more.
    public let password: String

    /// The end of an account.
    public init(password: String) {
        self.password = password
    }
}

/// `POST /api/v1/password-resets`.
public struct PasswordResetRequest: Codable, Hashable, Sendable {
    /// Address of the account.
    public let email: String

    /// Who forgot.
    public init(email: String) {
        self.email = email
    }
}

/// `POST /api/v1/password-resets/completion`.
public struct PasswordResetCompletion: Codable, Hashable, Sendable {
    /// The `token` of the mail's link.
    public let token: String
    /// The new password.
    public let password: String

    /// A new password.
    public init(token: String, password: String) {
        self.token = token
        self.password = password
    }
}

/// `POST /api/v1/verifications`.
public struct VerificationRequest: Codable, Hashable, Sendable {
    /// The `token` of the mail's link.
    public let token: String

    /// A proof.
    public init(token: String) {
        self.token = token
    }
}

/// `POST /api/v1/claims`.
public struct ClaimRequest: Codable, Hashable, Sendable {
    /// The `token` of an order that was placed without an account.
    public let token: String

    /// A claim.
    public init(token: String) {
        self.token = token
    }
}

/// One place where somebody is signed in.
public struct SessionValue: Codable, Hashable, Sendable {
    /// Identity; no secret.
    public let id: String
    /// `browser` or `api`.
    public let kind: String
    /// What it runs on, as far as that is known: "Firefox · Android".
    public let client: String
    /// RFC 3339.
    public let startedAt: String
    /// RFC 3339: when its tokens were replaced last; nil for a browser's.
    public let refreshedAt: String?
    /// RFC 3339: when it ends by itself.
    public let expiresAt: String
    /// The one that asks.
    public let isCurrent: Bool

    /// A session.
    public init(
        id: String, kind: String, client: String, startedAt: String, refreshedAt: String?,
        expiresAt: String, isCurrent: Bool
    ) {
        self.id = id
        self.kind = kind
        self.client = client
        self.startedAt = startedAt
        self.refreshedAt = refreshedAt
        self.expiresAt = expiresAt
        self.isCurrent = isCurrent
    }
}

/// `GET /api/v1/sessions`.
public struct SessionsResponse: Codable, Hashable, Sendable {
    /// Latest first.
    public let sessions: [SessionValue]

    /// All of them.
    public init(sessions: [SessionValue]) {
        self.sessions = sessions
    }
}

/// A line of a cart that wasn't placed yet.
public struct ExportedLine: Codable, Hashable, Sendable {
    /// Which item.
    public let itemId: String
    /// How many.
    public let quantity: Int
    /// The wish; empty where there is none.
    public let request: String
    /// The name for the cup; empty where there is none.
    public let cupName: String

    /// A line.
    public init(itemId: String, quantity: Int, request: String, cupName: String) {
        self.itemId = itemId
        self.quantity = quantity
        self.request = request
        self.cupName = cupName
    }
}

/// A cart that wasn't placed yet.
public struct ExportedCart: Codable, Hashable, Sendable {
    /// At which location.
    public let locationId: String
    /// What is in it.
    public let lines: [ExportedLine]

    /// A cart.
    public init(locationId: String, lines: [ExportedLine]) {
        self.locationId = locationId
        self.lines = lines
    }
}

/// `GET /api/v1/users/me/export`: all that is kept of a person.
public struct ExportResponse: Codable, Hashable, Sendable {
    /// The account.
    public let user: UserResponse
    /// Where its owner is signed in.
    public let sessions: [SessionValue]
    /// Its orders, newest first.
    public let orders: [OrderResponse]
    /// What isn't placed yet.
    public let carts: [ExportedCart]
    /// What is in the wallet.
    public let wallet: WalletResponse
    /// How it came to that, latest first.
    public let walletTransactions: [WalletTransactionValue]

    /// An export.
    public init(
        user: UserResponse, sessions: [SessionValue], orders: [OrderResponse],
        carts: [ExportedCart], wallet: WalletResponse, walletTransactions: [WalletTransactionValue]
    ) {
        self.user = user
        self.sessions = sessions
        self.orders = orders
        self.carts = carts
        self.wallet = wallet
        self.walletTransactions = walletTransactions
    }
}
