import Testing

@Suite struct BadInputTests {
    /// Sends it, and holds the answer and the database against what must come of it.
    private func check(
        _ input: BadInput, sound: JSON, path: String, key: String?, in shop: TestShop,
        as caller: Caller = .person("ada"), ifMatch: String? = nil
    ) async throws {
        let before = try await Rows.of(shop)

        let answer = try await shop.send(
            .post(path, raw: try input.body(sound), key: key, ifMatch: ifMatch), as: caller)

        #expect(answer.status == input.status, "\(input.name): \(answer.text)")
        #expect(answer.header("content-type") == "application/problem+json", "\(input.name)")
        if let field = input.field {
            #expect(answer.json["field"].string == field, "\(input.name): \(answer.text)")
        }
        #expect(try await Rows.of(shop) == before, "\(input.name) changed the database")
    }

    @Test func `the rows that are watched are all there are`() async throws {
        try await TestShop.open { shop in
            let tables = try await Rows.tables(of: shop)

            #expect(try await Set(Rows.of(shop).counts.keys) == tables)
        }
    }

    @Test func `a cart that can't be is not priced`() async throws {
        try await TestShop.open { shop in
            for input in BadInput.carts {
                try await check(
                    input, sound: CornerShop.cart, path: "/api/v1/quotes", key: nil, in: shop,
                    as: .nobody)
            }
        }
    }

    @Test func `a cart that can't be is not placed`() async throws {
        try await TestShop.open { shop in
            let sound = try await shop.newOrder()
            _ = try await shop.token(of: "ada")
            let key = shop.key()
            for input in BadInput.carts + BadInput.orders {
                try await check(
                    input, sound: sound, path: "/api/v1/orders", key: key, in: shop)
            }

            // None of them burned the key.
            let placed = try await shop.send(
                .post("/api/v1/orders", sound, key: key), as: .person("ada"))
            #expect(placed.status == 201, "\(placed.text)")
        }
    }

    @Test func `a price that changed is told with the new quote`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder().with("fingerprint", "old")

            let answer = try await shop.send(.post("/api/v1/orders", order, key: shop.key()))

            #expect(answer.problem == "quote-changed")
            let detail = try #require(answer.json["detail"].string)
            #expect(detail.contains("it is \u{2068}$20.20\u{2069} now"), "\(detail)")
            let again = order.with("fingerprint", answer.json["quote"]["fingerprint"])
            let placed = try await shop.send(.post("/api/v1/orders", again, key: shop.key()))
            #expect(placed.status == 201)
            #expect(placed.json["total"] == answer.json["quote"]["total"])
        }
    }

    @Test func `a name that is too long is told how long it may be`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder(name: String(repeating: "a", count: 81))

            let answer = try await shop.send(.post("/api/v1/orders", order, key: shop.key()))

            #expect(answer.json["field"] == "customerName")
            #expect(answer.json["detail"].string?.contains("80") == true, "\(answer.text)")
        }
    }

    @Test func `only JSON is read`() async throws {
        try await TestShop.open { shop in
            let request = try Request.post("/api/v1/quotes", CornerShop.cart)
            let others = [
                "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                "application", "application/jsonp", nil,
            ]
            for type in others {
                let answer = try await shop.send(request.with("Content-Type", type))

                #expect(answer.status == 415, "\(type ?? "none")")
                #expect(answer.json["field"] == "Content-Type")
            }
            for type in ["application/json; charset=utf-8", "Application/JSON"] {
                let answer = try await shop.send(request.with("Content-Type", type))

                #expect(answer.status == 200, "\(type)")
            }
        }
    }

    private static let oddNames = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "علي", "אברהם לינקולן",
        "\u{202E}evil", "👩\u{200D}👩\u{200D}👧\u{200D}👦☕️", "Ünal",
        "Robert'); DROP TABLE customer_order;--", "{{7*7}}",
        "𝒜𝒹𝒶", "A&B <c>",
    ]

    @Test func `a name is kept as it was typed`() async throws {
        try await TestShop.open { shop in
            for name in Self.oddNames {
                let cart = CornerShop.cart.with(
                    "lines",
                    [
                        [
                            "itemId": "cookie", "quantity": 1, "cupName": .text(name),
                            "request": .text(name),
                        ]
                    ])
                let placed = try await shop.place(cart, name: name)

                let order = try await shop.send(
                    .get("/api/v1/orders/\(placed["id"].string ?? "")"), as: .person("ada"))

                #expect(order.json["customerName"].string == name)
                #expect(order.json["lines"][0]["cupName"].string == name)
                #expect(order.json["lines"][0]["request"].string == name)
                #expect(order.header("content-type") == "application/json")
                #expect(order.header("x-content-type-options") == "nosniff")
            }
        }
    }

    @Test func `a move that can't be moves nothing`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            _ = try await shop.token(of: "mia")
            let inputs = [
                BadInput("an unknown state", 422, "to") { $0["to"] = "flying" },
                BadInput("no state", 422, "to") { $0 = $0.without("to") },
                BadInput("a state as a number", 422, "to") { $0["to"] = 7 },
                BadInput("a long reason", 422, "reason") {
                    $0["reason"] = .text(String(repeating: "a", count: 201))
                },
                BadInput("a reason with NUL", 422, "reason") { $0["reason"] = "a\0b" },
                BadInput("no reason", 422, "reason") { $0["to"] = "cancelled" },
                BadInput("a step too far", 409, "to") { $0["to"] = "ready" },
                BadInput("unpaid", 409, "to") { $0["to"] = "completed" },
                BadInput("half a body", 400, "body", raw: Array(#"{"to""#.utf8)),
            ]
            for input in inputs {
                try await check(
                    input, sound: ["to": "preparing"], path: "/api/v1/orders/\(id)/transitions",
                    key: shop.key(), in: shop, as: .person("mia"), ifMatch: "\"1\"")
            }
        }
    }

    @Test func `a payment that can't be takes nothing`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            _ = try await shop.token(of: "mia")
            let inputs = [
                BadInput("by wallet", 422, "kind") { $0["kind"] = "wallet" },
                BadInput("by shells", 422, "kind") { $0["kind"] = "shells" },
                BadInput("in no way", 422, "kind") { $0 = $0.without("kind") },
                BadInput("as a number", 422, "kind") { $0["kind"] = 7 },
                BadInput("half a body", 400, "body", raw: Array(#"{"kind""#.utf8)),
            ]
            for input in inputs {
                try await check(
                    input, sound: ["kind": "cash"], path: "/api/v1/orders/\(id)/payments",
                    key: shop.key(), in: shop, as: .person("mia"), ifMatch: "\"1\"")
            }
        }
    }

    private static let addresses: [(path: String, status: Int, field: String?)] = [
        ("/api/v1/orders?limit=0", 422, "limit"), ("/api/v1/orders?limit=101", 422, "limit"),
        ("/api/v1/orders?limit=-1", 422, "limit"), ("/api/v1/orders?limit=five", 422, "limit"),
        ("/api/v1/orders?limit=", 422, "limit"), ("/api/v1/orders?limit=1.5", 422, "limit"),
        ("/api/v1/orders?cursor=x", 422, "cursor"), ("/api/v1/orders?cursor=1_", 422, "cursor"),
        ("/api/v1/orders?limit=%zz", 400, "query"), ("/api/v1/orders?limit=%ff", 400, "query"),
        ("/api/v1/queue", 422, "location"), ("/api/v1/queue?location=moon", 404, "location"),
        ("/api/v1/queue?location=", 404, "location"),
        ("/api/v1/queue?location=mill%00", 404, "location"),
        ("/api/v1/events?after=-1", 400, "after"), ("/api/v1/events?after=x", 400, "after"),
        ("/api/v1/events?after=99999999999999999999", 400, "after"),
        ("/api/v1/events?location=moon", 404, "location"),
        ("/api/v1/events?location=mill&location=mill&location=mill&location=mill", 422, "location"),
        ("/api/v1/requests/x?order=..", 422, "order"),
        ("/api/v1/orders/%00", 404, nil), ("/api/v1/orders/..", 404, nil),
        ("/api/v1/orders/%2e%2e", 404, nil), ("/api/v1/orders/a%2Fb", 404, nil),
        ("/api/v1/orders/' OR 1=1", 400, nil), ("/api/v1/orders/'%20OR%201=1", 404, nil),
        ("/api/v1/orders/", 404, nil), ("/api/v2/orders", 404, nil),
        ("/api/v1/orders/" + String(repeating: "a", count: 5_000), 414, nil),
        ("/api/v1/locations/..%2f..%2fetc%2fpasswd/menu", 404, nil),
        ("/problems/gremlins", 404, "kind"),
    ]

    @Test func `an address that leads nowhere says so`() async throws {
        try await TestShop.open { shop in
            for (path, status, field) in Self.addresses {
                let answer = try await shop.send(.get(path))

                #expect(answer.status == status, "\(path): \(answer.text)")
                #expect(answer.header("content-type") == "application/problem+json", "\(path)")
                if let field { #expect(answer.json["field"].string == field, "\(path)") }
            }
        }
    }
}
