package import CremaDomain

extension QuoteRequest: Described {
    package static let schemaName = "Cart"
    package static let schema = Schema.object("A cart to be priced.", CartFields.all)
}

extension PlaceOrderRequest: Described {
    package static let schemaName = "NewOrder"
    package static let schema = Schema.object(
        "The cart of a quote with its fingerprint.",
        CartFields.all + [
            Field("fingerprint", .text("Of the quote that the customer saw.")),
            .omittable(
                "customerName",
                .text("A name to call.", length: 0...Limits.nameCharacters, example: "Ada")),
            .omittable(
                "tenders",
                .list(of: .of(TenderRequest.self), "How it is paid; at the counter if left out.")),
            .omittable("total", .of(SentAmount.self, "What was shown; only compared.")),
        ])
}

/// What a cart holds, whether it is priced or placed.
private enum CartFields {
    static let all = [
        Field("locationId", .text("At which location.", example: "old-mill")),
        Field(
            "fulfilment", .word("Taken away or drunk there.", Fulfilment.allCases.map(\.rawValue))),
        Field(
            "lines",
            .list(of: .of(LineRequest.self), "What is ordered.", count: Limits.linesPerCart)),
        .omittable("tip", .of(SentAmount.self, "Given on top.")),
        .omittable(
            "codes",
            .list(
                of: .text("A promotion code."), "Promotion codes.",
                count: 0...Limits.codesPerCart)),
    ]
}

extension LineRequest: Described {
    package static let schemaName = "CartLine"
    package static let schema = Schema.object(
        "A line of a cart.",
        [
            Field("itemId", .text("Which item.", example: "flat-white")),
            .omittable("sizeId", .text("Which size, where the item has sizes.")),
            .omittable(
                "modifiers",
                .list(
                    of: .of(ModifierRequest.self),
                    "In the order chosen: a group's first ones are its free ones.",
                    count: 0...Limits.modifiersPerLine)),
            Field("quantity", .integer("Pieces.", Limits.quantityPerLine.wide, example: 1)),
            .omittable("request", .text("A wish.", length: 0...Limits.requestCharacters)),
            .omittable("cupName", .text("A name for the cup.", length: 0...Limits.nameCharacters)),
            .omittable("unitPrice", .of(SentAmount.self, "What was shown; only compared.")),
        ])
}

extension ModifierRequest: Described {
    package static let schemaName = "CartModifier"
    package static let schema = Schema.object(
        "A modifier of a line.",
        [
            Field("id", .text("Which.", example: "milk-oat")),
            .omittable("quantity", .integer("How often.", Limits.quantityPerModifier.wide)),
        ])
}

extension TenderRequest: Described {
    package static let schemaName = "NewTender"
    package static let schema = Schema.object(
        "A way to pay.",
        [
            Field("kind", .word("Which way.", TenderRequest.kinds.map(\.rawValue))),
            .omittable("amount", .of(SentAmount.self, "How much; the rest if left out.")),
        ])

    /// What a customer may ask for; cash and cards of a terminal are taken over the counter.
    package static let kinds: [TenderKind] = [.counter, .wallet, .giftCard, .card]
}

extension ClosedRange<Int> {
    fileprivate var wide: ClosedRange<Int64> { Int64(lowerBound)...Int64(upperBound) }
}
