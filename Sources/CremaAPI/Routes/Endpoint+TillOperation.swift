extension Operation {
    static let createDrawerSession = Operation(
        tag: "Till", summary: "Open a location's cash drawer",
        description: """
            With what is in it. A location has one in use at a time; while it is, all is posted on \
            its business date, until it is counted.
            """,
        parameters: [.locationID, .idempotencyKey], body: DrawerRequest.self,
        example: ["float": ["amount": 10000, "currency": "USD"]],
        answer: Answer(
            status: 201, summary: "Opened.", content: .json(DrawerResponse.self),
            headers: [.replayed]),
        problems: [.forbidden, .drawerOpen, .dayLocked])

    static let getDrawerSession = Operation(
        tag: "Till", summary: "A cash drawer",
        description: """
            `current` is the one in use; 404 where none is. What should be in it is told to \
            managers alone: who counts, counts blind.
            """,
        parameters: [.locationID, sessionOrCurrent],
        answer: Answer(status: 200, summary: "The drawer.", content: .json(DrawerResponse.self)),
        problems: [.forbidden])

    static let createCashMovement = Operation(
        tag: "Till", summary: "Put cash into a drawer, or take some out",
        description: """
            Without a sale: change from the bank (`paidIn`), milk from the shop next door \
            (`paidOut`), what goes to the safe (`drop`).
            """,
        parameters: [.locationID, session, .idempotencyKey], body: CashMovementRequest.self,
        example: [
            "kind": "paidOut", "amount": ["amount": 320, "currency": "USD"], "reason": "Milk",
        ],
        answer: Answer(
            status: 201, summary: "In the books.", content: .json(CashMovementValue.self),
            headers: [.replayed]),
        problems: [.forbidden, .drawerClosed])

    static let createDrawerCount = Operation(
        tag: "Till", summary: "Count a drawer, and end its day",
        description: """
            What is too much or too little is posted, the report gets its number and is frozen, \
            and its day is locked: what comes later is posted on the next one. Orders that nobody \
            has paid are refused with `unpaid-orders` until they are named in \
            `acknowledgedOrders`. Where `cashPostings` is sent and cash moved meanwhile, nothing \
            is counted (`cash-moved`).
            """,
        parameters: [.locationID, session, .idempotencyKey], body: DrawerCountRequest.self,
        example: ["total": ["amount": 12345, "currency": "USD"]],
        answer: Answer(
            status: 201, summary: "Counted; the day's report.",
            content: .json(DayReportResponse.self), headers: [.replayed]),
        problems: [.forbidden, .drawerClosed, .unpaidOrders, .cashMoved])

    static let listDayReports = Operation(
        tag: "Till", summary: "A location's day reports",
        description: "The latest first, a page at a time. For managers and owners.",
        parameters: [.locationID, .limit, .cursor],
        answer: Answer(
            status: 200, summary: "A page.", content: .json(DayReportsResponse.self)),
        problems: [.forbidden, .invalidField])

    static let getDayReport = Operation(
        tag: "Till", summary: "A day's report",
        description: """
            As it was frozen. For managers and owners; a barista reads those of the own counts.
            """,
        parameters: [
            .locationID,
            .path("number", .integer("Counted from 1.", 1...1_000_000), "Which report."),
        ],
        answer: Answer(
            status: 200, summary: "The report.", content: .json(DayReportResponse.self)),
        problems: [.forbidden])

    private static let session = Parameter.path(
        "session", .id("A drawer session's id.", example: "none"), "Which drawer.")

    private static let sessionOrCurrent = Parameter.path(
        "session", .id("A drawer session's id, or `current`.", example: "current"), "Which drawer.")
}
