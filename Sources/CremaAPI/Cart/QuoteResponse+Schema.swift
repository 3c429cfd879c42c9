extension QuoteResponse: Described {
    package static let schemaName = "Quote"
    package static let schema = Schema.object(
        "A priced cart.",
        [
            Field("fingerprint", .text("Stands for every number below.")),
            Field("taxIncluded", .bool("Prices contain the tax already.")),
        ] + SumFields.all)
}

/// The sums of a quote or an order.
enum SumFields {
    static let all = [
        Field("lines", .list(of: .of(LineValue.self), "In the order of the cart.")),
        Field("fees", .list(of: .of(FeeValue.self), "Charges that aren't items.")),
        Field("subtotal", .of(MoneyValue.self, "Lines before discounts.")),
        Field("discount", .of(MoneyValue.self, "All discounts, positive.")),
        Field("discounts", .list(of: .of(DiscountValue.self), "Each discount.")),
        Field("taxes", .list(of: .of(TaxValue.self), "Each tax.")),
        Field("tax", .of(MoneyValue.self, "All taxes.")),
        Field("tip", .of(MoneyValue.self, "Given on top.")),
        Field("total", .of(MoneyValue.self, "What the customer pays.")),
    ]
}

extension LineValue: Described {
    package static let schemaName = "Line"
    package static let schema = Schema.object(
        "A priced line.",
        [
            Field("itemId", .id("Which item.")),
            .optional("sizeId", .id("Which size.")),
            Field("name", .text("In the language asked for.")),
            .optional("sizeName", .text("In the language asked for.")),
            Field("modifiers", .list(of: .of(ModifierValue.self), "In the order chosen.")),
            Field("unitPrice", .of(MoneyValue.self, "One piece with its modifiers.")),
            Field("quantity", .integer("Pieces.")),
            Field("subtotal", .of(MoneyValue.self, "unitPrice × quantity.")),
            Field("discount", .of(MoneyValue.self, "Share of the discounts, positive.")),
            Field("net", .of(MoneyValue.self, "What the shop keeps.")),
            Field("tax", .of(MoneyValue.self, "Share of the taxes.")),
            Field("total", .of(MoneyValue.self, "What the customer pays.")),
            Field("request", .text("A wish; empty for none.")),
            Field("cupName", .text("A name for the cup; empty for the order's.")),
        ])
}

extension ModifierValue: Described {
    package static let schemaName = "LineModifier"
    package static let schema = Schema.object(
        "A modifier of a priced line.",
        [
            Field("id", .id("Which.")), Field("name", .text("In the language asked for.")),
            Field("quantity", .integer("How often.")),
            Field("price", .of(MoneyValue.self, "What all of them add to one piece.")),
        ])
}

extension TaxValue: Described {
    package static let schemaName = "Tax"
    package static let schema = Schema.object(
        "A tax.",
        [
            Field("name", .text("As on the receipt.")),
            Field("ratePartsPerMillion", .integer("88750 is 8.875 %.")),
            Field("taxable", .of(MoneyValue.self, "The net amount it was taken on.")),
            Field("amount", .of(MoneyValue.self, "The tax.")),
        ])
}

extension DiscountValue: Described {
    package static let schemaName = "Discount"
    package static let schema = Schema.object(
        "A discount.",
        [
            Field("name", .text("As on the receipt.")),
            Field("amount", .of(MoneyValue.self, "Taken off, positive.")),
        ])
}

extension FeeValue: Described {
    package static let schemaName = "Fee"
    package static let schema = Schema.object(
        "A charge that isn't an item.",
        [
            Field("name", .text("As on the receipt.")),
            Field("subtotal", .of(MoneyValue.self, "As the shop states prices.")),
            Field("tax", .of(MoneyValue.self, "Its share of the taxes.")),
            Field("total", .of(MoneyValue.self, "What the customer pays for it.")),
        ])
}
