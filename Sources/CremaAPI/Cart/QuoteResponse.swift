public import CremaDomain

/// A discount on a quote or an order.
public struct DiscountValue: Codable, Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// Taken off, positive.
    public let amount: MoneyValue
}

/// A tax on a quote or an order.
public struct TaxValue: Codable, Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// Parts per million.
    public let ratePartsPerMillion: Int64
    /// The net amount it was taken on.
    public let taxable: MoneyValue
    /// The tax.
    public let amount: MoneyValue
}

/// A charge that isn't an item.
public struct FeeValue: Codable, Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// As the shop states prices.
    public let subtotal: MoneyValue
    /// Its share of the taxes.
    public let tax: MoneyValue
    /// What the customer pays for it.
    public let total: MoneyValue
}

/// A modifier of a priced line.
public struct ModifierValue: Codable, Hashable, Sendable {
    /// Which.
    public let id: String
    /// In the language of the quote.
    public let name: String
    /// How often.
    public let quantity: Int
    /// What all of them add to one piece.
    public let price: MoneyValue
}

/// A priced line.
public struct LineValue: Codable, Hashable, Sendable {
    /// Which item.
    public let itemId: String
    /// Which size.
    public let sizeId: String?
    /// In the language of the quote.
    public let name: String
    /// In the language of the quote.
    public let sizeName: String?
    /// In the order chosen.
    public let modifiers: [ModifierValue]
    /// One piece with its modifiers.
    public let unitPrice: MoneyValue
    /// Pieces.
    public let quantity: Int
    /// unit × quantity.
    public let subtotal: MoneyValue
    /// Share of the discounts, positive.
    public let discount: MoneyValue
    /// What the shop keeps.
    public let net: MoneyValue
    /// Share of the taxes.
    public let tax: MoneyValue
    /// What the customer pays.
    public let total: MoneyValue
    /// A wish; empty for none.
    public let request: String
    /// A name for the cup; empty for the order's.
    public let cupName: String

    /// A line of a quote or an order.
    public init(_ line: QuotedLine, _ currency: Currency) {
        func money(_ amount: Money) -> MoneyValue { MoneyValue(amount, currency) }
        itemId = line.itemID.rawValue
        sizeId = line.sizeID?.rawValue
        name = line.name
        sizeName = line.sizeName
        modifiers = line.modifiers.map {
            ModifierValue(
                id: $0.id.rawValue, name: $0.name, quantity: $0.quantity, price: money($0.price))
        }
        unitPrice = money(line.unitPrice)
        quantity = line.quantity
        subtotal = money(line.subtotal)
        discount = money(line.discount)
        net = money(line.net)
        tax = money(line.tax)
        total = money(line.total)
        request = line.request
        cupName = line.cupName
    }
}

/// A priced cart.
public struct QuoteResponse: Codable, Hashable, Sendable {
    /// Stands for every number below; sent along when placing.
    public let fingerprint: String
    /// Prices contain the tax already.
    public let taxIncluded: Bool
    /// In the order of the cart.
    public let lines: [LineValue]
    /// Charges that aren't items.
    public let fees: [FeeValue]
    /// Lines before discounts.
    public let subtotal: MoneyValue
    /// All discounts.
    public let discount: MoneyValue
    /// Each discount.
    public let discounts: [DiscountValue]
    /// Each tax.
    public let taxes: [TaxValue]
    /// All taxes.
    public let tax: MoneyValue
    /// Given on top.
    public let tip: MoneyValue
    /// What the customer pays.
    public let total: MoneyValue

    /// A quote on the wire.
    public init(_ quote: Quote) {
        let currency = quote.currency
        func money(_ amount: Money) -> MoneyValue { MoneyValue(amount, currency) }
        fingerprint = quote.fingerprint
        taxIncluded = quote.pricesIncludeTax
        lines = quote.lines.map { LineValue($0, currency) }
        fees = quote.fees.map {
            FeeValue(
                name: $0.name, subtotal: money($0.subtotal), tax: money($0.tax),
                total: money($0.total))
        }
        subtotal = money(quote.subtotal)
        discount = money(quote.discount)
        discounts = quote.discounts.map { DiscountValue(name: $0.name, amount: money($0.amount)) }
        taxes = quote.taxes.map {
            TaxValue(
                name: $0.name, ratePartsPerMillion: $0.rate.partsPerMillion,
                taxable: money($0.taxable), amount: money($0.amount))
        }
        tax = money(quote.tax)
        tip = money(quote.tip)
        total = money(quote.total)
    }
}
