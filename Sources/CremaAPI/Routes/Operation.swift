/// What the document says of an endpoint, beyond its method and its path.
package struct Operation: Sendable {
    package let tag: String
    package let summary: String
    package let description: String
    package var parameters: [Parameter] = []
    package var body: (any Described.Type)?
    /// A body that the demo shop accepts, as far as it can be known beforehand.
    package var example: JSONNode?
    package let answer: Answer
    /// Kinds of problem of this endpoint's own; `Endpoint.problems` adds those that all share.
    package var problems: [ProblemKind] = []

    /// A value in the path, the query or the head.
    package struct Parameter: Sendable {
        package enum Place: String, Sendable {
            case path, query, header
        }

        package let name: String
        package let place: Place
        package let isRequired: Bool
        package let schema: Schema
        package let summary: String

        package static func path(_ name: String, _ schema: Schema, _ summary: String) -> Parameter {
            Parameter(
                name: name, place: .path, isRequired: true, schema: schema, summary: summary)
        }

        package static func query(
            _ name: String, _ schema: Schema, _ summary: String, isRequired: Bool = false
        ) -> Parameter {
            Parameter(
                name: name, place: .query, isRequired: isRequired, schema: schema,
                summary: summary)
        }

        package static func header(
            _ name: String, _ schema: Schema, _ summary: String, isRequired: Bool = false
        ) -> Parameter {
            Parameter(
                name: name, place: .header, isRequired: isRequired, schema: schema,
                summary: summary)
        }
    }

    /// The answer where all went well.
    package struct Answer: Sendable {
        package enum Content: Sendable {
            case json(any Described.Type)
            /// JSON that is described elsewhere.
            case openJSON
            case text
            case events
            case nothing
        }

        package let status: Int
        package let summary: String
        package let content: Content
        package var headers: [Header] = []
        /// The body didn't change since the ETag that was sent along.
        package var hasNotModified = false
        package var links: [Link] = []
    }

    /// A line of the answer's head.
    package enum Header: String, CaseIterable, Sendable {
        case etag = "ETag"
        case location = "Location"
        case replayed = "Idempotent-Replayed"

        package var summary: String {
            switch self {
            case .etag: "The version; for `If-None-Match`, and of an order also for `If-Match`."
            case .location: "Where what was made can be read."
            case .replayed: "`true` where this is the first answer to the same request again."
            }
        }
    }

    /// What can be done next with an answer.
    package struct Link: Sendable {
        package let name: String
        package let endpoint: Endpoint
        /// Parameter → expression (OpenAPI 3.1, runtime expressions).
        package var parameters: [JSONNode.Member] = []
        package var body: [JSONNode.Member] = []
        package let summary: String
    }
}

extension Endpoint {
    /// All kinds of problem that it answers with: its own, and those of its group.
    package var problems: [ProblemKind] {
        var kinds: Set<ProblemKind> = [.unexpected, .badRequest]
        kinds.formUnion(operation.problems)
        if isResource { kinds.formUnion([.signInNeeded, .tooManyRequests, .unavailable]) }
        if operation.body != nil {
            kinds.formUnion([.unsupportedMediaType, .invalidField, .forbidden])
        }
        if method == .delete { kinds.insert(.forbidden) }
        if path.contains("{") { kinds.insert(.notFound) }
        if needsKey { kinds.formUnion([.keyMissing, .keyReused]) }
        if needsVersion { kinds.formUnion([.versionMissing, .stale]) }
        return ProblemKind.allCases.filter(kinds.contains)
    }
}
