/// Every address of the API: the one table from which the server's routes, the document at
/// `GET /api/openapi.json` and a client's requests are made.
public enum Endpoint: String, CaseIterable, Sendable {
    /// The shop's places.
    case listLocations
    /// What a place sells.
    case getMenu
    /// What a place can sell of an item.
    case setItemAvailability
    /// What a place can sell of a modifier.
    case setModifierAvailability
    /// A cart, priced.
    case createQuote
    /// A cart, placed.
    case createOrder
    /// The caller's own orders.
    case listOrders
    /// One order.
    case getOrder
    /// Moves an order to another state.
    case createTransition
    /// Records money taken over the counter.
    case createPayment
    /// Gives back what was paid, or a part of it.
    case createRefund
    /// What the caller has in the wallet.
    case getWallet
    /// How it came to that.
    case listWalletTransactions
    /// Puts money that was taken over the counter into a customer's wallet.
    case createTopUp
    /// How a card is named to the payment provider.
    case getCardForm
    /// Charges a card for an order.
    case createCardPayment
    /// How far that is.
    case getCardPayment
    /// Charges a card for the caller's wallet.
    case createWalletTopUp
    /// Opens a location's cash drawer.
    case createDrawerSession
    /// A cash drawer.
    case getDrawerSession
    /// Puts cash into a drawer or takes some out.
    case createCashMovement
    /// Counts a drawer and ends its day.
    case createDrawerCount
    /// A location's day reports.
    case listDayReports
    /// A day's report.
    case getDayReport
    /// What the bar has to do.
    case getQueue
    /// What became of a request.
    case getRequest
    /// Signs up.
    case createUser
    /// The caller's account.
    case getUser
    /// Changes it.
    case updateUser
    /// Replaces its password.
    case setPassword
    /// All that is kept of the caller.
    case exportUser
    /// Closes the account for good.
    case closeUser
    /// Asks for a link to set a new password.
    case createPasswordReset
    /// Sets it.
    case completePasswordReset
    /// Asks for the mail that proves whose an address is.
    case createVerification
    /// Proves it.
    case verifyEmail
    /// Adds a guest's order to the caller's own.
    case createClaim
    /// Who works for the shop.
    case listStaff
    /// Invites somebody to work here.
    case createInvitation
    /// Withdraws that.
    case deleteInvitation
    /// Gives somebody who works here another role.
    case setRole
    /// Takes a role.
    case deleteRole
    /// Where the caller is signed in.
    case listSessions
    /// Signs out elsewhere.
    case endSession
    /// Signs in.
    case createSession
    /// Gets the next pair of tokens.
    case refreshSession
    /// Signs out.
    case deleteSession
    /// What changes, as it changes.
    case streamEvents
    /// This table, as OpenAPI 3.1.
    case getDocument
    /// What a kind of problem means.
    case getProblem
    /// The process answers.
    case getHealth
    /// The database answers.
    case getReadiness
    /// Counters for the operator.
    case getMetrics
}

extension Endpoint {
    /// A method of HTTP.
    public enum Method: String, Sendable {
        /// Reads.
        case get = "GET"
        /// Makes or moves something.
        case post = "POST"
        /// Sets something, the same however often.
        case put = "PUT"
        /// Ends something.
        case delete = "DELETE"
    }

    /// Who may call.
    public enum Audience: Sendable {
        /// Anyone, also without an account.
        case everybody
        /// Whoever the order belongs to, and the staff of its location; for all others there is
        /// no such order.
        case ownerOfOrder
        /// The staff of the order's location; for strangers there is no such order.
        case staffOfOrder
        /// The staff of the location.
        case staff
        /// Those who manage the people of the location, or of all.
        case managers
        /// Whoever is signed in.
        case signedIn
        /// Whoever runs the server.
        case `operator`
    }

    /// How it is called.
    public var method: Method {
        switch self {
        case .listLocations, .getMenu, .listOrders, .getOrder, .getWallet,
            .listWalletTransactions, .getQueue, .getRequest, .getUser, .exportUser, .listStaff,
            .listSessions, .getCardForm, .getCardPayment, .streamEvents, .getDocument, .getProblem,
            .getHealth, .getReadiness, .getMetrics, .getDrawerSession, .listDayReports,
            .getDayReport:
            .get
        case .createQuote, .createOrder, .createTransition, .createPayment, .createTopUp,
            .createUser, .closeUser, .createPasswordReset, .completePasswordReset,
            .createVerification, .verifyEmail, .createClaim, .createInvitation, .createSession,
            .refreshSession, .createCardPayment, .createWalletTopUp, .createRefund,
            .createDrawerSession, .createCashMovement, .createDrawerCount:
            .post
        case .setItemAvailability, .setModifierAvailability, .updateUser, .setPassword, .setRole:
            .put
        case .endSession, .deleteSession, .deleteInvitation, .deleteRole: .delete
        }
    }

    /// Where it is: a template whose variable segments stand in braces.
    public var path: String {
        switch self {
        case .listLocations: "/api/v1/locations"
        case .getMenu: "/api/v1/locations/{id}/menu"
        case .setItemAvailability: "/api/v1/locations/{id}/availability/items/{item}"
        case .setModifierAvailability: "/api/v1/locations/{id}/availability/modifiers/{modifier}"
        case .createQuote: "/api/v1/quotes"
        case .createOrder, .listOrders: "/api/v1/orders"
        case .getOrder: "/api/v1/orders/{id}"
        case .createTransition: "/api/v1/orders/{id}/transitions"
        case .createPayment: "/api/v1/orders/{id}/payments"
        case .createRefund: "/api/v1/orders/{id}/refunds"
        case .getWallet: "/api/v1/wallet"
        case .listWalletTransactions: "/api/v1/wallet/transactions"
        case .createTopUp: "/api/v1/locations/{id}/top-ups"
        case .getCardForm: "/api/v1/card-form"
        case .createCardPayment: "/api/v1/orders/{id}/card-payments"
        case .getCardPayment: "/api/v1/card-payments/{id}"
        case .createWalletTopUp: "/api/v1/wallet/top-ups"
        case .createDrawerSession: "/api/v1/locations/{id}/drawer-sessions"
        case .getDrawerSession: "/api/v1/locations/{id}/drawer-sessions/{session}"
        case .createCashMovement: "/api/v1/locations/{id}/drawer-sessions/{session}/movements"
        case .createDrawerCount: "/api/v1/locations/{id}/drawer-sessions/{session}/count"
        case .listDayReports: "/api/v1/locations/{id}/day-reports"
        case .getDayReport: "/api/v1/locations/{id}/day-reports/{number}"
        case .getQueue: "/api/v1/queue"
        case .getRequest: "/api/v1/requests/{key}"
        case .createUser: "/api/v1/users"
        case .getUser, .updateUser: "/api/v1/users/me"
        case .setPassword: "/api/v1/users/me/password"
        case .exportUser: "/api/v1/users/me/export"
        case .closeUser: "/api/v1/users/me/closing"
        case .createPasswordReset: "/api/v1/password-resets"
        case .completePasswordReset: "/api/v1/password-resets/completion"
        case .createVerification: "/api/v1/users/me/verification"
        case .verifyEmail: "/api/v1/verifications"
        case .createClaim: "/api/v1/claims"
        case .listStaff: "/api/v1/staff"
        case .createInvitation: "/api/v1/invitations"
        case .deleteInvitation: "/api/v1/invitations/{id}"
        case .setRole, .deleteRole: "/api/v1/staff/{id}/roles/{location}"
        case .listSessions: "/api/v1/users/me/sessions"
        case .endSession: "/api/v1/users/me/sessions/{id}"
        case .createSession: "/api/v1/sessions"
        case .refreshSession: "/api/v1/sessions/refresh"
        case .deleteSession: "/api/v1/sessions/current"
        case .streamEvents: "/api/v1/events"
        case .getDocument: "/api/openapi.json"
        case .getProblem: "/problems/{kind}"
        case .getHealth: "/healthz"
        case .getReadiness: "/readyz"
        case .getMetrics: "/metrics"
        }
    }

    /// Who may.
    public var audience: Audience {
        switch self {
        case .listLocations, .getMenu, .createQuote, .createOrder, .listOrders, .getRequest,
            .createUser, .createPasswordReset, .completePasswordReset, .verifyEmail, .createSession,
            .refreshSession, .streamEvents, .getCardForm, .getDocument, .getProblem, .getHealth,
            .getReadiness:
            .everybody
        case .getOrder, .createTransition, .createCardPayment, .getCardPayment: .ownerOfOrder
        case .createPayment, .createRefund: .staffOfOrder
        case .getQueue, .setItemAvailability, .setModifierAvailability, .createTopUp,
            .createDrawerSession, .getDrawerSession, .createCashMovement, .createDrawerCount,
            .listDayReports, .getDayReport:
            .staff
        case .listStaff, .createInvitation, .deleteInvitation, .setRole, .deleteRole: .managers
        case .getUser, .updateUser, .setPassword, .exportUser, .closeUser, .createVerification,
            .createClaim, .listSessions, .endSession, .deleteSession, .getWallet,
            .listWalletTransactions, .createWalletTopUp:
            .signedIn
        case .getMetrics: .operator
        }
    }

    /// Whether a client must send `Idempotency-Key`.
    public var needsKey: Bool {
        switch self {
        case .createOrder, .createTransition, .createPayment, .createTopUp, .createInvitation,
            .createCardPayment, .createWalletTopUp, .createRefund, .createDrawerSession,
            .createCashMovement, .createDrawerCount:
            true
        case .listLocations, .getMenu, .setItemAvailability, .setModifierAvailability,
            .createQuote, .listOrders, .getOrder, .getWallet, .listWalletTransactions, .getQueue,
            .getRequest, .createUser, .getUser, .updateUser, .setPassword, .exportUser, .closeUser,
            .createPasswordReset, .completePasswordReset, .createVerification, .verifyEmail,
            .createClaim, .listStaff, .deleteInvitation, .setRole, .deleteRole, .listSessions,
            .endSession, .createSession, .refreshSession, .deleteSession, .streamEvents,
            .getCardForm, .getCardPayment, .getDocument, .getProblem, .getHealth, .getReadiness,
            .getMetrics, .getDrawerSession, .listDayReports, .getDayReport:
            false
        }
    }

    /// Whether a client must send `If-Match`.
    public var needsVersion: Bool {
        switch self {
        case .createTransition, .createPayment, .createRefund: true
        case .listLocations, .getMenu, .setItemAvailability, .setModifierAvailability,
            .createQuote, .createOrder, .listOrders, .getOrder, .getWallet,
            .listWalletTransactions, .createTopUp, .getQueue, .getRequest, .createUser, .getUser,
            .updateUser, .setPassword, .exportUser, .closeUser, .createPasswordReset,
            .completePasswordReset, .createVerification, .verifyEmail, .createClaim, .listStaff,
            .createInvitation, .deleteInvitation, .setRole, .deleteRole, .listSessions,
            .endSession, .createSession, .refreshSession, .deleteSession, .streamEvents,
            .getCardForm, .createCardPayment, .getCardPayment, .createWalletTopUp, .getDocument,
            .getProblem, .getHealth, .getReadiness, .getMetrics, .createDrawerSession,
            .getDrawerSession, .createCashMovement, .createDrawerCount, .listDayReports,
            .getDayReport:
            false
        }
    }

    /// Under `/api/v1`: callers are told apart and held to limits.
    package var isResource: Bool { path.hasPrefix("/api/v1/") }
}
