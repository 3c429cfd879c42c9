/// `GET /problems/{kind}`: what a kind of problem means.
public struct ProblemKindResponse: Codable, Hashable, Sendable {
    /// `/problems/sold-out`.
    public let type: String
    /// The kind in a few words.
    public let title: String
    /// Status of the answers that hold it.
    public let status: Int
    /// What happened and what a client does about it.
    public let advice: String

    /// A kind, explained.
    public init(_ kind: ProblemKind) {
        type = kind.type
        title = kind.title
        status = kind.status
        advice = kind.advice
    }
}

extension ProblemKindResponse: Described {
    package static let schemaName = "ProblemKind"
    package static let schema = Schema.object(
        "A kind of problem.",
        [
            Field("type", .text("What `type` holds.", format: "uri-reference")),
            Field("title", .text("The kind in a few words.")),
            Field("status", .integer("Status of the answers that hold it.", 400...599)),
            Field("advice", .text("What happened and what a client does about it.")),
        ])
}
