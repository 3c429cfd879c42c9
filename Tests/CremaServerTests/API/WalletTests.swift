import Testing

/// A wallet by API: filled at the counter, spent on an order, read by its owner.
@Suite struct WalletTests {
    private func topUp(
        _ amount: JSON, _ kind: JSON = "cash", email: String = "ada@corner.shop",
        as caller: Caller = .person("mia"), key: String? = nil, in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post(
                "/api/v1/locations/mill/top-ups",
                ["email": .text(email), "amount": amount, "kind": kind],
                key: key ?? shop.key()), as: caller)
    }

    private func balance(_ name: String = "ada", in shop: TestShop) async throws -> JSON? {
        try await shop.send(.get("/api/v1/wallet"), as: .person(name)).json["balance"]["amount"]
    }

    @Test func `what staff put in pays an order, and comes back when that is cancelled`()
        async throws
    {
        try await TestShop.open { shop in
            let key = shop.key()
            let first = try await topUp(["amount": 5000, "currency": "USD"], key: key, in: shop)
            let again = try await topUp(["amount": 5000, "currency": "USD"], key: key, in: shop)
            let order = try await shop.newOrder().with("tenders", [["kind": "wallet"]])
            let placed = try await shop.send(
                .post("/api/v1/orders", order, key: shop.key()), as: .person("ada"))
            let total = try #require(placed.json["total"]["amount"].int)
            let after = try await balance(in: shop)
            let id = placed.json["id"].string ?? ""
            let cancelled = try await shop.move(
                id, to: "cancelled", version: 1, as: .person("ada"))

            #expect(first.status == 201 && again.body == first.body)
            #expect(again.header("Idempotent-Replayed") == "true")
            #expect(first.json["balance"]["amount"] == 5000)
            #expect(placed.status == 201 && placed.json["due"]["amount"] == 0)
            #expect(after == .integer(5000 - total))
            #expect(cancelled.status == 200)
            #expect(try await balance(in: shop) == 5000)
            #expect(try await balance("bob", in: shop) == 0)

            let page = try await shop.send(
                .get("/api/v1/wallet/transactions?limit=2"), as: .person("ada"))
            let cursor = try #require(page.json["nextCursor"].string)
            let rest = try await shop.send(
                .get("/api/v1/wallet/transactions?limit=2&cursor=\(cursor)"), as: .person("ada"))
            let entries = page.json["transactions"].elements + rest.json["transactions"].elements
            try #require(entries.count == 3)
            #expect(entries.map { $0["kind"] } == ["refund", "sale", "topUp"])
            #expect(
                entries.map { $0["amount"]["amount"] }
                    == [.integer(total), .integer(-total), 5000])
            #expect(
                entries.map { $0["balance"]["amount"] } == [5000, .integer(5000 - total), 5000])
            #expect(entries[0]["orderId"] == .text(id) && entries[2]["orderId"].string == nil)
            #expect(rest.json["nextCursor"].string == nil)
        }
    }

    @Test func `a wallet that holds too little says by how much, and the key stays free`()
        async throws
    {
        try await TestShop.open { shop in
            _ = try await topUp(100, in: shop)
            let order = try await shop.newOrder().with("tenders", [["kind": "wallet"]])
            let request = try Request.post("/api/v1/orders", order, key: shop.key())

            let short = try await shop.send(request, as: .person("ada"))
            _ = try await topUp(["amount": 9900, "currency": "USD"], in: shop)
            let enough = try await shop.send(request, as: .person("ada"))

            #expect(short.status == 409)
            #expect(short.json["type"] == "/problems/insufficient-funds")
            #expect(short.json["field"] == "tenders")
            #expect(short.json["balance"]["amount"] == 100)
            #expect(
                short.json["needed"]["amount"] == enough.json["total"]["amount"])
            #expect(enough.status == 201)
        }
    }

    @Test(
        arguments: [
            (0, "cash", 422, "amount"), (-5, "cash", 422, "amount"),
            (10_000_001, "cash", 422, "amount"), (1_000_000_000_000_000_000, "cash", 422, "amount"),
            (["amount": 500, "currency": "EUR"], "cash", 422, "amount.currency"),
            (1.5, "cash", 422, "amount"), ("500", "cash", 422, "amount"),
            (.null, "cash", 422, "amount"),
            (500, "wallet", 422, "kind"), (500, "card", 422, "kind"), (500, "", 422, "kind"),
            (500, 7, 422, "kind"),
        ] as [(JSON, JSON, Int, String)])
    func `what can't be right is refused by its field`(
        amount: JSON, kind: JSON, status: Int, field: String
    ) async throws {
        try await TestShop.open { shop in
            let answer = try await topUp(amount, kind, in: shop)

            #expect(answer.status == status, "\(answer.text)")
            #expect(answer.json["field"].string?.hasPrefix(field) == true, "\(answer.text)")
            #expect(try await balance(in: shop) == 0)
        }
    }

    @Test func `nobody tops up an own wallet, nor one of nobody`() async throws {
        try await TestShop.open { shop in
            let own = try await topUp(500, email: "mia@corner.shop", in: shop)
            let nobody = try await topUp(500, email: "nobody@corner.shop", in: shop)

            for answer in [own, nobody] {
                #expect(answer.status == 422 && answer.json["field"] == "email")
            }
            #expect(try await balance("mia", in: shop) == 0)
        }
    }

    @Test func `a guest has no wallet to pay from`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder().with("tenders", [["kind": "wallet"]])

            let answer = try await shop.send(
                .post("/api/v1/orders", order, key: shop.key()))

            #expect(answer.status == 422 && answer.json["field"] == "tenders[0].kind")
        }
    }
}
