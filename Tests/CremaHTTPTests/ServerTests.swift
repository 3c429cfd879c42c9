import CremaHTTP
import Testing

@Suite struct ServerTests {
    @Test func `a request is answered and the connection kept`() async throws {
        try await withServer { server in
            let client = try server.client()

            for _ in 1...3 {
                try client.send("GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n")
                let response = try client.response()
                #expect(response.status == 200)
                #expect(response.body == "Hello")
                #expect(response.header("content-type") == "text/plain")
                #expect(response.header("date")?.hasSuffix("GMT") == true)
                #expect(response.header("connection") == nil)
            }
        }
    }

    @Test func `a body arrives whole`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhe")
            try client.send("llo")

            #expect(try client.response().body == "hello")
        }
    }

    @Test func `a handler that waits is answered later`() async throws {
        try await withServer { server in
            let client = try server.client()

            try client.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            #expect(eventually { server.gate.waitingCount == 1 })
            server.gate.open()

            #expect(try client.response().body == "slow")
        }
    }

    @Test func `what is published reaches the stream`() async throws {
        try await withServer { server in
            let client = try server.streamClient()

            server.publish("a flat white")

            try client.receive(upTo: "data: a flat white\n\n")
        }
    }
}
