import Testing

/// Cards over the API, as an app would use it.
@Suite struct CardPaymentTests {
    private func topUp(
        _ amount: JSON, _ method: JSON = "sandbox_visa", in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post(
                "/api/v1/wallet/top-ups", ["amount": amount, "method": method], key: shop.key()),
            as: .person("ada"))
    }

    private func placeByCard(in shop: TestShop) async throws -> String {
        let order = try await shop.newOrder().with("tenders", [["kind": "card"]])
        let answer = try await shop.send(
            .post("/api/v1/orders", order, key: shop.key()), as: .person("ada"))
        #expect(answer.json["state"] == "awaitingPayment", "\(answer.text)")
        return answer.json["id"].string ?? ""
    }

    private func pay(
        _ order: String, _ method: JSON, key: String? = nil, in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post(
                "/api/v1/orders/\(order)/card-payments", ["method": method],
                key: key ?? shop.key()), as: .person("ada"))
    }

    @Test(
        arguments: [
            (0, "sandbox_visa", "amount"), (-5, "sandbox_visa", "amount"),
            (10_000_001, "sandbox_visa", "amount"),
            (1_000_000_000_000_000_000, "sandbox_visa", "amount"),
            (1.5, "sandbox_visa", "amount"), ("500", "sandbox_visa", "amount"),
            (["amount": 500, "currency": "EUR"], "sandbox_visa", "amount.currency"),
            (.null, "sandbox_visa", "amount"), (500, "4242424242424242", "method"),
            (500, "", "method"), (500, 7, "method"), (500, "card; DROP", "method"),
        ] as [(JSON, JSON, String)])
    func `a top-up that can't be right is refused by its field`(
        amount: JSON, method: JSON, field: String
    ) async throws {
        try await TestShop.open { shop in
            _ = try await shop.token(of: "ada")
            let before = try await Rows.of(shop)

            let answer = try await topUp(amount, method, in: shop)

            #expect(answer.status == 422, "\(answer.text)")
            #expect(answer.json["field"].string?.hasPrefix(field) == true, "\(answer.text)")
            #expect(try await Rows.of(shop) == before)
        }
    }

    @Test func `an order is paid once, whoever taps twice`() async throws {
        try await TestShop.open { shop in
            let order = try await placeByCard(in: shop)
            let key = shop.key()
            let first = try await pay(order, "sandbox_visa", key: key, in: shop)
            let again = try await pay(order, "sandbox_visa", key: key, in: shop)
            let other = try await pay(order, "sandbox_declined", key: key, in: shop)
            let late = try await pay(order, "sandbox_visa", in: shop)

            #expect(first.status == 201 && again.status == 201)
            #expect(again.header("idempotent-replayed") == "true")
            #expect(again.json["id"] == first.json["id"])
            #expect(other.status == 422 && other.problem == "idempotency-key-reused")
            #expect(late.status == 409 && late.json["state"] == "pending", "\(late.text)")
        }
    }

    @Test func `a card that is refused says why, and its order waits on`() async throws {
        try await TestShop.open { shop in
            let order = try await placeByCard(in: shop)

            let answer = try await pay(order, "sandbox_expired", in: shop)

            #expect(answer.status == 201 && answer.json["state"] == "failed")
            #expect(answer.json["decline"] == "expiredCard")
            #expect(answer.json["orderId"].string == order)
            let read = try await shop.send(
                .get("/api/v1/orders/\(order)"), as: .person("ada"))
            #expect(read.json["state"] == "awaitingPayment")
        }
    }

    @Test func `a call to an address of no provider, or unsigned, is refused`() async throws {
        try await TestShop.open { shop in
            for (provider, status) in [("stripe", 404), ("sandbox", 400), ("x", 404)] {
                let answer = try await shop.send(
                    .post("/webhooks/\(provider)", ["type": "payment_intent.succeeded"]))
                #expect(answer.status == status, "\(provider): \(answer.text)")
            }
        }
    }
}
