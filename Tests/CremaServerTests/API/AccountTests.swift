import Testing

/// Accounts by API.
@Suite struct AccountTests {
    private static let password = "four grey cups of rain"

    private func signUp(
        _ email: String = "grace@example.org", in shop: TestShop,
        _ change: (inout JSON) -> Void = { _ in }
    ) async throws -> Answer {
        var body: JSON = [
            "email": .text(email), "password": .text(Self.password), "name": "Grace",
        ]
        change(&body)
        return try await shop.send(.post("/api/v1/users", body))
    }

    private func bearer(_ answer: Answer) throws -> String {
        "Bearer " + (try #require(answer.json["accessToken"].string))
    }

    @Test func `from a guest's order to an account, and out again`() async throws {
        try await TestShop.open { shop in
            let placed = try await shop.place(as: .nobody, name: "Grace H")
            let made = try await signUp(in: shop)
            #expect(made.status == 201 && made.json["role"] == "customer", "\(made.text)")
            let bearer = try bearer(made)
            func send(_ request: Request) async throws -> Answer {
                try await shop.client.send(request.with("Authorization", bearer))
            }

            let claimed = try await send(
                .post("/api/v1/claims", ["token": placed["token"]]))
            #expect(claimed.status == 200 && claimed.json["id"] == placed["id"])
            let export = try await send(.get("/api/v1/users/me/export"))
            #expect(export.json["user"]["email"] == "grace@example.org")
            #expect(export.json["orders"].elements.map { $0["id"] } == [placed["id"]])
            #expect(export.json["wallet"]["balance"]["amount"] == 0)
            #expect(export.json["sessions"].elements.map { $0["isCurrent"] } == [true])

            let waiting = try await send(
                .post("/api/v1/users/me/closing", ["password": .text(Self.password)]))
            #expect(waiting.status == 409 && waiting.problem == "account-not-settled")
            _ = try await shop.move(
                placed["id"].string ?? "", to: "cancelled", version: 1, reason: "spilt")
            let closed = try await send(
                .post("/api/v1/users/me/closing", ["password": .text(Self.password)]))
            #expect(closed.status == 204)
            #expect(try await send(.get("/api/v1/users/me")).status == 401)
            #expect(try await signUp(in: shop).status == 201)
        }
    }

    @Test(
        arguments: [
            ("email", "grace", "email"), ("email", 7, "email"), ("email", .null, "email"),
            ("email", "g\0@example.org", "email"),
            ("password", "short", "password"), ("password", "qwertyuiop", "password"),
            ("password", "grace-grace", "password"), ("password", .null, "password"),
            ("password", .text(String(repeating: "ab!cd?ef", count: 9_000)), "password"),
            ("name", "", "name"), ("name", "  ", "name"), ("name", 7, "name"),
            ("name", .text(String(repeating: "a", count: 81)), "name"),
            ("wantsNews", "yes", "wantsNews"),
        ] as [(String, JSON, String)])
    func `what can't be right is refused by its field`(
        member: String, value: JSON, field: String
    ) async throws {
        try await TestShop.open { shop in
            let before = try await Rows.of(shop)

            let answer = try await signUp(in: shop) { $0[member] = value }

            let isHuge = (value.string?.utf8.count ?? 0) > 60_000
            #expect(answer.status == (isHuge ? 413 : 422), "\(answer.text)")
            if !isHuge { #expect(answer.json["field"].string == field, "\(answer.text)") }
            #expect(try await Rows.of(shop) == before)
        }
    }

    @Test func `a role can't be asked for`() async throws {
        try await TestShop.open { shop in
            let made = try await signUp(in: shop) {
                $0["role"] = "owner"
                $0["memberships"] = [["role": "owner"]]
                $0["isStaff"] = true
            }

            #expect(made.status == 201 && made.json["role"] == "customer")
            let queue = try await shop.client.send(
                Request.get("/api/v1/queue?location=mill")
                    .with("Authorization", try bearer(made)))
            #expect(queue.status == 403)
        }
    }

    @Test func `a new password and a session ended elsewhere count at once`() async throws {
        try await TestShop.open { shop in
            let here = try bearer(try await signUp(in: shop))
            func signIn(_ password: String) async throws -> Answer {
                try await shop.send(
                    .post(
                        "/api/v1/sessions",
                        ["email": "grace@example.org", "password": .text(password)]))
            }
            func me(_ bearer: String) async throws -> Int {
                try await shop.client.send(
                    Request.get("/api/v1/users/me").with("Authorization", bearer)
                ).status
            }
            let there = try bearer(try await signIn(Self.password))
            #expect(try await me(there) == 200)

            let changed = try await shop.client.send(
                Request.put(
                    "/api/v1/users/me/password",
                    ["current": .text(Self.password), "new": "five green cups of snow"]
                ).with("Authorization", here))

            #expect(changed.status == 204 && changed.body.isEmpty)
            #expect(try await me(there) == 401)
            #expect(try await me(here) == 200)
            #expect(try await signIn(Self.password).status == 401)
            let again = try bearer(try await signIn("five green cups of snow"))
            let list = try await shop.client.send(
                Request.get("/api/v1/users/me/sessions").with("Authorization", again))
            let others = list.json["sessions"].elements.filter { $0["isCurrent"] == false }
            #expect(others.count == 1)
            let ended = try await shop.client.send(
                Request.delete("/api/v1/users/me/sessions/\(others.first?["id"].string ?? "")")
                    .with("Authorization", again))
            #expect(ended.status == 204)
            #expect(try await me(here) == 401)
        }
    }

    @Test func `passwords can't be tried without end, and nobody else is locked out`()
        async throws
    {
        try await TestShop.open(hasLimits: true) { shop in
            let made = try await signUp(in: shop)
            let bearer = try bearer(made)
            var statuses: [Int] = []
            for _ in 0..<12 {
                statuses.append(
                    try await shop.client.send(
                        Request.post("/api/v1/users/me/closing", ["password": "guess"])
                            .with("Authorization", bearer)
                    ).status)
            }

            #expect(statuses.prefix(10).allSatisfy { $0 == 422 })
            #expect(statuses.suffix(2).allSatisfy { $0 == 429 })
            let ada = try await shop.send(
                .post("/api/v1/users/me/closing", ["password": "guess"]), as: .person("ada"))
            #expect(ada.status == 422)
        }
    }
}
