import CremaAPI
import CremaDomain
import FoundationEssentials

/// What an order keeps besides its columns and lines: figures that no query looks for.
struct OrderDetails: Decodable {
    struct DiscountDetail: Decodable {
        let name: String
        let amount: Int64
    }

    struct TaxDetail: Decodable {
        let name: String
        let rate: Int64
        let taxable: Int64
        let amount: Int64
    }

    struct FeeDetail: Decodable {
        let name: String
        let subtotal: Int64
        let net: Int64
        let tax: Int64
        let total: Int64
    }

    struct StockDetail: Decodable {
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
struct ModifierDetail: Decodable {
    let id: String
    let name: String
    let quantity: Int
    let price: Int64

    var quoted: QuotedModifier {
        QuotedModifier(id: ID(id), name: name, quantity: quantity, price: Money(price))
    }
}

extension OrderDetails {
    /// As it is kept.
    var text: String {
        var json = JSONWriter()
        json.object { json in
            json.member("currency", currency)
            json.member("taxIncluded", taxIncluded)
            json.name("discounts")
            json.list(discounts) { json, discount in
                json.object { json in
                    json.member("name", discount.name)
                    json.member("amount", discount.amount)
                }
            }
            json.name("taxes")
            json.list(taxes) { json, tax in
                json.object { json in
                    json.member("name", tax.name)
                    json.member("rate", tax.rate)
                    json.member("taxable", tax.taxable)
                    json.member("amount", tax.amount)
                }
            }
            json.name("fees")
            json.list(fees) { json, fee in
                json.object { json in
                    json.member("name", fee.name)
                    json.member("subtotal", fee.subtotal)
                    json.member("net", fee.net)
                    json.member("tax", fee.tax)
                    json.member("total", fee.total)
                }
            }
            guard let stock else { return }
            json.name("stock")
            json.list(stock) { json, taken in
                json.object { json in
                    json.member("kind", taken.kind)
                    json.member("id", taken.id)
                    json.member("count", taken.count)
                }
            }
        }
        return json.text
    }
}

extension ModifierDetail {
    /// A line's modifiers as they are kept.
    static func text(_ modifiers: [QuotedModifier]) -> String {
        var json = JSONWriter()
        json.list(modifiers) { json, modifier in
            json.object { json in
                json.member("id", modifier.id.rawValue)
                json.member("name", modifier.name)
                json.member("quantity", modifier.quantity)
                json.member("price", modifier.price.minorUnits)
            }
        }
        return json.text
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
        try JSONTree(Array(text.utf8)).decode(type)
    }
}
