import CremaAPI
import CremaDomain
import CremaServer
import CremaServices
import CremaStore
import CremaWeb
import Testing

@Suite struct ConventionTests {
    @Test func `each kind of problem is explained at its address`() async throws {
        try await TestShop.open { shop in
            for kind in ProblemKind.allCases {
                let answer = try await shop.send(.get(kind.type))

                #expect(answer.status == 200)
                #expect(answer.json["type"].string == kind.type)
                #expect(answer.json["status"].int == kind.status)
            }
        }
    }

    @Test func `each address says which methods it takes`() async throws {
        try await TestShop.open { shop in
            for endpoint in Endpoint.allCases {
                let path = endpoint.path
                    .replacing("{id}", with: "x").replacing("{key}", with: "x")
                    .replacing("{kind}", with: "x")
                let known = Endpoint.allCases.filter { $0.path == endpoint.path }
                var allowed = Set(known.map(\.method.rawValue))
                if allowed.contains("GET") { allowed.insert("HEAD") }
                for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
                where !allowed.contains(method) {
                    let answer = try await shop.send(Request(method: method, path: path))

                    #expect(answer.status == 405, "\(method) \(path)")
                    #expect(answer.problem == "method-not-allowed")
                    let names =
                        answer.header("Allow").map { $0.split(separator: ", ").map(String.init) }
                        ?? []
                    #expect(Set(names) == allowed, "\(method) \(path)")
                }
            }
        }
    }

    @Test func `HEAD answers as GET does, without a body`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            for path in ["/api/v1/locations/mill/menu", "/api/v1/orders/\(id)", "/healthz"] {
                let get = try await shop.send(.get(path), as: .person("ada"))
                let head = try await shop.send(
                    Request(method: "HEAD", path: path), as: .person("ada"))

                #expect(head.status == 200)
                #expect(head.body.isEmpty)
                #expect(head.header("Content-Length") == get.header("Content-Length"))
                #expect(head.header("ETag") == get.header("ETag"))
            }
        }
    }

    @Test func `a 401 says how to sign in`() async throws {
        try await TestShop.open { shop in
            for value in ["Bearer guessed", "Guest guessed.proof", "Basic YTpi", "Bearer"] {
                let answer = try await shop.send(
                    .get("/api/v1/locations", ["Authorization": value]))
                let tried = try await shop.client.send(
                    .get("/api/v1/locations", ["Authorization": value]))

                #expect(answer.status == 200)
                #expect(tried.status == 401, "\(value)")
                #expect(tried.header("WWW-Authenticate")?.hasPrefix("Bearer") == true)
            }
        }
    }

    @Test func `the shop's languages are chosen by Accept-Language`() async throws {
        try await TestShop.open { shop in
            let menu = Request.get("/api/v1/locations/mill/menu")
            let arabic = try await shop.send(menu.with("Accept-Language", "fr, ar;q=0.8"))
            let english = try await shop.send(menu.with("Accept-Language", "fr"))
            let quote = try await shop.send(
                try .post("/api/v1/quotes", CornerShop.cart).with("Accept-Language", "ar"))
            let refusal = try await shop.send(
                try .post("/api/v1/quotes", CornerShop.cart.with("lines", []))
                    .with("Accept-Language", "ar"))

            #expect(arabic.json["language"] == "ar")
            #expect(arabic.json["categories"][0]["name"] == "قهوة")
            #expect(english.json["language"] == "en")
            #expect(arabic.header("ETag") != english.header("ETag"))
            #expect(arabic.header("Vary")?.contains("Accept-Language") == true)
            #expect(quote.json["lines"][0]["name"] == "فلات وايت")
            #expect(refusal.json["detail"].string?.contains { $0 > "\u{600}" } == true)
        }
    }

    @Test func `pages of orders give each order once, also while new ones come`() async throws {
        try await TestShop.open { shop in
            // The clock stands still: all are placed in the same millisecond.
            var placed: Set<String> = []
            for _ in 0..<12 {
                placed.insert(
                    try await shop.place(CornerShop.cart(of: "cookie"))["id"].string ?? "")
            }
            var seen: [String] = []
            var path: String? = "/api/v1/orders"
            while let next = path {
                let page = try await shop.send(.get(next), as: .person("ada"))
                #expect(page.json["orders"].elements.count <= 5)
                seen += page.json["orders"].elements.compactMap { $0["id"].string }
                path = page.json["nextCursor"].string.map { "/api/v1/orders?cursor=\($0)" }
                shop.clock.advance(seconds: 1)
                _ = try await shop.place(CornerShop.cart(of: "cookie"))
            }

            #expect(seen.count == 12)
            #expect(Set(seen) == placed)
            let all = try await shop.send(.get("/api/v1/orders?limit=100"), as: .person("ada"))
            let times = all.json["orders"].elements.compactMap { $0["placedAt"].string }
            #expect(times == times.sorted(by: >))
            #expect(all.json["nextCursor"] == .null)
        }
    }

    @Test func `a form of another site does nothing with this site's cookies`() async throws {
        try await TestShop.open { shop in
            let token = try await shop.browserToken(of: "ada")
            let order = try await shop.newOrder()
            func status(_ headers: [String: String]) async throws -> Int {
                var request = try Request.post("/api/v1/orders", order, key: shop.key())
                request.headers["Cookie"] = "__Host-crema-session=\(token)"
                request.headers.merge(headers) { $1 }
                return try await shop.client.send(request).status
            }

            #expect(try await status(["Sec-Fetch-Site": "cross-site"]) == 403)
            #expect(try await status(["Sec-Fetch-Site": "same-site"]) == 403)
            #expect(try await status(["Origin": "https://evil.example"]) == 403)
            #expect(try await status(["Origin": "null"]) == 403)
            #expect(try await Rows.of(shop).counts["customer_order"] == 0)
            #expect(try await status(["Sec-Fetch-Site": "same-origin"]) == 201)
            #expect(try await status(["Origin": "http://localhost"]) == 201)
        }
    }

    @Test func `a browser's token is no bearer token, nor the other way round`() async throws {
        try await TestShop.open { shop in
            let browser = try await shop.browserToken(of: "ada")
            let api = try await shop.token(of: "ada")
            let id = try await shop.place()["id"].string ?? ""
            func status(_ name: String, _ value: String) async throws -> Int {
                try await shop.client.send(.get("/api/v1/orders/\(id)", [name: value])).status
            }

            for _ in 0..<2 {
                #expect(try await status("Cookie", "__Host-crema-session=\(browser)") == 200)
                #expect(try await status("Authorization", "Bearer \(browser)") == 401)
                #expect(try await status("Authorization", "Bearer \(api)") == 200)
                #expect(try await status("Cookie", "__Host-crema-session=\(api)") == 404)
            }
        }
    }

    @Test func `metrics are for who has the token`() async throws {
        try await TestShop.open { shop in
            let token = try #require(shop.server.app.settings.metricsToken)

            let right = try await shop.client.send(
                .get("/metrics", ["Authorization": "Bearer \(token)"]))
            let wrong = try await shop.client.send(
                .get("/metrics", ["Authorization": "Bearer \(token)x"]))

            #expect(right.status == 200)
            #expect(right.text.contains("crema_requests_total"))
            for name in ["connections_lost_total", "batches_run_again_total", "read_queue_depth"] {
                #expect(right.text.contains("\ncrema_database_\(name) "), "\(name)")
            }
            #expect(wrong.status == 401)
        }
    }

    @Test func `who guesses passwords waits`() async throws {
        try await TestShop.open(hasLimits: true) { shop in
            let guess = try Request.post(
                "/api/v1/sessions", ["email": "olga@corner.shop", "password": "guess"])
            var statuses: [Int] = []
            var last: Answer?
            for _ in 0..<11 {
                let answer = try await shop.send(guess)
                statuses.append(answer.status)
                last = answer
            }
            let seconds = try #require(last?.header("Retry-After").flatMap { Int64($0) })

            #expect(statuses == Array(repeating: 401, count: 10) + [429])
            #expect(last?.problem == "too-many-requests")
            shop.clock.advance(seconds: seconds)
            #expect(try await shop.send(guess).status == 401)
        }
    }

    @Test func `a customer has only so many unpaid orders open`() async throws {
        try await TestShop.open(hasLimits: true) { shop in
            for _ in 0..<3 { _ = try await shop.place() }
            let order = try await shop.newOrder()

            let fourth = try await shop.send(
                .post("/api/v1/orders", order, key: shop.key()), as: .person("ada"))
            let bobs = try await shop.send(
                .post("/api/v1/orders", order, key: shop.key()), as: .person("bob"))

            #expect(fourth.problem == "too-many-unpaid-orders")
            #expect(bobs.status == 201)
        }
    }

    @Test(arguments: [("island", "closed"), ("attic", "paused")])
    func `a place that takes no orders says why`(place: String, kind: String) async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder(CornerShop.cart(of: "cookie", at: place))

            let answer = try await shop.send(.post("/api/v1/orders", order, key: shop.key()))
            let places = try await shop.send(.get("/api/v1/locations")).json["locations"].elements

            #expect(answer.status == 409)
            #expect(answer.problem == kind)
            let state = places.first { $0["id"].string == place }?["state"].string
            #expect(state == kind)
        }
    }

    @Test func `a session is refreshed, ended, and over in time`() async throws {
        try await TestShop.open { shop in
            let signIn = try Request.post(
                "/api/v1/sessions",
                ["email": " Ada@Corner.Shop ", "password": .text(TestShop.password)])
            let first = try await shop.send(signIn)
            #expect(first.status == 201)
            #expect(first.json["role"] == "customer")
            func refresh(_ token: JSON) async throws -> Answer {
                try await shop.send(.post("/api/v1/sessions/refresh", ["refreshToken": token]))
            }
            func use(_ session: Answer) async throws -> Int {
                let token = session.json["accessToken"].string ?? ""
                return try await shop.client.send(
                    .get("/api/v1/orders", ["Authorization": "Bearer \(token)"])
                ).status
            }

            let second = try await refresh(first.json["refreshToken"])
            #expect(second.status == 201)
            shop.clock.advance(seconds: 4)
            #expect(try await use(second) == 200)
            shop.clock.advance(seconds: 3600)
            #expect(try await use(second) == 401)

            let stolen = try await refresh(first.json["refreshToken"])
            #expect(stolen.problem == "sign-in-failed")
            #expect(try await refresh(second.json["refreshToken"]).status == 401)
        }
    }
}
