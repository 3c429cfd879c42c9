package import CremaAPI

/// The kinds of problem the API answers with. The slug is the stable end of `type`.
package enum ProblemKind: String, CaseIterable, Sendable {
    case badRequest = "bad-request"
    case invalidField = "invalid-field"
    case cartInvalid = "cart-invalid"
    case quoteChanged = "quote-changed"
    case soldOut = "sold-out"
    case closed = "closed"
    case paused = "paused"
    case tooManyUnpaid = "too-many-unpaid-orders"
    case transitionRefused = "transition-refused"
    case signInNeeded = "sign-in-needed"
    case signInFailed = "sign-in-failed"
    case forbidden = "forbidden"
    case notFound = "not-found"
    case methodNotAllowed = "method-not-allowed"
    case unsupportedMediaType = "unsupported-media-type"
    case keyMissing = "idempotency-key-missing"
    case keyReused = "idempotency-key-reused"
    case versionMissing = "version-missing"
    case stale = "stale-version"
    case tooManyRequests = "too-many-requests"
    case unavailable = "unavailable"
    case unexpected = "unexpected"

    package var status: Int {
        switch self {
        case .badRequest, .keyMissing: 400
        case .signInNeeded, .signInFailed: 401
        case .forbidden: 403
        case .notFound: 404
        case .methodNotAllowed: 405
        case .quoteChanged, .soldOut, .closed, .paused, .tooManyUnpaid, .transitionRefused: 409
        case .stale: 412
        case .unsupportedMediaType: 415
        case .invalidField, .cartInvalid, .keyReused: 422
        case .versionMissing: 428
        case .tooManyRequests: 429
        case .unexpected: 500
        case .unavailable: 503
        }
    }

    package var title: String {
        switch self {
        case .badRequest: "The request can't be read"
        case .invalidField: "A field can't be accepted"
        case .cartInvalid: "The cart doesn't fit the menu"
        case .quoteChanged: "The price changed"
        case .soldOut: "Something is sold out"
        case .closed: "The shop is closed"
        case .paused: "The shop takes no orders for now"
        case .tooManyUnpaid: "Too many unpaid orders"
        case .transitionRefused: "The order can't move there"
        case .signInNeeded: "Signing in is needed"
        case .signInFailed: "Signing in failed"
        case .forbidden: "Not allowed"
        case .notFound: "Not found"
        case .methodNotAllowed: "Method not allowed"
        case .unsupportedMediaType: "Unsupported media type"
        case .keyMissing: "An idempotency key is needed"
        case .keyReused: "The idempotency key was used for another request"
        case .versionMissing: "The version seen must be named"
        case .stale: "Somebody else was faster"
        case .tooManyRequests: "Too many requests"
        case .unavailable: "Not available for the moment"
        case .unexpected: "Something went wrong"
        }
    }
}

/// A problem on its way to a client.
package struct Problem: Error, Sendable {
    package let kind: ProblemKind
    package let detail: String
    package var field: String?
    package var problems: [FieldProblem]?
    package var state: String?
    package var version: Int64?
    package var quote: QuoteResponse?
    package var order: OrderResponse?
    package var retryAfterSeconds: Int?
    /// For the log only.
    package var cause = ""

    package init(_ kind: ProblemKind, _ detail: String, field: String? = nil) {
        self.kind = kind
        self.detail = detail
        self.field = field
    }

    /// On the wire.
    package func document(requestID: String) -> ProblemDocument {
        var document = ProblemDocument(
            type: "/problems/" + kind.rawValue, title: kind.title, status: kind.status,
            detail: detail, instance: requestID)
        document.field = field
        document.problems = problems
        document.state = state
        document.version = version
        document.quote = quote
        document.order = order
        return document
    }
}
