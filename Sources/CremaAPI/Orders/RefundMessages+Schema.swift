import CremaDomain

extension RefundRequest: Described {
    package static let schemaName = "RefundRequest"
    package static let schema = Schema.object(
        "A sum, or pieces of lines; with neither, all that is left.",
        [
            .omittable("amount", .of(SentAmount.self, "How much, above zero.")),
            .omittable(
                "lines", .list(of: .of(RefundRequest.Line.self), "What is paid back for.")),
            Field("reason", .text("Why.", length: 1...Limits.reasonCharacters)),
        ])
}

extension RefundRequest.Line: Described {
    package static let schemaName = "RefundLine"
    package static let schema = Schema.object(
        "Pieces of a line.",
        [
            Field("number", .integer("The line's, counted from 1.", 1...50)),
            .omittable("quantity", .integer("How many pieces; one if left out.", 1...99)),
        ])
}

extension RefundValue: Described {
    package static let schemaName = "Refund"
    package static let schema = Schema.object(
        "What was given back of an order.",
        [
            Field("number", .integer("Counted from 1 within the order.")),
            Field("amount", .of(MoneyValue.self, "All of it.")),
            Field(
                "tenders", .list(of: .of(RefundValue.Part.self), "To the tenders it came from.")),
            Field("reason", .text("Why.")), Field("at", .instant("When.")),
        ])
}

extension RefundValue.Part: Described {
    package static let schemaName = "RefundPart"
    package static let schema = Schema.object(
        "What one tender gave back.",
        [
            Field("kind", .word("Which way.", TenderKind.allCases.map(\.rawValue))),
            Field("amount", .of(MoneyValue.self, "How much of what it paid.")),
            Field(
                "paidOut",
                .of(MoneyValue.self, "What changes hands: cash goes to the nearest coin.")),
        ])
}
