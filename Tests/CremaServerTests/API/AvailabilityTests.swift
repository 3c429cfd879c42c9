import Testing

@Suite struct AvailabilityTests {
    private static let cookie = "/api/v1/locations/mill/availability/items/cookie"
    private static let oat = "/api/v1/locations/mill/availability/modifiers/milk-oat"

    private func set(
        _ path: String, _ body: JSON, in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(try .put(path, body), as: .person("mia"))
    }

    @Test func `each member changes by itself`() async throws {
        try await TestShop.open { shop in
            let steps: [(body: JSON, answer: JSON)] = [
                (["stock": 12], ["id": "cookie", "soldOut": false, "stock": 12]),
                (["soldOut": true], ["id": "cookie", "soldOut": true, "stock": 12]),
                ([:], ["id": "cookie", "soldOut": true, "stock": 12]),
                (["stock": nil], ["id": "cookie", "soldOut": true]),
                (["soldOut": false, "stock": 0], ["id": "cookie", "soldOut": false, "stock": 0]),
            ]
            for (body, expected) in steps {
                let answer = try await set(Self.cookie, body, in: shop)

                #expect(answer.status == 200, "\(answer.text)")
                #expect(answer.json == expected)
            }
        }
    }

    @Test func `every menu that is open hears of it once, and shows it`() async throws {
        try await TestShop.open { shop in
            let readers = [
                try await shop.listen("?location=mill", as: .nobody),
                try await shop.listen("?location=mill", as: .person("ada")),
            ]
            _ = try await set(Self.oat, ["soldOut": true], in: shop)
            // Is so already: nobody needs to hear of it.
            _ = try await set(Self.oat, ["soldOut": true], in: shop)
            _ = try await set(Self.cookie, ["stock": 0], in: shop)

            for reader in readers {
                let heard = [try await reader.event(), try await reader.event()]
                let versions = heard.compactMap { $0?.json["version"].int }
                #expect(heard.map { $0?.kind } == ["menu", "menu"])
                #expect(versions.count == 2 && versions[1] == versions[0] + 1)
            }
            let menu = try await shop.send(.get("/api/v1/locations/mill/menu")).json
            let items = menu["categories"].elements.flatMap { $0["items"].elements }
            let soldOut = items.filter { $0["soldOut"] == true }.compactMap { $0["id"].string }
            let milks = items[0]["groups"][0]["modifiers"].elements
            #expect(soldOut == ["cookie"])
            #expect(
                milks.filter { $0["soldOut"] == true }.compactMap { $0["id"].string }
                    == ["milk-oat"])
        }
    }

    @Test func `what is sold out isn't placed, and what is back is`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder(CornerShop.cart(of: "cookie"))
            _ = try await set(Self.cookie, ["soldOut": true], in: shop)
            let refused = try await shop.send(.post("/api/v1/orders", order, key: shop.key()))
            _ = try await set(Self.cookie, ["soldOut": false], in: shop)
            let placed = try await shop.send(.post("/api/v1/orders", order, key: shop.key()))

            #expect(refused.problem == "sold-out", "\(refused.text)")
            #expect(refused.json["item"] == "cookie")
            #expect(placed.status == 201, "\(placed.text)")
        }
    }

    @Test func `what can't be sold out is told by its name`() async throws {
        try await TestShop.open { shop in
            _ = try await shop.token(of: "olga")
            let before = try await Rows.of(shop)
            let soldOut: JSON = ["soldOut": true]
            let refusals: [(path: String, body: JSON, status: Int, field: String?)] = [
                (Self.cookie.replacing("cookie", with: "moon-cake"), soldOut, 404, "item"),
                (Self.cookie.replacing("cookie", with: "old-mocha"), soldOut, 404, "item"),
                (Self.cookie.replacing("cookie", with: "a%20b"), soldOut, 404, "item"),
                (Self.oat.replacing("milk-oat", with: "milk-moon"), soldOut, 404, "modifier"),
                (Self.oat.replacing("milk-oat", with: "milk-goat"), soldOut, 404, "modifier"),
                (Self.cookie.replacing("mill", with: "moon"), soldOut, 404, nil),
                (Self.cookie, ["stock": -1], 422, "stock"),
                (Self.cookie, ["stock": 1_000_001], 422, "stock"),
                (Self.cookie, ["stock": 1.5], 422, "stock"),
                (Self.cookie, ["stock": "12"], 422, "stock"),
                (Self.cookie, ["stock": true], 422, "stock"),
                (Self.cookie, ["soldOut": "yes"], 422, "soldOut"),
                (Self.cookie, ["soldOut": 1], 422, "soldOut"),
                (Self.cookie, ["soldOut": nil], 422, "soldOut"),
                (Self.cookie, [], 422, "body"),
            ]
            for (path, body, status, field) in refusals {
                let answer = try await shop.send(try .put(path, body), as: .person("olga"))

                #expect(answer.status == status, "\(path) \(body): \(answer.text)")
                #expect(answer.json["field"].string == field, "\(path) \(body): \(answer.text)")
            }
            #expect(try await Rows.of(shop) == before)
        }
    }
}
