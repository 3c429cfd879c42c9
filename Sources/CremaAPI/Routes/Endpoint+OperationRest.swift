extension Operation {
    static let setItemAvailability = setAvailability(
        of: "an item", .path("item", .id("An item's id.", example: "espresso"), "Which item."))

    static let setModifierAvailability = setAvailability(
        of: "a modifier",
        .path("modifier", .id("A modifier's id.", example: "milk-oat"), "Which modifier."))

    private static func setAvailability(of thing: String, _ parameter: Parameter) -> Operation {
        Operation(
            tag: "Menu", summary: "Say what a place can sell of \(thing)",
            description: """
                Switches it off and on, and counts its pieces. Only what is sent changes. The menu \
                gets a new version, told by a `menu` event, unless all is as asked for already. \
                For the staff of the location.
                """,
            parameters: [.locationID, parameter], body: AvailabilityRequest.self,
            example: ["soldOut": false, "stock": .null],
            answer: Answer(
                status: 200, summary: "How it is now.", content: .json(AvailabilityResponse.self)))
    }

    static let createSession = Operation(
        tag: "Sessions", summary: "Sign in",
        description: """
            A short access token for `Authorization: Bearer` and a rotating refresh token. Ten \
            tries a minute for one address and account.
            """,
        body: SignInRequest.self,
        example: ["email": "customer@demo.crema", "password": "demo-demo-demo"],
        answer: Answer(
            status: 201, summary: "Signed in.", content: .json(SessionResponse.self)),
        problems: [.signInFailed])

    static let refreshSession = Operation(
        tag: "Sessions", summary: "Get the next pair of tokens",
        description: """
            A refresh token works once, and 60 seconds longer for an answer that got lost. One \
            that is used later ends the session: somebody else may hold it.
            """,
        body: RefreshRequest.self, example: ["refreshToken": "the latest"],
        answer: Answer(
            status: 201, summary: "The next pair.", content: .json(SessionResponse.self)),
        problems: [.signInFailed])

    static let deleteSession = Operation(
        tag: "Sessions", summary: "Sign out",
        description: "Ends the session of the access token in use, and its live streams.",
        answer: Answer(status: 204, summary: "Signed out.", content: .nothing))

    static let streamEvents = Operation(
        tag: "Live", summary: "What changes, as it changes",
        description: """
            Server-Sent Events of what the caller may see: own orders always, menus of the \
            locations named, queues for their staff. Kinds are `order`, `ticket`, `menu`, \
            `location` and `wallet`; data is `{"id", "version", "location", …}`: refetch what \
            changed. `Last-Event-ID` or `after` resumes without a gap. An id that is too old, or \
            that never was, gets one `reset` event: refetch everything. A comment every 15 s says \
            that the stream lives; whoever reads too slowly is cut and resumes.
            """,
        parameters: [
            .query(
                "location",
                .list(of: .id("A location's id.", example: "old-mill"), "Locations."),
                "Whose menu to follow; may be repeated, three at most with `queue`."),
            .query(
                "queue", .list(of: .id("A location's id."), "Locations."),
                "Whose queue to follow, for staff; may be repeated."),
            .query("after", .eventID, "The last event seen; `Last-Event-ID` goes before it."),
            .header("Last-Event-ID", .eventID, "The last event seen, as browsers send it."),
        ],
        answer: Answer(
            status: 200, summary: "Events until either side ends it.", content: .events),
        problems: [.forbidden, .notFound, .invalidField])

    static let getDocument = Operation(
        tag: "About", summary: "This document",
        description: "OpenAPI 3.1, made from the table by which the server answers.",
        parameters: [.ifNoneMatch],
        answer: Answer(
            status: 200, summary: "The document.", content: .openJSON, headers: [.etag],
            hasNotModified: true))

    static let getProblem = Operation(
        tag: "About", summary: "What a kind of problem means",
        description: "Each problem document's `type` leads here.",
        parameters: [
            .path(
                "kind", .word("The end of `type`.", ProblemKind.allCases.map(\.rawValue)),
                "Which kind.")
        ],
        answer: Answer(
            status: 200, summary: "The kind.", content: .json(ProblemKindResponse.self)))

    static let getHealth = Operation(
        tag: "About", summary: "Is the process there?",
        description: "For a supervisor: a process that doesn't answer is to be started anew.",
        answer: Answer(status: 200, summary: "It is.", content: .text))

    static let getReadiness = Operation(
        tag: "About", summary: "Can it serve?",
        description: "For a front: the database answers too.",
        answer: Answer(status: 200, summary: "It can.", content: .text),
        problems: [.unavailable])

    static let getMetrics = Operation(
        tag: "About", summary: "Counters for the operator",
        description: "In Prometheus' text format, for who has the token in the data folder.",
        answer: Answer(status: 200, summary: "Counters.", content: .text),
        problems: [.signInNeeded])
}

extension Operation {
    /// A flat white with oat drink and two more shots, at the demo shop.
    static let exampleCart: [JSONNode.Member] = [
        .init("locationId", "old-mill"), .init("fulfilment", "toGo"),
        .init(
            "lines",
            [
                [
                    "itemId": "flat-white", "quantity": 1,
                    "modifiers": [
                        ["id": "milk-oat"], ["id": "beans-house"], ["id": "temperature-hot"],
                        ["id": "shot-extra", "quantity": 2],
                    ],
                ]
            ]),
    ]
}

extension Operation.Parameter {
    static let locationID = Operation.Parameter.path(
        "id", .id("A location's id.", example: "old-mill"), "Which location.")

    static let orderID = Operation.Parameter.path("id", .id("An order's id."), "Which order.")

    static let acceptLanguage = Operation.Parameter.header(
        "Accept-Language", .text("RFC 9110, 12.5.4.", example: "ar, en;q=0.8"),
        "Chooses among the shop's languages, for names and sentences.")

    static let ifNoneMatch = Operation.Parameter.header(
        "If-None-Match", .text("ETags."),
        "What the client has; if it still holds, the answer is 304.")

    static let ifMatch = Operation.Parameter.header(
        "If-Match", .text("An ETag.", example: "\"1\""),
        "The version that the caller saw: the ETag of the order. Needed, unless the order is "
            + "already as asked for.")

    static let idempotencyKey = Operation.Parameter.header(
        "Idempotency-Key",
        .text(
            "1 to 255 printable characters.", length: 1...255,
            pattern: "^[!-~]([ -~]*[!-~])?$", example: "0198c6a5-7b1e-7c3a-9d55-2f1e8a4b6c70"),
        """
        A new one for each new request, the same for each retry: the same key and body give the \
        first answer again. Callers without an account send at least 32 characters; a UUID does. \
        A request that failed doesn't burn its key.
        """, isRequired: true)

    static let limit = Operation.Parameter.query(
        "limit", .integer("1 to 100; 5 where not given.", 1...100), "Orders on a page.")

    static let cursor = Operation.Parameter.query(
        "cursor", .text("Opaque.", length: 1...100), "`nextCursor` of the page before.")
}

extension Schema {
    static let eventID = Schema.integer("An event's id.", 0...Int64.max)
}
