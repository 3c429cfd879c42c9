import CremaAPI
import CremaDomain
import CremaServices
import CremaStore
import Foundation
import Testing

/// What stands in the shop that tests talk to.
enum CornerShop {
    static func make(_ services: Services) async throws {
        let currency = try #require(Currency(code: "USD"))
        let hash = try #require(await passwordHash.value)
        let plan = ShopPlan(
            shop: Shop(name: "Corner Shop", currency: currency, isDemo: true),
            locations: [
                (ID("mill"), place("The Mill")), (ID("harbour"), place("The Harbour")),
                (ID("island"), closed), (ID("attic"), paused),
            ], people: people(passwordHash: hash))
        _ = try await services.perform(
            CreateShop(plan: plan, environment: services.environment), by: .system)
        let menu = try MenuDocument(json: Array(menu.utf8)).catalog()
        _ = try await services.perform(PublishMenu(catalog: menu), by: .system)
    }

    /// Dear to make, so made once.
    private static let passwordHash = Task { await PasswordHasher().hash(TestShop.password) }

    private static func people(passwordHash hash: String) -> [ShopPlan.NewPerson] {
        let mill = ID<Location>("mill")
        let roles: [(String, [Membership])] = [
            ("ada", []), ("bob", []),
            ("mia", [Membership(locationID: mill, role: .barista)]),
            ("hugo", [Membership(locationID: ID("harbour"), role: .barista)]),
            ("nora", [Membership(locationID: mill, role: .manager)]),
            ("olga", [Membership(locationID: nil, role: .owner)]),
        ]
        return roles.map { name, memberships in
            ShopPlan.NewPerson(
                email: name + "@corner.shop", name: name, passwordHash: hash,
                memberships: memberships)
        }
    }

    private static func place(_ name: String) -> LocationDocument {
        let week = Weekday.allCases.map { ($0.name, ["00:00-24:00"]) }
        return LocationDocument(
            name: name, currency: "USD", timeZone: "America/New_York",
            hours: Dictionary(uniqueKeysWithValues: week),
            taxes: LocationDocument.TaxesDocument(
                pricesIncludeTax: false,
                rules: [
                    LocationDocument.TaxesDocument.RuleDocument(
                        category: "prepared", validFrom: "2020-01-01",
                        components: [
                            LocationDocument.TaxesDocument.ComponentDocument(
                                name: "Sales tax", ratePartsPerMillion: 80_000)
                        ])
                ]),
            legal: LocationDocument.LegalDocument(name: "Corner Shop LLC"),
            languages: ["en", "ar"], unpaidOrdersPerDevice: 3, leadMinutes: 4)
    }

    private static var closed: LocationDocument {
        var document = place("The Island")
        document.hours = ["wednesday": ["18:00-20:00"]]
        return document
    }

    private static var paused: LocationDocument {
        var document = place("The Attic")
        document.pauseReason = "The machine is being cleaned."
        return document
    }

    /// One flat white with oat milk and two shots, and two lattes.
    static let cart: JSON = [
        "locationId": "mill", "fulfilment": "toGo",
        "lines": [
            [
                "itemId": "flat-white", "quantity": 1,
                "modifiers": [
                    ["id": "milk-oat"], ["id": "shot-extra", "quantity": 2],
                ],
            ],
            [
                "itemId": "latte", "sizeId": "latte-large", "quantity": 2,
                "modifiers": [["id": "milk-whole"]],
            ],
        ],
    ]

    /// One of an item without choices.
    static func cart(of item: String, at location: String = "mill", quantity: Int = 1) -> JSON {
        [
            "locationId": .text(location), "fulfilment": "toGo",
            "lines": [["itemId": .text(item), "quantity": .integer(quantity)]],
        ]
    }

    private static let menu = """
        {
          "formatVersion": 1, "currency": "USD",
          "categories": [
            {"id": "coffee", "name": {"text": "Coffee", "translations": {"ar": "قهوة"}},
             "items": ["flat-white", "latte", "teapot", "old-mocha"]},
            {"id": "bakery", "name": {"text": "Bakery"}, "items": ["muffin", "cookie"]}
          ],
          "items": [
            {"id": "flat-white",
             "name": {"text": "Flat white", "translations": {"ar": "فلات وايت"}},
             "price": 450, "groups": ["milk", "shots", "syrups"]},
            {"id": "latte", "name": {"text": "Latte"}, "groups": ["milk"],
             "sizes": [{"id": "latte-small", "name": {"text": "Small"}, "price": 475},
                       {"id": "latte-large", "name": {"text": "Large"}, "price": 550}]},
            {"id": "teapot", "name": {"text": "Pot of tea"}, "price": 600, "groups": ["leaves"]},
            {"id": "old-mocha", "name": {"text": "Mocha"}, "price": 500, "isRetired": true},
            {"id": "muffin", "name": {"text": "Blueberry muffin"}, "price": 425},
            {"id": "cookie", "name": {"text": "Cookie"}, "price": 300}
          ],
          "groups": [
            {"id": "milk", "name": {"text": "Milk"}, "min": 1, "max": 1, "modifiers": [
              {"id": "milk-whole", "name": {"text": "Whole milk"}, "isDefault": true},
              {"id": "milk-oat", "name": {"text": "Oat drink"}, "price": 80,
               "priceBySize": {"latte-large": 100}},
              {"id": "milk-goat", "name": {"text": "Goat milk"}, "price": 90, "isRetired": true}]},
            {"id": "shots", "name": {"text": "Shots"}, "max": 3, "modifiers": [
              {"id": "shot-extra", "name": {"text": "Extra shot"}, "price": 120,
               "maxQuantity": 3}]},
            {"id": "syrups", "name": {"text": "Syrups"}, "free": 1, "modifiers": [
              {"id": "syrup-vanilla", "name": {"text": "Vanilla"}, "price": 60},
              {"id": "syrup-hazel", "name": {"text": "Hazelnut"}, "price": 60}]},
            {"id": "leaves", "name": {"text": "Leaves"}, "min": 2, "max": 2, "modifiers": [
              {"id": "leaf-assam", "name": {"text": "Assam"}},
              {"id": "leaf-mint", "name": {"text": "Mint"}},
              {"id": "leaf-rose", "name": {"text": "Rose"}}]}
          ]
        }
        """
}
