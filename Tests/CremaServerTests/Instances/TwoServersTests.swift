import CremaDomain
import CremaHTTP
import CremaServer
import CremaServices
import TestEngine
import Testing

/// Two servers on one database: what happens at one is seen at the other.
@Suite(.enabled(if: !TestEngine.isSQLite), .timeLimit(.minutes(5))) struct TwoServersTests {
    private func withSecondServer(
        _ body: (TestShop, RunningServer, TestClient) async throws -> Void
    ) async throws {
        try await TestShop.open { shop in
            let second = try await RunningServer.start(shop.options) { _ in }
            do {
                try await body(shop, second, TestClient(port: second.http.port))
            } catch {
                await second.stop(grace: .zero)
                throw error
            }
            await second.stop(grace: .zero)
        }
    }

    @Test func `an order placed at one moves on a phone connected to the other`() async throws {
        try await withSecondServer { shop, _, other in
            let phone = try await shop.listen(as: .person("ada"))
            let order = try await shop.newOrder()
            let token = try await shop.token(of: "ada")
            let placed = try await other.send(
                .post("/api/v1/orders", order, key: shop.key())
                    .with("Authorization", "Bearer " + token))
            #expect(placed.status == 201, "\(placed.text)")
            let id = placed.json["id"].string ?? ""
            let moved = try await shop.move(id, to: "preparing", version: 1)
            #expect(moved.status == 200, "\(moved.text)")

            let heard = try await phone.events { $0.json["version"] == 2 }

            #expect(heard.map { $0.json["id"].string } == [id, id])
            #expect(heard.map { $0.json["state"].string } == ["pending", "preparing"])
        }
    }

    @Test func `a key sent to both is answered once`() async throws {
        try await withSecondServer { shop, _, other in
            let order = try await shop.newOrder()
            let key = shop.key()
            let token = try await shop.token(of: "ada")
            let request = try Request.post("/api/v1/orders", order, key: key)
                .with("Authorization", "Bearer " + token)

            let first = try await shop.client.send(request)
            let again = try await other.send(request)

            #expect(first.status == 201 && again.status == 201)
            #expect(first.json["id"] == again.json["id"])
            #expect(first.json["callNumber"] == again.json["callNumber"])
        }
    }

    @Test func `what is sold out at one is off the other's menu`() async throws {
        try await withSecondServer { shop, second, other in
            let path = "/api/v1/locations/mill/menu"
            let before = try await other.send(.get(path))
            try await shop.setStock(of: "cookie", 0)

            var after = before
            // The other hears of it in a moment.
            while after.text == before.text {
                try await Task.sleep(for: .milliseconds(10))
                after = try await other.send(.get(path))
            }
            let place = try await second.services.places.find(ID("mill"))
            #expect(place?.menu.itemAvailability[ID("cookie")]?.isOut == true)
        }
    }
}
