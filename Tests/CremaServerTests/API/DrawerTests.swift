import Testing

/// A cash drawer by API, and the pages that read its reports.
@Suite struct DrawerTests {
    private static let path = "/api/v1/locations/mill/drawer-sessions"

    private func open(
        _ float: JSON = 10000, as caller: Caller = .person("mia"), key: String? = nil,
        in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post(Self.path, ["float": float], key: key ?? shop.key()), as: caller)
    }

    private func move(
        _ id: String, _ body: JSON, key: String? = nil, in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post("\(Self.path)/\(id)/movements", body, key: key ?? shop.key()),
            as: .person("mia"))
    }

    private func count(
        _ id: String, _ body: JSON, as caller: Caller = .person("mia"), key: String? = nil,
        in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post("\(Self.path)/\(id)/count", body, key: key ?? shop.key()), as: caller)
    }

    @Test func `a day by API, and the next one`() async throws {
        try await TestShop.open { shop in
            let check = SchemaCheck(document: try await shop.send(.get("/api/openapi.json")).json)
            let key = shop.key()
            let opened = try await open(["amount": 10000, "currency": "USD"], key: key, in: shop)
            let again = try await open(["amount": 10000, "currency": "USD"], key: key, in: shop)
            let id = try #require(opened.json["id"].string)
            let out: JSON = ["kind": "paidOut", "amount": 320, "reason": "Milk"]
            let moved = try await move(id, out, in: shop)
            let unpaid = try await shop.place(as: .nobody, name: "Ada")
            let order = try #require(unpaid["id"].string)
            let refused = try await count(id, ["total": 9480], in: shop)
            let countKey = shop.key()
            let body: JSON = [
                "denominations": [["value": 2000, "count": 4], ["value": 10, "count": 148]],
                "acknowledgedOrders": [.text(order)], "cashPostings": 2,
            ]
            let counted = try await count(id, body, key: countKey, in: shop)
            let lost = try await count(id, body, key: countKey, in: shop)
            let late = try await count(id, ["total": 1], in: shop)

            #expect(opened.status == 201 && again.body == opened.body)
            #expect(moved.status == 201 && moved.json["number"] == 1)
            #expect(refused.status == 409 && refused.json["type"] == "/problems/unpaid-orders")
            #expect(refused.json["unpaidOrders"].elements.map { $0["id"] } == [.text(order)])
            #expect(!refused.text.contains("expected"))
            #expect(counted.status == 201 && lost.body == counted.body)
            #expect(counted.json["number"] == 1)
            #expect(counted.json["drawer"]["expected"]["amount"] == 9680)
            #expect(counted.json["drawer"]["counted"]["amount"] == 9480)
            #expect(counted.json["drawer"]["overShort"]["amount"] == -200)
            #expect(late.status == 409 && late.json["report"] == 1)
            for (answer, template) in [
                (opened, "/api/v1/locations/{id}/drawer-sessions"),
                (moved, "/api/v1/locations/{id}/drawer-sessions/{session}/movements"),
                (counted, "/api/v1/locations/{id}/drawer-sessions/{session}/count"),
                (refused, "/api/v1/locations/{id}/drawer-sessions/{session}/count"),
            ] {
                #expect(check.faults(of: answer, method: "POST", template: template).isEmpty)
            }

            let fate = try await shop.send(
                .get("/api/v1/requests/\(countKey)?location=mill&session=\(id)"),
                as: .person("mia"))
            #expect(fate.status == 200 && fate.json["status"] == 201)

            let sameDay = try await open(in: shop)
            shop.clock.advance(seconds: 24 * 3600)
            // Her token is over by then.
            let next = try await open(0, as: .person("nora"), in: shop)
            let second = try await count(
                try #require(next.json["id"].string),
                ["total": 0, "acknowledgedOrders": [.text(order)]], as: .person("nora"),
                in: shop)

            #expect(sameDay.status == 409 && sameDay.json["type"] == "/problems/day-locked")
            #expect(second.status == 201 && second.json["number"] == 2)
        }
    }

    @Test(
        arguments: [
            -1, 1_000_000_001, 1_000_000_000_000_000_000, 1.5, "5", .null,
            ["amount": 5, "currency": "EUR"],
        ] as [JSON])
    func `a float that can't be is refused by its field`(float: JSON) async throws {
        try await TestShop.open { shop in
            let answer = try await open(float, in: shop)

            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.json["field"].string?.hasPrefix("float") == true)
            let current = try await shop.send(.get("\(Self.path)/current"), as: .person("mia"))
            #expect(current.status == 404)
        }
    }

    @Test(
        arguments: [
            (["amount": 0], "amount"), (["amount": -5], "amount"), (["amount": 1.5], "amount"),
            (["amount": 1_000_000_000_000_000_000], "amount"),
            (["amount": ["amount": 5, "currency": "EUR"]], "amount.currency"),
            (["kind": "sale"], "kind"), (["kind": 7], "kind"), (["reason": ""], "reason"),
            (["reason": "a\u{0}b"], "reason"), (["reason": .null], "reason"),
        ] as [(JSON, String)])
    func `a movement that can't be is refused by its field`(
        wrong: JSON, field: String
    ) async throws {
        try await TestShop.open { shop in
            let id = try #require(try await open(in: shop).json["id"].string)
            var body: JSON = ["kind": "drop", "amount": 500, "reason": "Safe"]
            for (name, value) in wrong.members {
                body = body.with(name, value)
            }
            let before = try await Rows.of(shop)

            let answer = try await move(id, body, in: shop)

            #expect(answer.status == 422 && answer.json["field"] == .text(field), "\(answer.text)")
            #expect(try await Rows.of(shop) == before)
        }
    }

    @Test(
        arguments: [
            ([:], "total"), (["total": -1], "total"), (["total": 1.5], "total"),
            (["total": 1_000_000_000_000_000_000], "total"),
            (["total": ["amount": 5, "currency": "EUR"]], "total.currency"),
            (["total": 5, "denominations": []], "denominations"),
            (["denominations": [["value": 0, "count": 1]]], "denominations"),
            (["denominations": [["value": 5, "count": -1]]], "denominations"),
            (["denominations": [["value": 5, "count": 100_001]]], "denominations"),
            (
                ["denominations": [["value": 5, "count": 1], ["value": 5, "count": 1]]],
                "denominations"
            ),
            (["denominations": [["value": 5, "count": 1.5]]], "denominations[0].count"),
            (["total": 5, "acknowledgedOrders": ["a b"]], "acknowledgedOrders[0]"),
        ] as [(JSON, String)])
    func `a count that can't be is refused by its field`(
        body: JSON, field: String
    ) async throws {
        try await TestShop.open { shop in
            let id = try #require(try await open(in: shop).json["id"].string)
            let before = try await Rows.of(shop)

            let answer = try await count(id, body, in: shop)

            #expect(answer.status == 422 && answer.json["field"] == .text(field), "\(answer.text)")
            #expect(try await Rows.of(shop) == before)
        }
    }
}
