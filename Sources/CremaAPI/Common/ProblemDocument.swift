/// An error as RFC 9457 describes it, with the members that Crema's kinds of problem add.
public struct ProblemDocument: Codable, Hashable, Sendable {
    /// A stable reference per kind: `/problems/sold-out`.
    public var type: String
    /// The kind in a few words; the same for each problem of it.
    public var title: String
    /// The status of the answer.
    public var status: Int
    /// A sentence for the customer, in their language.
    public var detail: String
    /// The id of the request, as the server's log names it.
    public var instance: String
    /// The part of the request that is meant: `lines[0].quantity`.
    public var field: String?
    /// Each part that is meant, where there are several.
    public var problems: [FieldProblem]?
    /// The item that is sold out.
    public var item: String?
    /// What the thing is like now, where the request was about an older state of it.
    public var state: String?
    /// Its version now.
    public var version: Int64?
    /// The order as it is now, where somebody else was faster.
    public var order: OrderResponse?
    /// The cart priced anew, where its price changed.
    public var quote: QuoteResponse?
    /// What is in the wallet, where that isn't enough.
    public var balance: MoneyValue?
    /// What was to be taken from it.
    public var needed: MoneyValue?
    /// The cash drawer that is in use.
    public var session: String?
    /// The report of the drawer that was counted.
    public var report: Int?
    /// Orders that nobody has paid.
    public var unpaidOrders: [UnpaidOrderValue]?

    /// A problem.
    public init(type: String, title: String, status: Int, detail: String, instance: String) {
        self.type = type
        self.title = title
        self.status = status
        self.detail = detail
        self.instance = instance
    }
}

/// One part of a request that can't be accepted.
public struct FieldProblem: Codable, Hashable, Sendable {
    /// Where: `lines[0].quantity`.
    public let field: String
    /// What is wrong, as a word: `soldOut`.
    public let code: String
    /// A sentence for the customer.
    public let detail: String

    /// A problem at a field.
    public init(field: String, code: String, detail: String) {
        self.field = field
        self.code = code
        self.detail = detail
    }
}

extension ProblemDocument: Described {
    package static let schemaName = "Problem"
    package static let schema = Schema.object(
        "What went wrong (RFC 9457).",
        [
            Field("type", .text("The kind; its address explains it.", format: "uri-reference")),
            Field("title", .text("The kind in a few words.")),
            Field("status", .integer("Status of the answer.", 400...599)),
            Field("detail", .text("A sentence for the customer, in their language.")),
            Field("instance", .text("The request's id, as the server's log names it.")),
            .optional("field", .text("The part of the request: `lines[0].quantity`.")),
            .optional(
                "problems", .list(of: .of(FieldProblem.self), "Each part, where there are several.")
            ),
            .optional("item", .id("The item that is sold out.")),
            .optional("state", .text("What the thing is like now.")),
            .optional("version", .integer("Its version now.")),
            .optional("order", .of(OrderResponse.self, "The order as it is now.")),
            .optional("quote", .of(QuoteResponse.self, "The cart priced anew.")),
            .optional("balance", .of(MoneyValue.self, "What is in the wallet.")),
            .optional("needed", .of(MoneyValue.self, "What was to be taken from it.")),
            .optional("session", .id("The cash drawer that is in use.")),
            .optional("report", .integer("The report of the drawer that was counted.")),
            .optional(
                "unpaidOrders",
                .list(of: .of(UnpaidOrderValue.self), "Orders that nobody has paid.")),
        ])
}

extension FieldProblem: Described {
    package static let schemaName = "FieldProblem"
    package static let schema = Schema.object(
        "One part of a request that can't be accepted.",
        [
            Field("field", .text("Where: `lines[0].quantity`.")),
            Field("code", .text("What is wrong, as a word: `soldOut`.")),
            Field("detail", .text("A sentence for the customer.")),
        ])
}
