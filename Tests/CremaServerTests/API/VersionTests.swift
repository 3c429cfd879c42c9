import Testing

@Suite struct VersionTests {
    private func transition(
        _ id: String, to state: String, key: String, ifMatch: String?, in shop: TestShop
    ) async throws -> Answer {
        try await shop.send(
            .post(
                "/api/v1/orders/\(id)/transitions", ["to": .text(state)], key: key,
                ifMatch: ifMatch), as: .person("mia"))
    }

    @Test func `a repeated key, then the state asked for, then the version, then the move`()
        async throws
    {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            let key = shop.key()
            let first = try await transition(
                id, to: "preparing", key: key, ifMatch: "\"1\"", in: shop)
            #expect(first.status == 200)

            let replayed = try await transition(
                id, to: "preparing", key: key, ifMatch: nil, in: shop)
            #expect(replayed.status == 200)
            #expect(replayed.header("Idempotent-Replayed") == "true")

            let there = try await transition(
                id, to: "preparing", key: shop.key(), ifMatch: "\"1\"", in: shop)
            #expect(there.status == 200)
            #expect(there.header("Idempotent-Replayed") == nil)
            #expect(there.json["version"] == 2)

            let missing = try await transition(
                id, to: "completed", key: shop.key(), ifMatch: nil, in: shop)
            #expect(missing.problem == "version-missing")
            #expect(missing.status == 428)
            #expect(missing.json["field"] == "If-Match")

            let stale = try await transition(
                id, to: "completed", key: shop.key(), ifMatch: "\"1\"", in: shop)
            #expect(stale.status == 412)
            #expect(stale.json["order"]["version"] == 2)
            #expect(stale.json["order"]["state"] == "preparing")
            #expect(stale.json["state"] == "preparing")
            #expect(stale.json["version"] == 2)

            let refused = try await transition(
                id, to: "completed", key: shop.key(), ifMatch: "\"2\"", in: shop)
            #expect(refused.status == 409)
            #expect(refused.problem == "transition-refused")
            #expect(refused.json["order"]["state"] == "preparing")
        }
    }

    @Test(arguments: [
        ("\"1\"", 200), ("W/\"1\"", 200), ("1", 200), ("*", 200), ("\"7\", \"1\"", 200),
        ("\"2\"", 412), ("\"\"", 412), ("\"x\"", 412), ("\"7\", \"8\"", 412), ("\"-1\"", 412),
        ("\"99999999999999999999\"", 412),
    ])
    func `a version is named as a tag`(tag: String, status: Int) async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""

            let answer = try await transition(
                id, to: "preparing", key: shop.key(), ifMatch: tag, in: shop)

            #expect(answer.status == status, "\(answer.text)")
        }
    }

    @Test func `of two who tap at once one is told how it is now`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            _ = try await shop.token(of: "mia")
            let requests = try ["preparing", "cancelled"].map { state in
                try Request.post(
                    "/api/v1/orders/\(id)/transitions",
                    ["to": .text(state), "reason": "out of milk"], key: shop.key(),
                    ifMatch: "\"1\"")
            }

            let answers = try await shop.sendAtOnce(requests, as: .person("mia"))

            #expect(answers.map(\.status).sorted() == [200, 412])
            let winner = answers.first { $0.status == 200 }
            let loser = answers.first { $0.status == 412 }
            #expect(loser?.json["order"] == winner?.json)
        }
    }

    @Test func `reads answer 304 to who has them`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            for path in [
                "/api/v1/locations/mill/menu", "/api/v1/orders/\(id)", "/api/openapi.json",
            ] {
                let first = try await shop.send(.get(path), as: .person("ada"))
                let tag = try #require(first.header("ETag"))
                for known in [tag, "\"other\", \(tag)", "W/\(tag)"] {
                    let second = try await shop.send(
                        .get(path, ["If-None-Match": known]), as: .person("ada"))

                    #expect(second.status == 304, "\(path) \(known)")
                    #expect(second.body.isEmpty)
                    #expect(second.header("ETag") == tag)
                }
                let other = try await shop.send(
                    .get(path, ["If-None-Match": "\"other\""]), as: .person("ada"))
                #expect(other.status == 200)
            }
        }
    }

    @Test func `a menu's tag changes with what is sold out`() async throws {
        try await TestShop.open { shop in
            let menu = Request.get("/api/v1/locations/mill/menu")
            let first = try await shop.send(menu)
            try await shop.setStock(of: "muffin", 0)

            let second = try await shop.send(
                menu.with("If-None-Match", first.header("ETag")))

            #expect(second.status == 200)
            let bakery = second.json["categories"][1]["items"]
            #expect(bakery[0]["soldOut"] == true)
            #expect(bakery[1]["soldOut"] == false)
        }
    }

    @Test func `paying is guarded by the version, too`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            func pay(_ ifMatch: String?) async throws -> Answer {
                try await shop.send(
                    .post(
                        "/api/v1/orders/\(id)/payments", ["kind": "cash"], key: shop.key(),
                        ifMatch: ifMatch), as: .person("mia"))
            }

            #expect(try await pay(nil).status == 428)
            #expect(try await pay("\"7\"").status == 412)
            let paid = try await pay("\"1\"")
            #expect(paid.status == 200)
            #expect(paid.json["due"]["amount"] == 0)
            let again = try await pay(nil)
            #expect(again.status == 200)
            #expect(again.body == paid.body)
        }
    }
}
