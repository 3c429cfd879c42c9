public import CremaDomain

/// What is wrong with a file of a menu, and where.
public struct MenuDocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where: "items[3].sizes[0].price"; empty for the file as a whole.
    public let path: String
    /// What, as a sentence for the one who wrote the file.
    public let reason: String

    /// A problem.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// A problem of the menu that the file holds.
    public init(_ problem: CatalogProblem) {
        self.init(path: problem.path, reason: problem.reason)
    }

    /// Place and reason in one line.
    public var description: String {
        path.isEmpty ? reason : path + ": " + reason
    }
}

extension MenuDocumentProblem {
    /// What a decoder found wrong.
    public init(_ error: DecodingError) {
        switch error {
        case .typeMismatch(let type, let context):
            self.init(path: context.codingPath, reason: Self.expected(type))
        case .valueNotFound(let type, let context):
            self.init(path: context.codingPath, reason: Self.expected(type))
        case .keyNotFound(let key, let context):
            self.init(path: context.codingPath + [key], reason: "This member is needed.")
        case .dataCorrupted(let context) where context.codingPath.isEmpty:
            self.init(path: "", reason: "This isn't JSON.")
        case .dataCorrupted(let context):
            self.init(path: context.codingPath, reason: context.debugDescription)
        @unknown default:
            self.init(path: "", reason: "This isn't JSON.")
        }
    }

    private init(path: [any CodingKey], reason: String) {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        self.init(path: text, reason: reason)
    }

    private static func expected(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "A text is expected here."
        case is Int.Type, is Int64.Type: "A whole number is expected here."
        case is Bool.Type: "true or false is expected here."
        case is any Collection.Type: "A list or an object is expected here."
        default: "This has the wrong type."
        }
    }
}
