import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Who and what the tests tell of: Ada orders at the corner shop, where Ben makes the coffee,
/// Mona manages and Olga owns. Hugo works at the harbour and has no say at the corner.
enum Story {
    static let ada = Actor(person: ID("ada"))
    static let ben = Actor(
        person: ID("ben"), memberships: [Membership(locationID: TestShop.corner, role: .barista)])
    static let mona = Actor(
        person: ID("mona"), memberships: [Membership(locationID: TestShop.corner, role: .manager)])
    static let olga = Actor(
        person: ID("olga"), memberships: [Membership(locationID: nil, role: .owner)])
    static let hugo = Actor(
        person: ID("hugo"), memberships: [Membership(locationID: TestShop.harbour, role: .barista)])
    /// Someone without an account, on a phone.
    static let phone = Actor(device: ID("phone"))

    static let flatWhite = ID<MenuItem>("flat-white")
    static let small = ID<ItemSize>("flat-white-small")
    static let large = ID<ItemSize>("flat-white-large")
    static let whole = ID<Modifier>("whole")
    static let oat = ID<Modifier>("oat")
    static let syrup = ID<Modifier>("syrup")
    static let croissant = ID<MenuItem>("croissant")
    /// Costs nothing.
    static let water = ID<MenuItem>("water")

    static var catalog: Catalog {
        var oatMilk = Modifier(id: oat, name: LocalizedText("Oat milk"), price: Money(60))
        oatMilk.priceBySize = [large: Money(80)]
        let wholeMilk = Modifier(id: whole, name: LocalizedText("Whole milk"), price: .zero)
        var vanilla = Modifier(id: syrup, name: LocalizedText("Vanilla"), price: Money(50))
        vanilla.maxQuantity = 3
        let coffee = MenuItem(
            id: flatWhite, name: LocalizedText("Flat white", translations: ["ar": "فلات وايت"]),
            price: nil,
            sizes: [
                ItemSize(id: small, name: LocalizedText("Small"), price: Money(350)),
                ItemSize(id: large, name: LocalizedText("Large"), price: Money(420)),
            ], groups: [ID("milk"), ID("extras")], taxCategory: ID("prepared"))
        return Catalog(
            categories: [
                MenuCategory(
                    id: ID("all"), name: LocalizedText("All"),
                    items: [flatWhite, croissant, water])
            ],
            items: [
                coffee,
                MenuItem(
                    id: croissant, name: LocalizedText("Croissant"), price: Money(300),
                    taxCategory: ID("food")),
                MenuItem(
                    id: water, name: LocalizedText("Tap water"), price: .zero,
                    taxCategory: ID("food")),
            ],
            groups: [
                ModifierGroup(
                    id: ID("milk"), name: LocalizedText("Milk"), minimum: 1, maximum: 1,
                    modifiers: [wholeMilk, oatMilk]),
                ModifierGroup(
                    id: ID("extras"), name: LocalizedText("Extras"), modifiers: [vanilla]),
            ])
    }

    /// The catalogue with one item changed.
    static func catalog(
        changing id: ID<MenuItem>, _ change: (inout MenuItem) -> Void
    ) throws -> Catalog {
        var changed = catalog
        let index = try #require(changed.items.firstIndex { $0.id == id })
        change(&changed.items[index])
        return changed
    }

    static let everyDay = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    static var cornerDocument: LocationDocument {
        LocationDocument(
            name: "The Corner Shop", currency: "EUR", timeZone: "Europe/London",
            hours: Dictionary(uniqueKeysWithValues: everyDay.map { ($0, ["00:00-24:00"]) }),
            taxes: taxes, legal: LocationDocument.LegalDocument(name: "Corner Coffee Ltd"),
            languages: ["en", "ar"], unpaidOrdersPerDevice: 100, leadMinutes: 5)
    }

    static var harbourDocument: LocationDocument {
        LocationDocument(
            name: "Harbour", currency: "EUR", timeZone: "Europe/London",
            hours: Dictionary(uniqueKeysWithValues: everyDay.map { ($0, ["07:00-19:00"]) }),
            taxes: taxes, legal: LocationDocument.LegalDocument(name: "Corner Coffee Ltd"))
    }

    private static var taxes: LocationDocument.TaxesDocument {
        LocationDocument.TaxesDocument(
            pricesIncludeTax: true,
            rules: [
                LocationDocument.TaxesDocument.RuleDocument(
                    category: "prepared", validFrom: "2020-01-01",
                    components: [
                        LocationDocument.TaxesDocument.ComponentDocument(
                            name: "VAT", ratePartsPerMillion: 190_000)
                    ])
            ])
    }

    static func plan(corner: LocationDocument) -> ShopPlan {
        ShopPlan(
            shop: Shop(name: "Corner Coffee", currency: corner.currencyOrEuro, isDemo: false),
            locations: [(TestShop.corner, corner), (TestShop.harbour, harbourDocument)],
            people: [
                ShopPlan.NewPerson(
                    email: "olga@corner.example", name: "Olga", passwordHash: "none",
                    memberships: [Membership(locationID: nil, role: .owner)])
            ])
    }

    static func line(
        _ milk: ID<Modifier> = whole, quantity: Int = 1, syrups: Int = 0
    ) -> CartLine {
        var line = CartLine(
            itemID: flatWhite, sizeID: small, modifiers: [ModifierChoice(id: milk)],
            quantity: quantity)
        if syrups > 0 { line.modifiers.append(ModifierChoice(id: syrup, quantity: syrups)) }
        return line
    }

    static func croissants(_ quantity: Int = 1) -> CartLine {
        CartLine(itemID: croissant, quantity: quantity)
    }
}

extension LocationDocument {
    /// The currency of the document; the tests write listed ones.
    var currencyOrEuro: Currency {
        guard let currency = Currency(code: currency) else {
            preconditionFailure("ISO 4217 lists no \(self.currency)")
        }
        return currency
    }
}

extension Story {
    /// Accounts of those who take part; their roles are what the actors bring along.
    static func enroll(in database: any Database) async throws {
        try await database.write { tx in
            for name in ["ada", "ben", "mona", "olga", "hugo"] {
                _ = try PersonStore.insert(
                    PersonRecord(
                        id: ID(name), email: "\(name)@story.example", name: name,
                        passwordHash: "none"), at: Timestamp(milliseconds: 0), tx: tx)
            }
        }
    }
}
