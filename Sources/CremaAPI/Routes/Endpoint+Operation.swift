extension Endpoint {
    /// What the document says of it.
    package var operation: Operation {
        switch self {
        case .listLocations: .listLocations
        case .getMenu: .getMenu
        case .setItemAvailability: .setItemAvailability
        case .setModifierAvailability: .setModifierAvailability
        case .createQuote: .createQuote
        case .createOrder: .createOrder
        case .listOrders: .listOrders
        case .getOrder: .getOrder
        case .createTransition: .createTransition
        case .createPayment: .createPayment
        case .createRefund: .createRefund
        case .getWallet: .getWallet
        case .listWalletTransactions: .listWalletTransactions
        case .createTopUp: .createTopUp
        case .createDrawerSession: .createDrawerSession
        case .getDrawerSession: .getDrawerSession
        case .createCashMovement: .createCashMovement
        case .createDrawerCount: .createDrawerCount
        case .listDayReports: .listDayReports
        case .getDayReport: .getDayReport
        case .getCardForm: .getCardForm
        case .createCardPayment: .createCardPayment
        case .getCardPayment: .getCardPayment
        case .createWalletTopUp: .createWalletTopUp
        case .getQueue: .getQueue
        case .getRequest: .getRequest
        case .createUser: .createUser
        case .getUser: .getUser
        case .updateUser: .updateUser
        case .setPassword: .setPassword
        case .exportUser: .exportUser
        case .closeUser: .closeUser
        case .createPasswordReset: .createPasswordReset
        case .completePasswordReset: .completePasswordReset
        case .createVerification: .createVerification
        case .verifyEmail: .verifyEmail
        case .createClaim: .createClaim
        case .listStaff: .listStaff
        case .createInvitation: .createInvitation
        case .deleteInvitation: .deleteInvitation
        case .setRole: .setRole
        case .deleteRole: .deleteRole
        case .listSessions: .listSessions
        case .endSession: .endSession
        case .createSession: .createSession
        case .refreshSession: .refreshSession
        case .deleteSession: .deleteSession
        case .streamEvents: .streamEvents
        case .getDocument: .getDocument
        case .getProblem: .getProblem
        case .getHealth: .getHealth
        case .getReadiness: .getReadiness
        case .getMetrics: .getMetrics
        }
    }
}

extension Operation {
    static let listLocations = Operation(
        tag: "Menu", summary: "The shop's places",
        description: "All of them, in the shop's order, with whether they take orders now.",
        answer: Answer(
            status: 200, summary: "All places.", content: .json(LocationsResponse.self)))

    static let getMenu = Operation(
        tag: "Menu", summary: "What a place sells",
        description: """
            The whole menu in one of the shop's languages. It changes seldom: keep it with its \
            ETag, and ask with `If-None-Match`, or follow `menu` events.
            """,
        parameters: [.locationID, .acceptLanguage, .ifNoneMatch],
        answer: Answer(
            status: 200, summary: "The menu.", content: .json(MenuResponse.self),
            headers: [.etag], hasNotModified: true))

    static let createQuote = Operation(
        tag: "Orders", summary: "Price a cart",
        description: """
            Every number a customer sees comes from here. Nothing is kept; the fingerprint stands \
            for all numbers and is sent along when placing. A `unitPrice` or a `total` in a \
            request is only compared, never used.
            """,
        parameters: [.acceptLanguage], body: QuoteRequest.self,
        example: .object(exampleCart),
        answer: Answer(
            status: 200, summary: "The cart, priced.", content: .json(QuoteResponse.self),
            links: [
                Link(
                    name: "placeOrder", endpoint: .createOrder,
                    body: [
                        .init("locationId", "$request.body#/locationId"),
                        .init("fulfilment", "$request.body#/fulfilment"),
                        .init("lines", "$request.body#/lines"),
                        .init("fingerprint", "$response.body#/fingerprint"),
                    ], summary: "Place what was quoted.")
            ]),
        problems: [.cartInvalid, .soldOut, .notFound])

    static let createOrder = Operation(
        tag: "Orders", summary: "Place an order",
        description: """
            The cart of a quote and its fingerprint. If it costs something else by now, the answer \
            is 409 with the new quote and nobody is charged. Without an account the answer holds a \
            `token` that reads and cancels this order: `Authorization: Guest <token>`. Whoever is \
            signed in may pay all or part of it from the wallet: that is taken at once, and given \
            back when the order is cancelled.
            """,
        parameters: [.idempotencyKey, .acceptLanguage], body: PlaceOrderRequest.self,
        example: .object(
            exampleCart + [
                .init("fingerprint", "the quote's"), .init("customerName", "Ada"),
                .init("tenders", [["kind": "counter"]]),
            ]),
        answer: Answer(
            status: 201, summary: "Placed, durably.", content: .json(PlacedOrderResponse.self),
            headers: [.location, .etag, .replayed],
            links: [
                Link(
                    name: "readOrder", endpoint: .getOrder,
                    parameters: [.init("id", "$response.body#/id")], summary: "Read the order.")
            ]),
        problems: [
            .cartInvalid, .quoteChanged, .soldOut, .closed, .paused, .tooManyUnpaid,
            .insufficientFunds, .notFound,
        ])

    static let listOrders = Operation(
        tag: "Orders", summary: "The caller's own orders",
        description: """
            Newest first, a page at a time. New orders don't shift the pages: walking with \
            `nextCursor` gives each order once.
            """,
        parameters: [.limit, .cursor],
        answer: Answer(
            status: 200, summary: "A page.", content: .json(OrdersResponse.self)),
        problems: [.invalidField])

    static let getOrder = Operation(
        tag: "Orders", summary: "One order",
        description: """
            For whoever it belongs to, by account, cookie or guest token, and for the staff of its \
            location. Somebody else's order is a 404, like one that never was.
            """,
        parameters: [.orderID, .ifNoneMatch],
        answer: Answer(
            status: 200, summary: "The order.", content: .json(OrderResponse.self),
            headers: [.etag], hasNotModified: true,
            links: [
                Link(
                    name: "moveOrder", endpoint: .createTransition,
                    parameters: [
                        .init("id", "$response.body#/id"),
                        .init("If-Match", "$response.header.ETag"),
                    ], summary: "Move it on from the version that was read.")
            ]))

    static let createTransition = Operation(
        tag: "Orders", summary: "Move an order to another state",
        description: """
            In this order: a repeated key gets its first answer; an order that is already there is \
            a 200 and stays as it is; no `If-Match` is 428; a stale one is 412 with the current \
            order; a move that isn't allowed is 409. A customer may cancel until it is begun; \
            staff who cancel give a reason.
            """,
        parameters: [.orderID, .idempotencyKey, .ifMatch], body: TransitionRequest.self,
        example: ["to": "cancelled", "reason": "changed my mind"],
        answer: Answer(
            status: 200, summary: "The order, moved.", content: .json(OrderResponse.self),
            headers: [.etag, .replayed]),
        problems: [.transitionRefused])

    static let createPayment = Operation(
        tag: "Orders", summary: "Record money taken over the counter",
        description: """
            All that is due, in cash or by a card terminal of its own. An order that waited for it \
            goes to the bar: it is `pending`. One that is paid already is a 200 and stays as it \
            is. For staff of the order's location.
            """,
        parameters: [.orderID, .idempotencyKey, .ifMatch], body: PaymentRequest.self,
        example: ["kind": "cash"],
        answer: Answer(
            status: 200, summary: "The order, paid.", content: .json(OrderResponse.self),
            headers: [.etag, .replayed]),
        problems: [.transitionRefused])

    static let getQueue = Operation(
        tag: "Queue", summary: "What the bar has to do",
        description: "A location's open orders by the time work on them must start, for its staff.",
        parameters: [
            .query(
                "location", .id("A location's id.", example: "old-mill"), "At which location.",
                isRequired: true)
        ],
        answer: Answer(
            status: 200, summary: "Its tickets.", content: .json(QueueResponse.self)),
        problems: [.forbidden, .notFound, .invalidField])

    static let getRequest = Operation(
        tag: "Orders", summary: "What became of a request",
        description: """
            By the key under which the caller placed, moved or paid; kept for 48 hours. A 404 \
            means not done *yet*: send the request again with the same key, and don't conclude \
            that it failed.
            """,
        parameters: [
            .path("key", .text("An idempotency key.", length: 1...255), "The key that was sent."),
            .query(
                "order", .id("An order's id."),
                "The order that was to be moved or paid; left out for one that was to be placed."),
            .query("location", .id("A location's id."), "Where a wallet was to be topped up."),
        ],
        answer: Answer(
            status: 200, summary: "It was done.", content: .json(RequestResponse.self)),
        problems: [.invalidField])
}
