import CAssets
import CremaAPI
package import CremaDomain
package import CremaServices
import CremaStore
import FoundationEssentials

/// A shop to try everything with: two places, a menu, and people of each role.
package enum DemoShop {
    /// Everybody's password. It stands on the screen when the demo starts.
    package static let password = "demo-demo-demo"
    package static let firstLocation = ID<Location>("old-mill")
    package static let secondLocation = ID<Location>("harbour")

    /// Makes the demo shop where there is no shop yet. Throws where there is another one.
    package static func ensure(_ services: Services) async throws {
        if let shop = try await services.read(ShopQuery(), by: .nobody) {
            guard shop.isDemo else {
                throw StartError("this folder holds a real shop: `crema demo` doesn't touch it")
            }
            // The first start may have ended between the shop and its menu.
            let places = try await services.places.all()
            if places.allSatisfy({ $0.menu.catalog.items.isEmpty }) {
                _ = try await services.perform(PublishMenu(catalog: try menu()), by: .system)
            }
            return
        }
        guard let hash = await services.passwords.hash(password),
            let currency = Currency(code: "USD")
        else { throw StartError("there is no memory to hash a password") }
        let plan = ShopPlan(
            shop: Shop(name: "Old Mill Coffee", currency: currency, isDemo: true),
            locations: [(firstLocation, oldMill), (secondLocation, harbour)],
            people: people(passwordHash: hash))
        _ = try await services.perform(
            CreateShop(plan: plan, environment: services.environment), by: .system)
        _ = try await services.perform(PublishMenu(catalog: try menu()), by: .system)
    }

    /// The menu that the program carries.
    package static func menu() throws -> Catalog {
        let bytes = Array(
            UnsafeBufferPointer(start: cassets_demo_menu, count: cassets_demo_menu_count))
        return try MenuDocument(json: bytes).catalog()
    }

    private static func people(passwordHash hash: String) -> [ShopPlan.NewPerson] {
        [("owner", Role.owner), ("manager", .manager), ("barista", .barista), ("customer", nil)]
            .map { name, role in
                ShopPlan.NewPerson(
                    email: "\(name)@demo.crema", name: name.capitalized, passwordHash: hash,
                    memberships: role.map { [Membership(locationID: nil, role: $0)] } ?? [])
            }
    }

    private static let everyDay = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    private static var oldMill: LocationDocument {
        var document = place(name: "Old Mill", street: "12 Mill Lane")
        document.hours = Dictionary(uniqueKeysWithValues: everyDay.map { ($0, ["00:00-24:00"]) })
        return document
    }

    private static var harbour: LocationDocument {
        var document = place(name: "Harbour", street: "3 Pier Road")
        document.hours = Dictionary(uniqueKeysWithValues: everyDay.map { ($0, ["07:00-19:00"]) })
        document.hours["saturday"] = ["08:00-23:00"]
        document.hours["sunday"] = ["09:00-17:00"]
        return document
    }

    private static func place(name: String, street: String) -> LocationDocument {
        LocationDocument(
            name: name, currency: "USD", timeZone: "America/New_York", hours: [:],
            taxes: LocationDocument.TaxesDocument(
                pricesIncludeTax: false,
                rules: [
                    rule("prepared", [("State tax", 40_000), ("City tax", 45_000)]),
                    rule("food", fulfilment: "toGo", []),
                    rule("food", fulfilment: "forHere", [("State tax", 40_000)]),
                ]),
            tipSuggestionsPartsPerMillion: [100_000, 150_000, 200_000],
            legal: LocationDocument.LegalDocument(
                name: "Old Mill Coffee LLC", address: [street, "Brooklyn, NY 11201"],
                taxNumber: "12-3456789"),
            languages: ["en", "ar"], leadMinutes: 4)
    }

    private static func rule(
        _ category: String, fulfilment: String? = nil, _ taxes: [(String, Int64)]
    ) -> LocationDocument.TaxesDocument.RuleDocument {
        LocationDocument.TaxesDocument.RuleDocument(
            category: category, fulfilment: fulfilment, validFrom: "2020-01-01",
            components: taxes.map { name, rate in
                LocationDocument.TaxesDocument.ComponentDocument(
                    name: name, ratePartsPerMillion: rate)
            })
    }
}
