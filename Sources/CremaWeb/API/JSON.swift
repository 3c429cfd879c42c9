import CremaAPI
import CremaHTTP
import FoundationEssentials

extension HTTPResponse {
    /// An answer in JSON.
    static func json(_ value: some Encodable, status: Int = 200) throws(Problem) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderLines(contentType: "application/json"),
            body: .bytes(try JSONText.encode(value)))
    }

    /// A problem document.
    static func problem(_ problem: Problem, requestID: String) -> HTTPResponse {
        let document = problem.document(requestID: requestID)
        let headers = HeaderLines(contentType: "application/problem+json")
        do throws(Problem) {
            return HTTPResponse(
                status: document.status, headers: headers,
                body: .bytes(try JSONText.encode(document)))
        } catch {
            return HTTPResponse(status: 500, headers: headers, body: .bytes(Array("{}".utf8)))
        }
    }
}

/// JSON in and out.
enum JSONText {
    static func encode(_ value: some Encodable) throws(Problem) -> [UInt8] {
        let encoder = JSONEncoder()
        // Sorted, so that the same answer has the same bytes.
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        do {
            return Array(try encoder.encode(value))
        } catch {
            throw ErrorMapping.unexpected(error)
        }
    }

    /// Reads a body. What isn't JSON is 400, what doesn't fit is 422 and names its field.
    static func decode<T: Decodable>(
        _ type: T.Type, _ request: HTTPRequest
    ) throws(Problem) -> T {
        let tree = try tree(request)
        do throws(DecodingError) {
            return try tree.decode(type)
        } catch {
            throw problem(error)
        }
    }

    /// The same for a message that is read faster.
    static func decode<T: JSONReadable>(
        _ type: T.Type, _ request: HTTPRequest
    ) throws(Problem) -> T {
        let tree = try tree(request)
        do throws(DecodingError) {
            return try tree.read(type)
        } catch {
            throw problem(error)
        }
    }

    private static func tree(_ request: HTTPRequest) throws(Problem) -> JSONTree {
        let contentType = request.headers["content-type"] ?? ""
        let media = contentType.prefix { $0 != ";" }
        guard
            contentType == "application/json"
                || media.lowercased().filter({ $0 != " " }) == "application/json"
        else {
            throw Problem(
                .unsupportedMediaType, "application/json is needed.", field: "Content-Type")
        }
        do throws(JSONTree.Problem) {
            return try JSONTree(request.body)
        } catch {
            throw problem(error)
        }
    }

    private static func problem(_ fault: JSONTree.Problem) -> Problem {
        switch fault.kind {
        case .malformed: Problem(.badRequest, "The body isn't JSON.", field: "body")
        case .tooDeep: Problem(.badRequest, "The body is nested too deeply.", field: "body")
        case .duplicate(let name):
            Problem(
                .badRequest, "A member stands twice in one object.",
                field: String(name.prefix(100)))
        }
    }

    private static func problem(_ error: DecodingError) -> Problem {
        switch error {
        case .keyNotFound(let key, let context):
            return Problem(
                .invalidField, "This is missing.", field: path(context.codingPath + [key]))
        case .valueNotFound(_, let context):
            let field = context.codingPath.isEmpty ? "body" : path(context.codingPath)
            return Problem(.invalidField, "This mustn't be null.", field: field)
        case .typeMismatch(let type, let context):
            if context.codingPath.isEmpty {
                return Problem(.invalidField, "A JSON object is expected.", field: "body")
            }
            return Problem(
                .invalidField, "\(name(of: type)) is expected.", field: path(context.codingPath))
        case .dataCorrupted(let context):
            let field = context.codingPath.isEmpty ? "body" : path(context.codingPath)
            return Problem(.invalidField, "This value can't be accepted.", field: field)
        @unknown default:
            return Problem(.badRequest, "The body can't be read.", field: "body")
        }
    }

    private static func name(of type: Any.Type) -> String {
        switch type {
        case is String.Type: "A text"
        case is Int.Type, is Int64.Type: "A whole number"
        case is Bool.Type: "true or false"
        default: "Another type"
        }
    }

    /// `lines[0].quantity`.
    private static func path(_ keys: [any CodingKey]) -> String {
        var text = ""
        for key in keys {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : "." + key.stringValue
            }
        }
        return text
    }
}
