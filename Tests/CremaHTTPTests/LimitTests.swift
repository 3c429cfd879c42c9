import CremaHTTP
import Glibc
import Testing

private let plain = "GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"

@Suite struct LimitTests {
    @Test func `connections over the limit are closed, until one ends`() async throws {
        try await withServer {
            $0.maxConnections = 10
        } _: { server in
            try expectLimit(of: 10, server)
        }
    }

    @Test func `one address's connections over the limit are closed`() async throws {
        try await withServer {
            $0.maxConnectionsPerAddress = 10
        } _: { server in
            try expectLimit(of: 10, server)
        }
    }

    @Test func `a trusted front may hold more than one address may`() async throws {
        let loopback = try #require(TrustedFronts(["127.0.0.0/8"]))
        try await withServer {
            $0.maxConnectionsPerAddress = 1
            $0.trustedFronts = loopback
        } _: { server in
            let clients = try (0..<5).map { _ in try server.client() }

            for client in clients {
                try client.send(plain)
                #expect(try client.response().status == 200)
            }
        }
    }

    @Test func `a body's limit may depend on its path`() async throws {
        try await withServer {
            $0.maxBodyBytes = 10
            $0.bodyLimit = { $0.path == "/echo" && $0.method == .post ? 100_000 : nil }
        } _: { server in
            let client = try server.client()
            let body = String(repeating: "x", count: 50_000)

            try client.send(
                "POST /echo HTTP/1.1\r\nHost: test\r\nContent-Length: 50000\r\n\r\n" + body)
            #expect(try client.response().body == body)
            try client.send("POST /menu HTTP/1.1\r\nHost: test\r\nContent-Length: 11\r\n\r\n")

            #expect(try client.response().status == 413)
        }
    }

    /// In a process of its own, since the limit of open files is the process's.
    @Test func `running out of descriptors costs no time and ends by itself`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer {
                $0.loops = 1
                $0.maxConnections = 1_000
            }
            // The clients' sockets exist before the limit falls, so it meets the server alone,
            // which keeps 16 from its connections.
            var sockets: [Client.Unconnected] = []
            for _ in 0..<60 { sockets.append(Client.Unconnected()) }
            let highest = sockets.map(\.descriptor).max() ?? 0
            var limit = rlimit(rlim_cur: rlim_t(highest + 37), rlim_max: 1_000_000)
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = rlim_t(highest + 37)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            let clients = try sockets.map { try $0.connect(to: server.port) }
            for client in clients { try client.send(plain) }
            try #require(eventually { server.server.statistics.acceptPauses > 1 })
            let open = server.server.statistics.openConnections
            try #require((10..<50).contains(open))
            let before = processorTime()
            usleep(500_000)
            let spent = processorTime() - before
            try #require(spent < .milliseconds(50), "\(spent) of 500 ms while out of descriptors")
            try #require(server.server.statistics.openConnections == open)

            // Whoever is served makes room for the next.
            var served = 0
            for client in clients where client.receiveSome(within: 10_000) {
                try #require(try client.response().status == 200)
                client.close()
                served += 1
            }
            try #require(served == 60)
        }
    }

    private func expectLimit(of count: Int, _ server: TestServer) throws {
        let clients = try (0..<count).map { _ in try server.client() }
        for client in clients {
            try client.send(plain)
            #expect(try client.response().status == 200)
        }

        let refused = try server.client()
        #expect(refused.receiveAll() != .stillOpen)
        #expect(server.server.statistics.refusedConnections == 1)
        clients[0].close()

        #expect(eventually { server.server.statistics.openConnections == count - 1 })
        let admitted = try server.client()
        try admitted.send(plain)
        #expect(try admitted.response().status == 200)
    }
}

private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
