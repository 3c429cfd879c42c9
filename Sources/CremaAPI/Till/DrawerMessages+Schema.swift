import CremaDomain

private let movementKinds = CashMovementKind.allCases.map(\.rawValue)

extension DrawerRequest: Described {
    package static let schemaName = "Drawer"
    package static let schema = Schema.object(
        "A drawer to open.",
        [Field("float", .of(SentAmount.self, "What is in it: zero or more."))])
}

extension DrawerResponse: Described {
    package static let schemaName = "DrawerSession"
    package static let schema = Schema.object(
        "A drawer, from its opening to its count.",
        [
            Field("id", .id("Identity.")),
            Field("businessDate", .text("Its day, however late it gets.", format: "date")),
            Field("float", .of(MoneyValue.self, "What was in it at the opening.")),
            Field("openedAt", .instant("When it was opened.")),
            .optional("closedAt", .instant("When it was counted.")),
            .optional("report", .integer("The number of the report that ended it.")),
            Field(
                "movements",
                .list(of: .of(CashMovementValue.self), "Without a sale, the oldest first.")),
            Field("cashPostings", .integer("How often cash came or went; for the count.")),
            .optional(
                "expected", .of(MoneyValue.self, "What should be in it; for managers.")),
            .optional(
                "unpaidOrders",
                .list(of: .of(UnpaidOrderValue.self), "What a count has to take note of.")),
        ])
}

extension CashMovementRequest: Described {
    package static let schemaName = "CashMovement"
    package static let schema = Schema.object(
        "Cash that goes in or out of a drawer without a sale.",
        [
            Field("kind", .word("Which way.", movementKinds)),
            Field("amount", .of(SentAmount.self, "How much, above zero.")),
            Field("reason", .text("Why.", length: 1...Limits.reasonCharacters)),
        ])
}

extension CashMovementValue: Described {
    package static let schemaName = "CashMoved"
    package static let schema = Schema.object(
        "Cash that went in or out of a drawer without a sale.",
        [
            Field("number", .integer("Counted from 1 within its drawer session.")),
            Field("kind", .word("Which way.", movementKinds)),
            Field("amount", .of(MoneyValue.self, "How much.")),
            Field("reason", .text("Why.")),
            Field("at", .instant("When.")),
        ])
}

extension UnpaidOrderValue: Described {
    package static let schemaName = "UnpaidOrder"
    package static let schema = Schema.object(
        "An order that nobody has paid yet.",
        [
            Field("id", .id("The order's.")),
            Field("callNumber", .text("As it is called.")),
            Field("due", .of(MoneyValue.self, "What is still to be paid.")),
        ])
}

extension DrawerCountRequest: Described {
    package static let schemaName = "DrawerCount"
    package static let schema = Schema.object(
        "What somebody found in the drawer: `total`, or `denominations`.",
        [
            .omittable("total", .of(SentAmount.self, "One sum.")),
            .omittable(
                "denominations",
                .list(
                    of: .of(DenominationValue.self), "By coins and notes.",
                    count: 0...Limits.pilesPerCount)),
            .omittable(
                "acknowledgedOrders",
                .list(
                    of: .id("An order's id."), "Unpaid orders that were seen.",
                    count: 0...Limits.unpaidPerCount)),
            .omittable(
                "cashPostings", .integer("How often cash had moved when the counting began.")),
        ])
}

extension DenominationValue: Described {
    package static let schemaName = "Denomination"
    package static let schema = Schema.object(
        "Coins or notes of one value.",
        [
            Field("value", .integer("Of one piece, in minor units.", 1...1_000_000_000)),
            Field("count", .integer("How many.", 0...100_000)),
        ])
}
