/// A page that says what went wrong.
package struct ErrorModel: Hashable, Sendable {
    package enum Kind: Int, CaseIterable, Hashable, Sendable {
        case badRequest = 400
        case forbidden = 403
        case notFound = 404
        case methodNotAllowed = 405
        case conflict = 409
        case tooLarge = 413
        case invalid = 422
        case tooManyRequests = 429
        case unexpected = 500
        case unavailable = 503

        package var status: Int { rawValue }
    }

    package let kind: Kind
    /// Tells one request from all others; shown so that the shop can find it in its log.
    package let requestID: String
    /// When to try again; for `tooManyRequests` and `unavailable`.
    package let retryAfterSeconds: Int?

    package init(kind: Kind, requestID: String, retryAfterSeconds: Int? = nil) {
        self.kind = kind
        self.requestID = requestID
        self.retryAfterSeconds = retryAfterSeconds
    }
}
