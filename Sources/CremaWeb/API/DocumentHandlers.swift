import CremaAPI
import CremaHTTP
import CremaServices

extension WebApp {
    /// `GET /api/openapi.json`
    func getDocument(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        OpenAPIDocument.rendered.response(to: context.request)
    }

    /// `GET /problems/{kind}`
    func getProblem(_ context: RequestContext) async throws(Problem) -> HTTPResponse {
        guard let kind = context.parameters["kind"].flatMap({ ProblemKind(rawValue: $0) }) else {
            throw Problem(.notFound, "There is no such kind of problem.", field: "kind")
        }
        return try json(ProblemKindResponse(kind))
    }
}

extension OpenAPIDocument {
    /// The document as it is sent; it is the same as long as the program runs.
    fileprivate static let rendered: RenderedBytes = {
        let bytes = node.bytes
        return RenderedBytes(
            bytes, contentType: "application/json",
            tag: Base64URL.encode(Array(Hash.sha256(bytes).prefix(9))))
    }()
}
