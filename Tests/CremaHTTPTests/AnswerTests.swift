import CremaHTTP
import Testing

private let plain = "GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"
private let slow = "GET /slow HTTP/1.1\r\nHost: test\r\n\r\n"

@Suite struct AnswerTests {
    @Test func `pipelined requests are answered in order, also behind a slow one`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(slow + plain + "GET /menu HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(eventually { server.gate.waitingCount == 1 })
            #expect(!client.receiveSome(within: 20))
            server.gate.open()

            #expect(try client.response().body == "slow")
            #expect(try client.response().body == "Hello")
            #expect(try client.response().body == "the menu")
        }
    }

    @Test func `HEAD is answered with the head alone`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("HEAD /plaintext HTTP/1.1\r\nHost: test\r\n\r\n" + plain)
            let head = try client.response(toHead: true)

            #expect(head.status == 200)
            #expect(head.header("content-length") == "5")
            #expect(try client.response().body == "Hello")
        }
    }

    @Test(arguments: [("/empty", 204), ("/unmodified", 304)])
    func `an answer that can have no content has none`(path: String, status: Int) async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n" + plain)
            let response = try client.response()

            #expect(response.status == status)
            #expect(response.header("content-length") == nil)
            #expect(try client.response().body == "Hello")
        }
    }

    @Test func `HTTP 1.0 is kept open when the client asks so`() async throws {
        try await withServer { server in
            let client = try server.client()
            let request = "GET /plaintext HTTP/1.0\r\n"

            try client.send(request + "Connection: keep-alive\r\n\r\n")
            #expect(try client.response().header("connection") == "keep-alive")
            try client.send(request + "\r\n")
            #expect(try client.response().header("connection") == "close")

            #expect(client.receiveAll() == .closed)
        }
    }

    @Test func `a client that expects it is told to go on`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n"
                    + "Expect: 100-continue\r\n\r\n"
            )
            let interim = try client.response()
            try client.send("hello")

            #expect(interim.status == 100)
            #expect(try client.response().body == "hello")
        }
    }

    @Test(arguments: [
        ("/target?a=b", "GET /target a=b"), ("/target?", "GET /target "),
        ("/target", "GET /target -"),
        ("http://test/target?x=http://y/", "GET /target x=http://y/"),
        ("HTTPS://TEST/target", "GET /target -"),
    ])
    func `the target reaches the handler without scheme and authority`(
        target: String, told: String
    ) async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n")

            #expect(try client.response().body == told)
        }
    }

    @Test(arguments: ["http://test", "http://test?a"])
    func `an absolute target without path is the root`(target: String) async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n")

            #expect(try client.response().status == 404)
            #expect(client.end == .stillOpen)
        }
    }

    @Test func `fields come as sent, trimmed and in order`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(
                "GET /header HTTP/1.1\r\nx-test: one \r\nHost: test\r\n"
                    + "X-TEST:\ttwo\r\nX-Test:\r\n\r\n"
            )

            #expect(try client.response().body == "one|two|")
        }
    }

    @Test func `trailers don't become headers`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(
                "POST /header HTTP/1.1\r\nHost: test\r\nX-Test: head\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "1\r\nx\r\n0\r\nX-Test: trailer\r\n\r\n")

            #expect(try client.response().body == "head")
        }
    }

    @Test func `a request that no one answers gets 500`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET /dropped HTTP/1.1\r\nHost: test\r\n\r\n" + plain)

            #expect(try client.response().status == 500)
            #expect(try client.response().body == "Hello")
        }
    }

    @Test func `a large shared body arrives whole at a slow reader`() async throws {
        try await withServer { server in
            let client = try server.client(receiveBufferBytes: 16_384)

            try client.send("GET /picture HTTP/1.1\r\nHost: test\r\n\r\n" + plain)
            let response = try client.response()

            #expect(response.body.utf8.count == 8_000_000)
            #expect(response.body.utf8.allSatisfy { $0 == UInt8(ascii: "x") })
            #expect(try client.response().body == "Hello")
        }
    }

    // MARK: Clients that end early

    @Test func `a client that ends its side still gets all answers`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(plain + plain)
            client.endSending()

            #expect(try client.response().status == 200)
            #expect(try client.response().status == 200)
            #expect(client.receiveAll() == .closed)
        }
    }

    @Test func `a client that ends its side gets late answers too`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(slow + plain)
            client.endSending()
            #expect(eventually { server.gate.waitingCount == 1 })
            server.gate.open()

            #expect(try client.response().body == "slow")
            #expect(try client.response().body == "Hello")
            #expect(client.receiveAll() == .closed)
        }
    }

    @Test(arguments: [
        "GET /plain", "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhe",
    ])
    func `half a request is refused when the client ends`(half: String) async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send(plain + half)
            client.endSending()

            #expect(try client.response().status == 200)
            #expect(try client.response().status == 400)
            #expect(client.receiveAll() == .closed)
        }
    }

    @Test func `clients that go away while they wait do no harm`() async throws {
        try await withServer { server in
            for index in 0..<200 {
                let client = try server.client()
                try client.send(slow)
                #expect(eventually { server.gate.waitingCount == index + 1 })
                if index.isMultiple(of: 2) { client.abort() } else { client.close() }
            }
            #expect(eventually { server.server.statistics.openConnections <= 100 })
            server.gate.open()

            #expect(eventually { server.server.statistics.openConnections == 0 })
            let client = try server.client()
            try client.send(plain)
            #expect(try client.response().status == 200)
        }
    }

    @Test func `a refusal survives the body that is still being sent`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 500000\r\n\r\n")
            try client.send([UInt8](repeating: 120, count: 500_000))

            #expect(try client.response().status == 413)
            #expect(client.receiveAll() == .closed)
        }
    }
}
