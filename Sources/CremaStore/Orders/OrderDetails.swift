import CremaDomain
import FoundationEssentials

/// What an order keeps besides its columns and lines: figures that no query looks for.
struct OrderDetails: Codable {
    struct DiscountDetail: Codable {
        let name: String
        let amount: Int64
    }

    struct TaxDetail: Codable {
        let name: String
        let rate: Int64
        let taxable: Int64
        let amount: Int64
    }

    struct FeeDetail: Codable {
        let name: String
        let subtotal: Int64
        let net: Int64
        let tax: Int64
        let total: Int64
    }

    struct StockDetail: Codable {
        let kind: String
        let id: String
        let count: Int
    }

    let currency: String
    let taxIncluded: Bool
    let discounts: [DiscountDetail]
    let taxes: [TaxDetail]
    let fees: [FeeDetail]
    /// What was taken of counted stock: a thing may be counted later, or no longer.
    let stock: [StockDetail]?

    init(_ quote: Quote, stock: [StockCount]) {
        currency = quote.currency.code
        taxIncluded = quote.pricesIncludeTax
        discounts = quote.discounts.map {
            DiscountDetail(name: $0.name, amount: $0.amount.minorUnits)
        }
        taxes = quote.taxes.map {
            TaxDetail(
                name: $0.name, rate: $0.rate.partsPerMillion, taxable: $0.taxable.minorUnits,
                amount: $0.amount.minorUnits)
        }
        fees = quote.fees.map {
            FeeDetail(
                name: $0.name, subtotal: $0.subtotal.minorUnits, net: $0.net.minorUnits,
                tax: $0.tax.minorUnits, total: $0.total.minorUnits)
        }
        self.stock =
            stock.isEmpty
            ? nil
            : stock.map { StockDetail(kind: $0.thing.kind, id: $0.thing.id, count: $0.count) }
    }

    var takenStock: [StockCount] {
        (stock ?? []).map { StockCount(StockedThing(kind: $0.kind, id: $0.id), $0.count) }
    }

    var appliedDiscounts: [AppliedDiscount] {
        discounts.map { AppliedDiscount(name: $0.name, amount: Money($0.amount)) }
    }

    var taxAmounts: [TaxAmount] {
        taxes.map {
            TaxAmount(
                name: $0.name, rate: Rate(partsPerMillion: $0.rate), taxable: Money($0.taxable),
                amount: Money($0.amount))
        }
    }

    var quotedFees: [QuotedFee] {
        fees.map {
            QuotedFee(
                name: $0.name, subtotal: Money($0.subtotal), net: Money($0.net),
                tax: Money($0.tax), total: Money($0.total))
        }
    }
}

/// A modifier as a line keeps it.
struct ModifierDetail: Codable {
    let id: String
    let name: String
    let quantity: Int
    let price: Int64

    init(_ modifier: QuotedModifier) {
        id = modifier.id.rawValue
        name = modifier.name
        quantity = modifier.quantity
        price = modifier.price.minorUnits
    }

    var quoted: QuotedModifier {
        QuotedModifier(id: ID(id), name: name, quantity: quantity, price: Money(price))
    }
}

/// JSON text in a column. What is written here is read here, so a fault is one of the database.
enum StoredJSON {
    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func value<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }
}
