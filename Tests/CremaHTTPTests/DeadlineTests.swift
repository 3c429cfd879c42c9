import CremaHTTP
import Glibc
import Testing

private let plain = "GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"

/// Each server's deadlines are a fifth of a second; everything else has all the time it needs.
@Suite struct DeadlineTests {
    private static let short = Duration.milliseconds(200)

    @Test func `a head that drips is refused at its deadline`() async throws {
        try await withServer {
            $0.headTimeout = Self.short
        } _: { server in
            let client = try server.client()

            try client.send("GET /plaintext HTTP/1.1\r\nX: ")
            let elapsed = drip(into: client)

            #expect(elapsed < .seconds(4))
            #expect(try client.response().status == 408)
            #expect(client.receiveAll() == .closed)
            #expect(server.server.statistics.timedOut == 1)
        }
    }

    @Test func `a body that drips is refused at its deadline`() async throws {
        try await withServer {
            $0.bodyTimeout = Self.short
        } _: { server in
            let client = try server.client()

            try client.send("POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 4000\r\n\r\n")
            let elapsed = drip(into: client)

            #expect(elapsed < .seconds(4))
            #expect(try client.response().status == 408)
            #expect(client.receiveAll() == .closed)
        }
    }

    @Test func `a client that says nothing is let go without a word`() async throws {
        try await withServer {
            $0.headTimeout = Self.short
        } _: { server in
            let client = try server.client()

            #expect(client.receiveAll() == .closed)
            #expect(client.received.isEmpty)
        }
    }

    @Test func `a kept connection is closed when nothing more comes`() async throws {
        try await withServer {
            $0.idleTimeout = Self.short
        } _: { server in
            let client = try server.client()

            try client.send(plain)

            #expect(try client.response().status == 200)
            #expect(client.receiveAll() == .closed)
            #expect(client.received.isEmpty)
        }
    }

    @Test func `a handler may take longer than any deadline`() async throws {
        try await withServer {
            $0.headTimeout = Self.short
            $0.bodyTimeout = Self.short
            $0.idleTimeout = Self.short
            $0.writeTimeout = Self.short
        } _: { server in
            let waiting = try server.client()
            let idle = try server.client()

            try waiting.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            try idle.send(plain)
            #expect(try idle.response().status == 200)
            #expect(idle.receiveAll() == .closed)
            server.gate.open()

            #expect(try waiting.response().body == "slow")
        }
    }

    @Test func `a client that takes nothing of its answer is cut`() async throws {
        try await withServer {
            $0.writeTimeout = Self.short
        } _: { server in
            let client = try server.client(receiveBufferBytes: 4_096)

            try client.send("GET /picture HTTP/1.1\r\nHost: test\r\n\r\n")

            #expect(eventually { server.server.statistics.timedOut == 1 })
            #expect(eventually { server.server.statistics.openConnections == 0 })
        }
    }

    @Test func `a slow client that goes on taking is served`() async throws {
        let timeout = Self.short * 4
        try await withServer {
            $0.writeTimeout = timeout
        } _: { server in
            let client = try server.client(receiveBufferBytes: 16_384)
            let start = ContinuousClock.now

            try client.send("GET /picture HTTP/1.1\r\nHost: test\r\n\r\n")
            while start.duration(to: .now) < timeout * 3 {
                client.receiveSome()
                usleep(5_000)
            }

            #expect(try client.response().body.utf8.count == 8_000_000)
            #expect(server.server.statistics.timedOut == 0)
        }
    }

    @Test func `a stream whose client takes nothing is cut`() async throws {
        try await withServer {
            $0.writeTimeout = Self.short
            $0.streamBufferBytes = 100_000_000
        } _: { server in
            let client = try server.streamClient(receiveBufferBytes: 4_096)

            server.publish(String(repeating: "x", count: 1_000_000))

            #expect(eventually { server.closedStreams.value == 1 })
            #expect(server.server.statistics.slowStreams == 1)
            client.close()
        }
    }

    @Test func `a silent stream gets a comment`() async throws {
        try await withServer {
            $0.heartbeat = .milliseconds(50)
        } _: { server in
            let client = try server.streamClient()

            for _ in 1...3 { try client.receive(upTo: ":\n\n") }
        }
    }

    /// Sends a byte every 10 ms until an answer comes; how long that took.
    private func drip(into client: Client) -> Duration {
        let start = ContinuousClock.now
        while !client.receiveSome(within: 10), start.duration(to: .now) < .seconds(5) {
            _ = client.sendAtOnce([UInt8(ascii: "a")])
        }
        return start.duration(to: .now)
    }
}
