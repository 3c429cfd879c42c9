package import CremaDomain

extension PlacedOrderResponse: Described {
    package static let schemaName = "PlacedOrder"
    package static let schema = Schema.object(
        "A placed order; the same whenever the answer is given again.",
        [
            Field("id", .id("Identity.")), Field("callNumber", .callNumber),
            Field("state", .orderState), Field("version", .integer("1.")),
            Field("total", .of(MoneyValue.self, "What the customer pays.")),
            Field("due", .of(MoneyValue.self, "What is still to be paid.")),
            .optional(
                "token", .text("For guests: `Authorization: Guest <token>`. Never put it in a URL.")
            ),
        ])
}

extension OrderResponse: Described {
    package static let schemaName = "Order"
    package static let schema = Schema.object(
        "An order. Its lines and sums were frozen when it was placed.",
        [
            Field("id", .id("Identity.")),
            Field("locationId", .id("At which location.")),
            Field("callNumber", .callNumber),
            Field("state", .orderState),
            Field("version", .integer("Grows with each change; the ETag.")),
            Field("businessDate", .text("The shop's own day.", format: "date")),
            Field("placedAt", .instant("When it was placed.")),
            Field("customerName", .text("A name to call; empty where none was given.")),
            Field("fulfilment", .word("How.", Fulfilment.allCases.map(\.rawValue))),
            Field("taxIncluded", .bool("Prices contain the tax already.")),
            Field("due", .of(MoneyValue.self, "What is still to be paid.")),
            Field("tenders", .list(of: .of(TenderValue.self), "How it is paid.")),
            Field("refunded", .of(MoneyValue.self, "What was given back of it.")),
            Field("refunds", .list(of: .of(RefundValue.self), "Each time, oldest first.")),
            Field("timeline", .list(of: .of(StepValue.self), "How it got here, oldest first.")),
            Field("reason", .text("Why it was called off; empty where it wasn't.")),
        ] + SumFields.all)
}

extension OrdersResponse: Described {
    package static let schemaName = "Orders"
    package static let schema = Schema.object(
        "A page of orders.",
        [
            Field("orders", .list(of: .of(OrderResponse.self), "Newest first.")),
            .optional("nextCursor", .text("Gets the next page; left out on the last.")),
        ])
}

extension StepValue: Described {
    package static let schemaName = "Step"
    package static let schema = Schema.object(
        "A state and since when.",
        [Field("state", .orderState), Field("at", .instant("Since when."))])
}

extension TenderValue: Described {
    package static let schemaName = "Tender"
    package static let schema = Schema.object(
        "One way an order is paid.",
        [
            Field("kind", .word("Which way.", TenderKind.allCases.map(\.rawValue))),
            Field("amount", .of(MoneyValue.self, "How much of the total it covers.")),
            Field("state", .word("What became of it.", TenderState.allCases.map(\.rawValue))),
        ])
}

extension TransitionRequest: Described {
    package static let schemaName = "Transition"
    package static let schema = Schema.object(
        "A move of an order.",
        [
            Field("to", .orderState),
            .omittable(
                "reason",
                .text("Why; staff who cancel must say.", length: 0...Limits.reasonCharacters)),
        ])
}

extension PaymentRequest: Described {
    package static let schemaName = "Payment"
    package static let schema = Schema.object(
        "Money taken over the counter: all that is due.",
        [Field("kind", .word("How.", PaymentRequest.kinds.map(\.rawValue)))])

    /// What is taken over the counter.
    package static let kinds: [TenderKind] = [.cash, .externalCard]
}

extension RequestResponse: Described {
    package static let schemaName = "RequestFate"
    package static let schema = Schema.object(
        "What became of a request.",
        [
            Field("status", .integer("Status of the answer that was given.", 200...299)),
            Field("subjectId", .text("What it made or changed.")),
            Field("at", .instant("When.")),
        ])
}

extension QueueResponse: Described {
    package static let schemaName = "Queue"
    package static let schema = Schema.object(
        "A location's queue.",
        [Field("tickets", .list(of: .of(TicketValue.self), "By the time work must start."))])
}

extension TicketValue: Described {
    package static let schemaName = "Ticket"
    package static let schema = Schema.object(
        "What the bar sees of an order.",
        [
            Field("orderId", .id("Which order.")), Field("callNumber", .callNumber),
            Field("state", .orderState), Field("version", .integer("For `If-Match`.")),
            Field("name", .text("A name to call; empty where none was given.")),
            Field("fulfilment", .word("How.", Fulfilment.allCases.map(\.rawValue))),
            Field("due", .of(MoneyValue.self, "What is still to be paid.")),
            Field("placedAt", .instant("When it was placed.")),
            Field("mustStartAt", .instant("When work must start.")),
            Field("lines", .list(of: .of(TicketLineValue.self), "What is to be made.")),
        ])
}

extension TicketLineValue: Described {
    package static let schemaName = "TicketLine"
    package static let schema = Schema.object(
        "A line of a ticket.",
        [
            Field("number", .integer("Counted from 1 within the order.")),
            Field("name", .text("Item.")), .optional("sizeName", .text("Size, where it has one.")),
            Field("quantity", .integer("Pieces.")),
            Field("modifiers", .list(of: .text("One."), "\"Oat milk\", \"2 × Extra shot\".")),
            Field("request", .text("A wish; empty for none.")),
            Field("cupName", .text("A name for the cup; empty for the order's.")),
            Field("station", .text("Where it is made.")), Field("isDone", .bool("Made.")),
        ])
}

extension Schema {
    fileprivate static let callNumber = Schema.text("What is called out.", example: "A042")
    fileprivate static let orderState = Schema.word(
        "How far it is.", OrderState.allCases.map(\.rawValue))
}
