import CremaDomain
import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Testing

@Suite struct PayFirstTests {
    private func beStrict(_ shop: TestShop) async throws {
        let services = shop.server.services
        var document = try #require(
            try await services.database.read { try LocationStore.document(of: ID("mill"), tx: $0) })
        document.makesUnpaidOrders = false
        _ = try await services.perform(
            ChangeLocation(
                id: ID("mill"), document: document, environment: services.environment),
            by: .system)
    }

    @Test func `from the counter to the bar`() async throws {
        try await TestShop.open { shop in
            try await beStrict(shop)
            let order = try await shop.newOrder()
            let key = shop.key()
            let request = try Request.post("/api/v1/orders", order, key: key)
            let placed = try await shop.send(request, as: .person("ada"))
            let id = placed.json["id"].string ?? ""
            let early = try await shop.move(id, to: "preparing", version: 1)
            let queue = try await shop.send(
                .get("/api/v1/queue?location=mill"), as: .person("mia"))
            let paid = try await shop.send(
                .post(
                    "/api/v1/orders/\(id)/payments", ["kind": "cash"], key: shop.key(),
                    ifMatch: "\"1\""), as: .person("mia"))
            let again = try await shop.send(request, as: .person("ada"))
            let begun = try await shop.move(id, to: "preparing", version: 2)

            #expect(placed.status == 201, "\(placed.text)")
            #expect(placed.json["state"] == "awaitingPayment")
            #expect(early.problem == "transition-refused", "\(early.text)")
            #expect(early.json["state"] == "awaitingPayment")
            #expect(queue.json["tickets"][0]["state"] == "awaitingPayment")
            #expect(queue.json["tickets"][0]["due"] == placed.json["due"])
            #expect(paid.json["state"] == "pending", "\(paid.text)")
            #expect(paid.json["version"] == 2)
            #expect(
                paid.json["timeline"].elements.map { $0["state"].string }
                    == ["awaitingPayment", "pending"])
            #expect(again.json == placed.json)
            #expect(again.header("idempotent-replayed") == "true")
            #expect(begun.json["state"] == "preparing", "\(begun.text)")
        }
    }

    @Test func `who ordered cancels what isn't paid`() async throws {
        try await TestShop.open { shop in
            try await beStrict(shop)
            let placed = try await shop.place(as: .nobody)

            let cancelled = try await shop.move(
                placed["id"].string ?? "", to: "cancelled", version: 1,
                as: .guest(token: placed["token"].string ?? ""))

            #expect(cancelled.json["state"] == "cancelled", "\(cancelled.text)")
            #expect(cancelled.json["due"]["amount"] == 0)
        }
    }
}
