import CremaDomain

extension Currency {
    /// A currency of a fixture.
    static func of(_ code: String) -> Currency {
        guard let currency = Currency(code: code) else {
            preconditionFailure("no currency: \(code)")
        }
        return currency
    }
}

extension Rate {
    /// A whole percentage.
    static func percent(_ percent: Int64) -> Rate {
        Rate(partsPerMillion: percent * 10_000)
    }
}

extension TaxComponent {
    /// "VAT" of a whole percentage.
    static func vat(_ percent: Int64) -> TaxComponent {
        TaxComponent(name: "VAT", rate: .percent(percent))
    }
}

/// A shop that is open all day, somewhere.
func location(
    taxes: TaxTable = TaxTable(rules: [], pricesIncludeTax: false), currency: String = "EUR"
) -> Location {
    guard let zone = ZoneID("Europe/Berlin") else { preconditionFailure("Berlin has a zone") }
    return Location(
        id: ID("old-mill"), name: "Old Mill", currency: .of(currency), zone: zone,
        hours: .alwaysOpen,
        taxes: taxes, legal: LegalEntity(name: "The Corner Shop"))
}

/// A cart by its numbers alone: what is priced at what, and under which taxes. Lines of the same
/// price and taxes are lines of the same item.
struct Basket {
    struct Line: Hashable {
        var unit: Int64
        var quantity = 1
        var taxes: [TaxComponent] = []

        var category: String { taxes.map { "\($0.name) \($0.rate) \($0.isCompound)" }.joined() }
        var itemID: ID<MenuItem> { ID("\(unit) \(category)") }
    }

    var lines: [Line]
    var discounts: [Discount] = []
    var fees: [Fee] = []
    var feeTaxes: [TaxComponent] = []
    var tip: Int64 = 0
    var pricesIncludeTax = false
    var currency = "EUR"

    func quote() throws(CartProblems) -> Quote {
        let day = day("2026-03-01")
        var categories: [String: [TaxComponent]] = ["fee": feeTaxes]
        var items: [ID<MenuItem>: MenuItem] = [:]
        for line in lines {
            categories[line.category] = line.taxes
            items[line.itemID] = MenuItem(
                id: line.itemID, name: LocalizedText("\(line.unit)"), price: Money(line.unit),
                taxCategory: ID(line.category))
        }
        let rules = categories.map {
            TaxRule(category: ID($0.key), validFrom: day, components: $0.value)
        }
        var shop = location(
            taxes: TaxTable(rules: rules, pricesIncludeTax: pricesIncludeTax), currency: currency)
        shop.fees = fees
        let cart = Cart(
            locationID: shop.id,
            lines: lines.map { CartLine(itemID: $0.itemID, quantity: $0.quantity) },
            tip: Money(tip))
        let menu = Menu(version: 1, catalog: Catalog(items: Array(items.values)))
        let context = PricingContext(businessDate: day, minuteOfDay: 600, discounts: discounts)
        return try price(cart, menu: menu, location: shop, context: context)
    }
}

extension Quote {
    /// Each tax by name and rate, whatever their order.
    var taxesByName: [String: TaxAmount] {
        Dictionary(uniqueKeysWithValues: taxes.map { ("\($0.name) \($0.rate)", $0) })
    }

    /// What the shop keeps of lines and fees.
    var net: Money { lines.sum { $0.net } + fees.sum { $0.net } }
}
