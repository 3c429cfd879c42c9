package import CremaDomain
package import CremaHTTP
package import CremaServices

/// A request with what is known of who sent it.
package struct RequestContext: Sendable {
    package let request: HTTPRequest
    /// Stands in the log and in problem documents.
    package let id: String
    package let parameters: PathParameters
    package let query: QueryItems
    package let cookies: Cookies
    package let client: PeerAddress
    package let actor: Actor
    /// Set where the browser must be given a device cookie with the answer.
    package let newDevice: ID<Device>?
    /// The access token in use, from cookie or header.
    package let accessToken: String?
    package let language: Language
    /// Signed in or known by a cookie, so that other sites' forms must be kept out.
    package let isCookieUser: Bool

    /// An id in the path; nil where its form can't be one of ours.
    package func id<Subject>(_ name: String, of type: Subject.Type = Subject.self) -> ID<Subject>? {
        parameters[name].flatMap { ID(checking: $0) }
    }

    /// Sent by htmx: a fragment is wanted, not a page.
    package var isFragment: Bool {
        request.headers["hx-request"] == "true" && request.headers["hx-boosted"] != "true"
    }
}
