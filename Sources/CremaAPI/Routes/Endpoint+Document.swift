extension Endpoint {
    /// The endpoint in the document (OpenAPI 3.1, "Operation Object").
    var node: JSONNode {
        let operation = operation
        var node: JSONNode = [
            "operationId": .text(rawValue), "tags": [.text(operation.tag)],
            "summary": .text(operation.summary), "description": .text(operation.description),
        ]
        if !operation.parameters.isEmpty {
            node = node.adding("parameters", .list(operation.parameters.map(\.node)))
        }
        if let body = operation.body {
            var media: JSONNode = ["schema": Schema.of(body).node]
            if let example = operation.example { media = media.adding("example", example) }
            node = node.adding(
                "requestBody", ["required": true, "content": ["application/json": media]])
        }
        return node.adding("responses", .object(responses)).adding("security", security)
    }

    private var responses: [JSONNode.Member] {
        let answer = operation.answer
        var all = [JSONNode.Member(String(answer.status), answer.node)]
        if answer.hasNotModified {
            all.append(
                JSONNode.Member(
                    "304",
                    [
                        "description": "What the client has still holds.",
                        "headers": .object([Operation.Header.etag.reference]),
                    ]))
        }
        let kinds = Dictionary(grouping: problems, by: \.status)
        for (status, kinds) in kinds.sorted(by: { $0.key < $1.key }) {
            all.append(JSONNode.Member(String(status), Endpoint.node(of: kinds, status: status)))
        }
        for (status, name, _) in OpenAPIDocument.engineStatuses {
            all.append(JSONNode.Member(status, ["$ref": .text("#/components/responses/" + name)]))
        }
        return all
    }

    private static func node(of kinds: [ProblemKind], status: Int) -> JSONNode {
        var headers = [reference(toHeader: "X-Request-Id")]
        if status == 401 { headers.append(reference(toHeader: "WWW-Authenticate")) }
        if status == 429 || status == 503 { headers.append(reference(toHeader: "Retry-After")) }
        return [
            "description": .text(kinds.map { $0.title + "." }.joined(separator: " ")),
            "headers": .object(headers),
            "content": [
                "application/problem+json": [
                    "schema": Schema.of(ProblemDocument.self).node,
                    "examples": .object(
                        kinds.map {
                            JSONNode.Member(
                                $0.rawValue,
                                ["$ref": .text("#/components/examples/" + $0.rawValue)])
                        }),
                ]
            ],
        ]
    }

    fileprivate static func reference(toHeader name: String) -> JSONNode.Member {
        JSONNode.Member(name, ["$ref": .text("#/components/headers/" + name)])
    }

    /// Any one of them suffices; `{}` is without.
    private var security: JSONNode {
        let nothing: JSONNode = .object([])
        let bearer: JSONNode = ["bearer": []]
        let cookie: JSONNode = ["cookie": []]
        let guest: JSONNode = ["guest": []]
        switch audience {
        case .everybody: return isResource ? [nothing, bearer, cookie, guest] : [nothing]
        // Whoever shows nothing isn't told to sign in, but that there is no such order.
        case .ownerOfOrder: return [nothing, bearer, cookie, guest]
        case .staffOfOrder: return [nothing, bearer, cookie]
        case .staff, .managers, .signedIn: return [bearer, cookie]
        case .operator: return [["operator": []]]
        }
    }
}

extension Operation.Parameter {
    var node: JSONNode {
        [
            "name": .text(name), "in": .text(place.rawValue), "required": .bool(isRequired),
            "description": .text(summary), "schema": schema.node,
        ]
    }
}

extension Operation.Header {
    var reference: JSONNode.Member { Endpoint.reference(toHeader: rawValue) }
}

extension Operation.Answer {
    var node: JSONNode {
        var lines = headers.map(\.reference)
        lines.append(Endpoint.reference(toHeader: "X-Request-Id"))
        var node: JSONNode = ["description": .text(summary), "headers": .object(lines)]
        if let media { node = node.adding("content", .object([media])) }
        if !links.isEmpty {
            node = node.adding(
                "links", .object(links.map { JSONNode.Member($0.name, $0.node) }))
        }
        return node
    }

    private var media: JSONNode.Member? {
        switch content {
        case .json(let type):
            JSONNode.Member("application/json", ["schema": Schema.of(type).node])
        case .openJSON: JSONNode.Member("application/json", ["schema": ["type": "object"]])
        case .text: JSONNode.Member("text/plain", ["schema": ["type": "string"]])
        case .events: JSONNode.Member("text/event-stream", ["schema": ["type": "string"]])
        case .nothing: nil
        }
    }
}

extension Operation.Link {
    var node: JSONNode {
        var node: JSONNode = [
            "operationId": .text(endpoint.rawValue), "description": .text(summary),
        ]
        if !parameters.isEmpty { node = node.adding("parameters", .object(parameters)) }
        if !body.isEmpty { node = node.adding("requestBody", .object(body)) }
        return node
    }
}
