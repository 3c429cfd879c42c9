internal import CHTTPEngine

/// The methods that reach a handler; the engine answers 501 to all others.
package enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    init(_ method: ch_method) {
        switch method {
        case CH_GET: self = .get
        case CH_HEAD: self = .head
        case CH_POST: self = .post
        case CH_PUT: self = .put
        case CH_PATCH: self = .patch
        case CH_DELETE: self = .delete
        case CH_OPTIONS: self = .options
        default: preconditionFailure("the engine hands over no other method")
        }
    }

    /// Whether a request by this method changes nothing (RFC 9110, 9.2.1).
    package var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        }
    }
}
