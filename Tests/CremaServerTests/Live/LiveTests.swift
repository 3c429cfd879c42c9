import CremaHTTP
import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Testing

@Suite struct LiveTests {
    @Test func `an order's owner hears of it, and nobody else does`() async throws {
        try await TestShop.open { shop in
            let adas = try await shop.listen(as: .person("ada"))
            let bobs = try await shop.listen(as: .person("bob"))
            let first = try await shop.place()
            _ = try await shop.place(as: .person("bob"), name: "Bob")
            let id = first["id"].string ?? ""
            _ = try await shop.move(id, to: "preparing", version: 1)
            _ = try await shop.place(as: .person("bob"), name: "Bob")

            let heard = try await adas.events { $0.json["version"] == 2 }
            let others = [try await bobs.event(), try await bobs.event()]

            #expect(heard.map { $0.json["id"].string } == [id, id])
            #expect(heard.map { $0.json["state"].string } == ["pending", "preparing"])
            #expect(heard.map(\.kind) == ["order", "order"])
            #expect(heard[0].json["callNumber"] == first["callNumber"])
            #expect(heard[0].json["location"] == "mill")
            #expect(others.allSatisfy { $0?.json["id"] != first["id"] })
        }
    }

    @Test func `a guest hears of the order of the token`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.place(as: .nobody)
            let other = try await shop.place(as: .nobody)
            let reader = try await shop.listen(as: .guest(token: order["token"].string ?? ""))
            _ = try await shop.move(other["id"].string ?? "", to: "preparing", version: 1)
            _ = try await shop.move(order["id"].string ?? "", to: "preparing", version: 1)

            let event = try await reader.event()

            #expect(event?.json["id"] == order["id"])
            #expect(event?.json["state"] == "preparing")
        }
    }

    @Test func `a queue is heard by its staff`() async throws {
        try await TestShop.open { shop in
            let reader = try await shop.listen("?queue=mill", as: .person("mia"))
            _ = try await shop.place(CornerShop.cart(of: "cookie", at: "harbour"))
            let order = try await shop.place()

            let event = try await reader.event()

            #expect(event?.json["id"] == order["id"])
            for (caller, status) in [
                (Caller.nobody, 401), (.person("ada"), 403), (.person("hugo"), 403),
            ] {
                let refused = try await shop.send(.get("/api/v1/events?queue=mill"), as: caller)
                #expect(refused.status == status)
            }
        }
    }

    @Test func `a menu is heard by everybody`() async throws {
        try await TestShop.open { shop in
            let reader = try await shop.listen("?location=mill", as: .nobody)
            try await shop.setStock(of: "muffin", 0)

            let event = try await reader.event()

            #expect(event?.kind == "menu")
            #expect(event?.json["id"] == "mill")
        }
    }

    @Test(arguments: [true, false])
    func `who was away gets what was missed, once`(byHeader: Bool) async throws {
        try await TestShop.open { shop in
            let first = try await shop.listen(as: .person("ada"))
            let id = try await shop.place()["id"].string ?? ""
            let last = try #require(try await first.event()?.id)
            first.close()
            _ = try await shop.move(id, to: "preparing", version: 1)
            _ = try await shop.place(as: .person("bob"), name: "Bob")
            _ = try await shop.move(id, to: "ready", version: 2)

            let second =
                byHeader
                ? try await shop.listen(as: .person("ada"), lastEventID: last)
                : try await shop.listen("?after=\(last)", as: .person("ada"))
            _ = try await shop.move(id, to: "preparing", version: 3)
            let heard = try await second.events { $0.json["version"] == 4 }

            #expect(heard.map { $0.json["version"] } == [2, 3, 4])
            #expect(heard.compactMap(\.id) == heard.compactMap(\.id).sorted())
        }
    }

    @Test(arguments: ["99999999", "9223372036854775807"])
    func `an id that never was gets a reset`(id: String) async throws {
        try await TestShop.open { shop in
            _ = try await shop.place()
            let reader = try await shop.listen("?after=\(id)", as: .person("ada"))
            let order = try await shop.place()

            let reset = try await reader.event()
            let next = try await reader.event()

            #expect(reset?.kind == "reset")
            #expect(reset?.id.map { $0 > 0 } == true)
            #expect(next?.json["id"] == order["id"])
        }
    }

    @Test func `an id that is too old gets a reset`() async throws {
        try await TestShop.open { shop in
            for _ in 0..<3 { _ = try await shop.place() }
            let last = shop.server.services.hub.lastID
            // Older events were tidied away.
            try await shop.server.database.write { tx in
                try tx.execute("DELETE FROM event WHERE id < $1", .integer(last))
            }

            let old = try await shop.listen("?after=1", as: .person("ada"))
            let recent = try await shop.listen("?after=\(last - 1)", as: .person("ada"))

            #expect(try await old.event()?.kind == "reset")
            #expect(try await recent.event()?.id == Int(last))
        }
    }

    @Test func `events of more than a week ago are forgotten, and whoever missed them is told`()
        async throws
    {
        try await TestShop.open { shop in
            for count in 1...3 { try await shop.setStock(of: "muffin", count) }
            let week = EventStore.retentionMilliseconds / 1000
            shop.clock.advance(seconds: week)
            let services = shop.server.services
            try await Housekeeper.tidy(services)
            let all = try await services.database.read { try EventStore.bounds(tx: $0) }
            shop.clock.advance(seconds: 1)
            try await Housekeeper.tidy(services)
            let left = try await services.database.read { try EventStore.bounds(tx: $0) }
            let last = services.hub.lastID

            let old = try await shop.listen("?location=mill&after=1", as: .nobody)
            let current = try await shop.listen("?location=mill&after=\(last)", as: .nobody)
            try await shop.setStock(of: "muffin", 9)

            #expect(all?.lowerBound == 1)
            #expect(left == last...last)
            #expect(try await old.event()?.kind == "reset")
            #expect(try await current.event()?.id == Int(last + 1))
        }
    }

    @Test func `nothing is missed and nothing comes twice while all order at once`() async throws {
        try await TestShop.open { shop in
            let order = try await shop.newOrder(CornerShop.cart(of: "cookie"))
            let requests = try (0..<60).map { _ in
                try Request.post("/api/v1/orders", order, key: shop.key())
            }
            _ = try await shop.token(of: "mia")
            let start = Int(shop.server.services.hub.lastID)
            async let answers = shop.sendAtOnce(requests)
            // Readers come in the middle of it, some from the beginning.
            var readers: [(LiveReader, from: Int)] = []
            for index in 0..<12 {
                let after = start + (index % 3 == 0 ? 0 : index)
                readers.append(
                    (
                        try await shop.listen("?queue=mill&after=\(after)", as: .person("mia")),
                        after
                    ))
            }
            #expect(try await answers.allSatisfy { $0.status == 201 })
            try await shop.setStock(of: "muffin", 0)

            var checked = 0
            for (reader, from) in readers {
                let heard = try await reader.events { $0.kind == "menu" }
                let ids = heard.compactMap(\.id)
                // An id that wasn't there yet when its reader came is one of the future.
                guard heard.first?.kind != "reset" else { continue }
                #expect(ids == Array((from + 1)...(start + 61)))
                checked += 1
            }
            #expect(checked >= 4)
        }
    }

    @Test func `who comes and goes ends where one who stayed does`() async throws {
        try await TestShop.open { shop in
            let id = try await shop.place()["id"].string ?? ""
            let staying = try await shop.listen("?queue=mill&after=0", as: .person("mia"))
            var heard: [LiveEvent] = []
            var last = 0
            var version = 1
            for state in ["preparing", "pending", "preparing", "ready", "preparing", "ready"] {
                let passing = try await shop.listen(
                    "?queue=mill", as: .person("mia"), lastEventID: last)
                let moved = try await shop.move(id, to: state, version: version)
                version = moved.json["version"].int ?? 0
                heard += try await passing.events { $0.json["version"].int == version }
                last = heard.last?.id ?? 0
                passing.close()
            }

            let all = try await staying.events { $0.json["version"].int == version }

            #expect(heard == all)
            #expect(all.last?.json["state"] == "ready")
        }
    }

    @Test func `a silent stream says that it lives`() async throws {
        try await TestShop.open(heartbeat: .milliseconds(200)) { shop in
            let reader = try await shop.listen(as: .person("ada"))

            #expect(try await reader.comment())
            #expect(try await reader.comment())
        }
    }

    @Test func `signing out ends the session's streams`() async throws {
        try await TestShop.open { shop in
            let reader = try await shop.listen(as: .person("ada"))
            let other = try await shop.listen(as: .person("bob"))

            let answer = try await shop.send(
                .delete("/api/v1/sessions/current"), as: .person("ada"))

            #expect(answer.status == 204)
            #expect(try await reader.event() == nil)
            let order = try await shop.place(as: .person("bob"), name: "Bob")
            #expect(try await other.event()?.json["id"] == order["id"])
        }
    }

    @Test func `a session that is over loses its streams`() async throws {
        try await TestShop.open { shop in
            let reader = try await shop.listen(as: .person("ada"))
            let guest = try await shop.listen("?location=mill", as: .nobody)

            shop.clock.advance(seconds: 3601)

            #expect(try await reader.event() == nil)
            try await shop.setStock(of: "muffin", 0)
            #expect(try await guest.event()?.kind == "menu")
        }
    }

    @Test func `who loses a role loses its streams`() async throws {
        try await TestShop.open { shop in
            let reader = try await shop.listen("?queue=mill", as: .person("mia"))

            try await shop.server.database.write { tx in
                try tx.execute("DELETE FROM membership WHERE role = 'barista'")
            }

            #expect(try await reader.event() == nil)
        }
    }
}
