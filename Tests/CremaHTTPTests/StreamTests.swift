import CremaHTTP
import Synchronization
import Testing

@Suite struct StreamTests {
    @Test func `a stream's head lets nothing on the way hold it back`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET /events HTTP/1.1\r\nHost: test\r\n\r\n")
            let response = try client.response()

            #expect(response.status == 200)
            #expect(response.header("content-type") == "text/event-stream")
            #expect(response.header("cache-control") == "no-store")
            #expect(response.header("x-accel-buffering") == "no")
            #expect(response.header("transfer-encoding") == "chunked")
            try client.receive(upTo: "9\r\n: hello\n\n\r\n")
        }
    }

    @Test func `each event is one chunk`() async throws {
        try await withServer { server in
            let client = try server.streamClient()

            server.publish("one")
            server.publish("two")

            try client.receive(upTo: "\r\nb\r\ndata: one\n\n\r\nb\r\ndata: two\n\n\r\n")
        }
    }

    @Test func `a stream on HTTP 1.0 has no chunks`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET /events HTTP/1.0\r\n\r\n")
            try client.receive(upTo: "\r\n\r\n: hello\n\n")
            server.publish("one")
            try client.receive(upTo: "data: one\n\n")
            server.server.endStreams(on: EventChannel("news"))

            #expect(client.receiveAll() == .closed)
            #expect(client.received.isEmpty)
        }
    }

    @Test func `HEAD of a stream gets its head and ends`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("HEAD /events HTTP/1.1\r\nHost: test\r\n\r\n")

            #expect(try client.response(toHead: true).header("content-type") == "text/event-stream")
            #expect(client.receiveAll() == .closed)
            #expect(client.received.isEmpty)
            #expect(server.closedStreams.value == 1)
        }
    }

    @Test func `only subscribers of the channel get an event`() async throws {
        try await withServer { server in
            let ada = try server.streamClient("ada")
            let bob = try server.streamClient("bob")

            server.publish("for ada", to: ["ada"])
            server.publish("for both", to: ["ada", "bob"])

            try ada.receive(upTo: "data: for ada\n\n")
            try ada.receive(upTo: "data: for both\n\n")
            #expect(try !bob.receive(upTo: "data: for both\n\n").contains("ada"))
        }
    }

    @Test func `an event of two channels comes once`() async throws {
        try await withServer { server in
            let client = try server.streamClient("ada,shop,ada")

            server.publish("numbered", to: ["ada", "shop"], sequence: 7)
            server.publish("unnumbered", to: ["ada", "shop"])
            server.publish("last", to: ["shop"], sequence: 8)

            let text = try client.receive(upTo: "data: last\n\n")
            #expect(text.ranges(of: "data: numbered").count == 1)
            #expect(text.ranges(of: "data: unnumbered").count == 1)
        }
    }

    @Test func `a sequence that isn't above the last one is skipped`() async throws {
        try await withServer { server in
            let client = try server.client()
            try client.send("GET /events HTTP/1.1\r\nHost: test\r\nLast-Event-ID: 5\r\n\r\n")
            try client.receive(upTo: ": hello\n\n")

            for sequence in [4, 5, 6, 6, 3, 8, 7, 9] as [UInt64] {
                server.publish("#\(sequence)", sequence: sequence)
            }

            let text = try client.receive(upTo: "data: #9\n\n")
            let seen = text.split(separator: "data: ").dropFirst().map { $0.prefix(2) }
            #expect(seen == ["#6", "#8", "#9"])
        }
    }

    @Test func `a channel's streams end alone, after what came before`() async throws {
        try await withServer { server in
            let ada = try server.streamClient("ada,shop")
            let bob = try server.streamClient("bob,shop")

            server.publish("good-bye", to: ["ada"])
            server.server.endStreams(on: EventChannel("ada"))
            server.publish("still here", to: ["shop"])

            try ada.receive(upTo: "data: good-bye\n\n\r\n0\r\n\r\n")
            #expect(ada.receiveAll() == .closed)
            #expect(ada.received.isEmpty)
            try bob.receive(upTo: "data: still here\n\n")
            #expect(server.closedStreams.value == 1)
        }
    }

    @Test func `a client that goes away is noticed at once`() async throws {
        try await withServer { server in
            let clients = try (0..<100).map { _ in try server.streamClient() }
            #expect(server.server.statistics.openStreams == 100)

            for (index, client) in clients.enumerated() {
                if index.isMultiple(of: 2) { client.abort() } else { client.close() }
            }

            #expect(eventually(within: 3) { server.server.statistics.openStreams == 0 })
            #expect(server.closedStreams.value == 100)
        }
    }

    @Test func `a client that stops reading is cut, and no one else`() async throws {
        try await withServer { server in
            let slow = try server.streamClient(receiveBufferBytes: 2_048)
            let quick = try server.streamClient()
            let text = String(repeating: "x", count: 10_000)

            for index in 1...100 {
                server.publish("\(index) \(text)")
                try quick.receive(upTo: "data: \(index) \(text)\n\n")
            }

            #expect(eventually { server.closedStreams.value == 1 })
            #expect(server.server.statistics.slowStreams == 1)
            #expect(server.server.statistics.openStreams == 1)
            slow.close()
        }
    }

    @Test func `what a client sends on its stream is ignored, within a bound`() async throws {
        try await withServer { server in
            let chatty = try server.streamClient()
            let flooding = try server.streamClient()

            for _ in 1...50 { try chatty.send("GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n") }
            let block = [UInt8](repeating: 120, count: 65_536)
            #expect(eventually { flooding.sendAtOnce(block) == nil })
            server.publish("news")

            #expect(try !chatty.receive(upTo: "data: news\n\n").contains("HTTP/1.1"))
            #expect(server.server.statistics.openStreams == 1)
        }
    }

    @Test func `an audience larger than a slice gets every event in order`() async throws {
        try await withServer {
            $0.publishSlice = 16
        } _: { server in
            let clients = try (0..<150).map { _ in try server.streamClient() }

            for sequence in 1...20 { server.publish("#\(sequence).", sequence: UInt64(sequence)) }

            for client in clients {
                let text = try client.receive(upTo: "data: #20.\n\n")
                #expect(numbers(in: text) == Array(1...20))
            }
        }
    }

    @Test func `clients that leave in the midst of an event don't disturb it`() async throws {
        try await withServer {
            $0.publishSlice = 4
        } _: { server in
            var staying: [Client] = []
            for round in 1...10 {
                let leaving = try (0..<20).map { _ in try server.streamClient("news,other") }
                staying.append(try server.streamClient("news,other"))

                server.publish("round \(round).", to: ["news", "other"])
                for client in leaving { client.abort() }

                for client in staying { try client.receive(upTo: "data: round \(round).\n\n") }
            }
            #expect(eventually { server.closedStreams.value == 200 })
            #expect(server.openedStreams.value == 210)
        }
    }

    @Test func `a stream can be opened later, and only once`() async throws {
        let kept = Mutex<StreamOpener?>(nil)
        try await withServer(
            handler: { _ in
                HTTPResponse(body: .events { opener in kept.withLock { $0 = opener } })
            },
            { server in
                let client = try Client(port: server.port)
                try client.send("GET /events HTTP/1.1\r\nHost: test\r\n\r\n")
                #expect(eventually { kept.withLock { $0 != nil } })
                let opener = try #require(kept.withLock { $0 })
                var lines = HeaderLines()
                lines.add("X-Test", "late")

                #expect(opener.open(channels: [EventChannel("news")], headers: lines) != nil)
                #expect(opener.open(channels: [EventChannel("news")]) == nil)
                #expect(try client.response().header("x-test") == "late")
            })
    }

    private func numbers(in text: String) -> [Int] {
        text.split(separator: "data: #").dropFirst().compactMap { part in
            Int(part.prefix { $0 != "." })
        }
    }
}
