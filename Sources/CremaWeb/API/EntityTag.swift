import CremaHTTP

/// Versions as entity tags (RFC 9110, 8.8.3).
enum EntityTag {
    /// One tag of a condition.
    enum Condition: Hashable {
        /// `*`
        case any
        case version(Int64)
    }

    /// No version that there ever was: a tag that isn't one of ours.
    static let neverSeen: Int64 = 0

    static func text(_ version: Int64) -> String { "\"\(version)\"" }

    /// The tags that a request names, in all lines of that header; nil where it names none.
    static func versions(_ lines: [String]) -> [Condition]? {
        let parts = lines.flatMap { $0.unicodeScalars.split(separator: ",") }
        guard !lines.isEmpty else { return nil }
        return parts.map { condition(Substring($0)) }
    }

    /// Whether the client has this version (RFC 9110, 13.1.2).
    static func isKnown(_ version: Int64, to request: HTTPRequest) -> Bool {
        let known = versions(request.headers.all("if-none-match")) ?? []
        return known.contains(.any) || known.contains(.version(version))
    }

    /// A front that compresses makes tags weak; their version counts all the same. One without
    /// quotes is taken too.
    private static func condition(_ part: Substring) -> Condition {
        var text = part.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        if text == "*" { return .any }
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 {
            text = text.dropFirst().dropLast()
        }
        return .version(Int64(text) ?? neverSeen)
    }
}
