/// The API in OpenAPI 3.1, made from `Endpoint`.
package enum OpenAPIDocument {
    /// The whole document.
    package static var node: JSONNode {
        [
            "openapi": "3.1.0",
            "info": info,
            "servers": [["url": "/", "description": "This server."]],
            "tags": .list(
                tags.map { ["name": .text($0.0), "description": .text($0.1)] }),
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas),
                "responses": .object(engineResponses),
                "examples": .object(problemExamples),
                "headers": .object(headers),
                "securitySchemes": securitySchemes,
            ],
        ]
    }

    private static let info: JSONNode = [
        "title": "Crema",
        "version": "1",
        "summary": "Ordering for coffee shops.",
        "description": """
        Money is `{"amount": 450, "currency": "USD"}` in minor units. Instants are RFC 3339 in \
        UTC. Ids are opaque. A member that has nothing to say is left out; skip members that \
        you don't know. Errors are problem documents (RFC 9457) whose `type` is stable and \
        explained at its address. What makes or moves something takes an `Idempotency-Key`; \
        what changes a versioned thing takes `If-Match`.
        """,
    ]

    private static let tags = [
        ("Menu", "Where to order and what there is."),
        ("Orders", "From a cart to a cup."),
        ("Queue", "For the bar."),
        ("Sessions", "Who is who."),
        ("Live", "Without asking again and again."),
        ("About", "The server itself."),
    ]

    private static var paths: [JSONNode.Member] {
        var order: [String] = []
        var operations: [String: [JSONNode.Member]] = [:]
        for endpoint in Endpoint.allCases {
            if operations[endpoint.path] == nil { order.append(endpoint.path) }
            operations[endpoint.path, default: []].append(
                JSONNode.Member(endpoint.method.rawValue.lowercased(), endpoint.node))
        }
        return order.map { JSONNode.Member($0, .object(operations[$0] ?? [])) }
    }

    /// All types that a request or an answer is made of, found from the endpoints on.
    static var types: [any Described.Type] {
        var found: [any Described.Type] = []
        var waiting: [any Described.Type] = [ProblemDocument.self, EngineProblem.self]
        for operation in Endpoint.allCases.map(\.operation) {
            if let body = operation.body { waiting.append(body) }
            if case .json(let type) = operation.answer.content { waiting.append(type) }
            waiting += operation.parameters.flatMap(\.schema.references)
        }
        while let type = waiting.popLast() {
            guard !found.contains(where: { $0 == type }) else { continue }
            found.append(type)
            waiting += type.schema.references
        }
        return found.sorted { $0.schemaName < $1.schemaName }
    }

    private static var schemas: [JSONNode.Member] {
        types.map { JSONNode.Member($0.schemaName, $0.schema.node) }
    }

    private static var problemExamples: [JSONNode.Member] {
        ProblemKind.allCases.map { kind in
            JSONNode.Member(
                kind.rawValue,
                [
                    "summary": .text(kind.title), "description": .text(kind.advice),
                    "value": [
                        "type": .text(kind.type), "title": .text(kind.title),
                        "status": .integer(Int64(kind.status)), "detail": .text(kind.title + "."),
                        "instance": "b1cNq0w5tS2yTnE7",
                    ],
                ])
        }
    }

    /// Answers given before a request is read whole.
    static let engineStatuses = [
        ("413", "TooLarge", "The body is larger than this address takes."),
        ("414", "AddressTooLong", "The address is longer than 4096 bytes."),
        ("431", "HeadTooLarge", "The head is larger than 16 KiB or has over 100 lines."),
    ]

    private static var engineResponses: [JSONNode.Member] {
        engineStatuses.map { _, name, summary in
            JSONNode.Member(
                name,
                [
                    "description": .text(summary),
                    "content": [
                        "application/problem+json": ["schema": Schema.of(EngineProblem.self).node]
                    ],
                ])
        }
    }

    private static var headers: [JSONNode.Member] {
        let own = Operation.Header.allCases.map { ($0.rawValue, $0.summary, "string") }
        let shared = [
            ("X-Request-Id", "Names this request in the server's log.", "string"),
            ("Retry-After", "Seconds to wait.", "integer"),
            ("WWW-Authenticate", "How to prove who one is.", "string"),
        ]
        return (own + shared).map { name, summary, type in
            JSONNode.Member(
                name, ["description": .text(summary), "schema": ["type": .text(type)]])
        }
    }

    private static let securitySchemes: JSONNode = [
        "bearer": [
            "type": "http", "scheme": "bearer",
            "description": "An access token of `POST /api/v1/sessions`.",
        ],
        "guest": [
            "type": "apiKey", "in": "header", "name": "Authorization",
            "description": """
            `Guest <token>`, with the token of `POST /api/v1/orders`: reads and cancels that \
            one order.
            """,
        ],
        "cookie": [
            "type": "apiKey", "in": "cookie", "name": "__Host-crema-session",
            "description": """
            A browser that signed in. What isn't a read must come from this site \
            (`Sec-Fetch-Site` or `Origin`).
            """,
        ],
        "operator": [
            "type": "http", "scheme": "bearer",
            "description": "The token in the data folder's `keys/metrics`, in base64url.",
        ],
    ]
}

/// A problem that was found before the request was read whole: its status says it all.
struct EngineProblem: Described {
    static let schemaName = "EngineProblem"
    static let schema = Schema.object(
        "A problem whose status says it all (RFC 9457, 4.2.1).",
        [
            Field("type", .text("`about:blank`.")), Field("title", .text("The status in words.")),
            Field("status", .integer("The status.", 400...599)),
        ])
}
