import Testing

@Suite struct IdempotencyTests {
    @Test func `the same key and body give the first answer again`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            let request = try Request.post("/api/v1/orders", order, key: shop.key())
            let first = try await shop.send(request, as: .person("ada"))
            let before = try await Rows.of(shop)

            let second = try await shop.send(request, as: .person("ada"))

            #expect(first.status == 201)
            #expect(first.header("Idempotent-Replayed") == nil)
            #expect(second.status == 201)
            #expect(second.header("Idempotent-Replayed") == "true")
            #expect(second.body == first.body)
            #expect(second.header("Location") == first.header("Location"))
            #expect(second.header("ETag") == first.header("ETag"))
            #expect(try await Rows.of(shop) == before)
        }
    }

    @Test func `a guest's token is given again`() async throws {
        try await TestShop.open { shop in
            let request = try Request.post(
                "/api/v1/orders", try await shop.newOrder(), key: shop.key())

            let first = try await shop.send(request)
            let second = try await shop.send(request)

            #expect(first.json["token"].string != nil)
            #expect(second.body == first.body)
        }
    }

    @Test func `an answer stays the first one when the order has moved on`() async throws {
        try await TestShop.open { shop in
            let placed = try await shop.place()
            let id = placed["id"].string ?? ""
            let start = try Request.post(
                "/api/v1/orders/\(id)/transitions", ["to": "preparing"], key: shop.key(),
                ifMatch: "\"1\"")
            let first = try await shop.send(start, as: .person("mia"))
            _ = try await shop.move(id, to: "ready", version: 2)

            let second = try await shop.send(start, as: .person("mia"))

            #expect(second.status == 200)
            #expect(second.body == first.body)
            #expect(second.json["state"] == "preparing")
            #expect(second.header("ETag") == "\"2\"")
        }
    }

    @Test func `another body under the key is refused, whatever is in it`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            let key = shop.key()
            _ = try await shop.send(
                .post("/api/v1/orders", order, key: key), as: .person("ada"))
            let others = [
                try order.with("customerName", "Eve").bytes, try order.without("lines").bytes,
                Array("half a bod".utf8), [],
            ]
            for body in others {
                let answer = try await shop.send(
                    .post("/api/v1/orders", raw: body, key: key), as: .person("ada"))

                #expect(answer.status == 422)
                #expect(answer.problem == "idempotency-key-reused")
                #expect(answer.json["field"] == "Idempotency-Key")
            }
        }
    }

    @Test func `look-up comes before pricing`() async throws {
        try await TestShop.open { shop in
            let request = try Request.post(
                "/api/v1/orders", try await shop.newOrder(CornerShop.cart(of: "muffin")),
                key: shop.key())
            let first = try await shop.send(request, as: .person("ada"))
            try await shop.setStock(of: "muffin", 0)

            let second = try await shop.send(request, as: .person("ada"))

            #expect(second.status == 201)
            #expect(second.body == first.body)
        }
    }

    @Test func `a request that failed doesn't burn its key`() async throws {
        try await TestShop.open { shop in
            let key = shop.key()
            try await shop.setStock(of: "muffin", 0)
            let early = try await shop.send(
                .post(
                    "/api/v1/orders",
                    CornerShop.cart(of: "muffin").with("fingerprint", "x"), key: key))
            try await shop.setStock(of: "muffin", 1)
            let order = try await shop.newOrder(CornerShop.cart(of: "muffin"))

            let late = try await shop.send(.post("/api/v1/orders", order, key: key))

            #expect(early.problem == "sold-out")
            #expect(early.json["item"] == "muffin")
            #expect(late.status == 201)
        }
    }

    @Test func `a key belongs to its person`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            let key = shop.key()

            let adas = try await shop.send(
                .post("/api/v1/orders", order, key: key), as: .person("ada"))
            let bobs = try await shop.send(
                .post("/api/v1/orders", order, key: key), as: .person("bob"))

            #expect(bobs.status == 201)
            #expect(bobs.json["id"] != adas.json["id"])
        }
    }

    @Test func `a key belongs to its address`() async throws {
        try await TestShop.open { shop in
            let first = try await shop.place()["id"].string ?? ""
            let second = try await shop.place()["id"].string ?? ""
            let key = shop.key()
            for id in [first, second] {
                let answer = try await shop.send(
                    .post(
                        "/api/v1/orders/\(id)/transitions", ["to": "preparing"], key: key,
                        ifMatch: "\"1\""), as: .person("mia"))

                #expect(answer.json["id"].string == id)
            }
        }
    }

    @Test func `without an account a key is long, with one it may be short`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            func status(_ key: String?, _ caller: Caller) async throws -> Int {
                try await shop.send(.post("/api/v1/orders", order, key: key), as: caller).status
            }
            let short = String(repeating: "k", count: 31)

            #expect(try await status(short, .nobody) == 422)
            #expect(try await status(short + "k", .nobody) == 201)
            #expect(try await status("k", .person("ada")) == 201)
            #expect(try await status(String(repeating: "k", count: 255), .person("ada")) == 201)
            #expect(try await status(String(repeating: "k", count: 256), .person("ada")) == 400)
            #expect(try await status("schlüssel", .person("ada")) == 400)
            #expect(try await status(nil, .person("ada")) == 400)
            #expect(try await status("", .person("ada")) == 400)
        }
    }

    @Test func `what became of a request is told by its key`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            let key = shop.key()
            let early = try await shop.send(.get("/api/v1/requests/\(key)"), as: .person("ada"))
            let placed = try await shop.send(
                .post("/api/v1/orders", order, key: key), as: .person("ada"))
            let id = placed.json["id"].string ?? ""
            let moveKey = shop.key()
            _ = try await shop.send(
                .post(
                    "/api/v1/orders/\(id)/transitions", ["to": "cancelled"], key: moveKey,
                    ifMatch: "\"1\""), as: .person("ada"))

            let late = try await shop.send(.get("/api/v1/requests/\(key)"), as: .person("ada"))
            let moved = try await shop.send(
                .get("/api/v1/requests/\(moveKey)?order=\(id)"), as: .person("ada"))

            #expect(early.status == 404)
            #expect(late.status == 200)
            #expect(late.json["status"] == 201)
            #expect(late.json["subjectId"].string == id)
            #expect(moved.json["status"] == 200)
            #expect(moved.json["subjectId"].string == id)
        }
    }

    @Test func `64 at once with one key make one order`() async throws {
        try await TestShop.open { shop in
            let request = try Request.post(
                "/api/v1/orders", try await shop.newOrder(), key: shop.key())

            let answers = try await shop.sendAtOnce(Array(repeating: request, count: 64))

            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(Set(answers.map(\.body)).count == 1)
            #expect(answers.count { $0.header("Idempotent-Replayed") == nil } == 1)
            #expect(try await Rows.of(shop).counts["customer_order"] == 1)
        }
    }

    @Test func `50 writers get no 5xx`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder()
            let requests = try (0..<50).flatMap { _ in
                try [
                    Request.post("/api/v1/orders", order, key: shop.key()),
                    Request.post("/api/v1/quotes", CornerShop.cart),
                    Request.get("/api/v1/locations"),
                ]
            }

            let answers = try await shop.sendAtOnce(requests)

            #expect(answers.filter { $0.status >= 500 }.map(\.text) == [])
            #expect(answers.count { $0.status == 201 } == 50)
            let numbers = answers.filter { $0.status == 201 }.map { $0.json["callNumber"] }
            #expect(Set(numbers).count == 50)
        }
    }

    @Test func `20 customers for the last muffin: one gets it`() async throws {
        try await TestShop.open { shop in
            try await shop.setStock(of: "muffin", 1)
            let order = try await shop.newOrder(CornerShop.cart(of: "muffin"))
            let requests = try (0..<20).map { _ in
                try Request.post("/api/v1/orders", order, key: shop.key())
            }

            let answers = try await shop.sendAtOnce(requests)

            #expect(answers.count { $0.status == 201 } == 1)
            let losers = answers.filter { $0.status != 201 }
            #expect(losers.allSatisfy { $0.status == 409 && $0.problem == "sold-out" })
            #expect(losers.allSatisfy { $0.json["item"].string != nil })
            #expect(losers.allSatisfy { $0.json["item"] == "muffin" })
            #expect(try await Rows.of(shop).counts["customer_order"] == 1)
        }
    }
}
