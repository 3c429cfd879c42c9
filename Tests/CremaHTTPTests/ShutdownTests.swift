import CremaHTTP
import Synchronization
import Testing

private let plain = "GET /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"

@Suite struct ShutdownTests {
    @Test func `running requests are answered, streams ended, no one else let in`() async throws {
        try await withServer { server in
            let waiting = try server.client()
            let idle = try server.client()
            let stream = try server.streamClient()
            try waiting.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n" + plain)
            try idle.send(plain)
            #expect(try idle.response().status == 200)
            #expect(eventually { server.gate.waitingCount == 1 })

            let ended = Counter()
            shutDown(server.server, grace: .seconds(10), then: ended)
            try stream.receive(upTo: "\r\n0\r\n\r\n")
            #expect(stream.receiveAll() == .closed)
            #expect(idle.receiveAll() == .closed)
            #expect(eventually { (try? server.client()) == nil })  // refused is what we wait for
            #expect(ended.value == 0)
            server.gate.open()
            let last = try waiting.response()

            #expect(last.body == "slow")
            #expect(last.header("connection") == "close")
            #expect(waiting.receiveAll() == .closed)
            #expect(eventually { ended.value == 1 })
            #expect(server.closedStreams.value == 1)
            #expect(server.server.statistics.openConnections == 0)
        }
    }

    @Test func `the grace time is an end for whoever isn't done`() async throws {
        try await withServer { server in
            let waiting = try server.client()
            let half = try server.client()
            try waiting.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            try half.send("GET /slow HTT")
            #expect(eventually { server.gate.waitingCount == 1 })

            let ended = Counter()
            shutDown(server.server, grace: .milliseconds(200), then: ended)

            #expect(waiting.receiveAll() == .closed)
            #expect(half.receiveAll() == .closed)
            #expect(eventually { ended.value == 1 })
        }
    }

    @Test func `a handler that outlives its server comes to its end`() async throws {
        let gate = Gate()
        let done = Counter()
        try await withServer(
            handler: { _ in
                await gate.wait()
                done.increment()
                return HTTPResponse()
            },
            { server in
                let client = try Client(port: server.port)
                try client.send(plain)
                #expect(eventually { gate.waitingCount == 1 })
            })

        gate.open()

        #expect(await onThread { eventually { done.value == 1 } })
    }

    @Test func `an ended server can be spoken to without harm`() async throws {
        let server = try TestServer()

        await server.server.shutdown(grace: .zero)
        await server.server.shutdown(grace: .seconds(1))
        server.publish("to no one")
        server.server.endStreams(on: EventChannel("news"))

        #expect(server.server.statistics.openConnections == 0)
    }

    @Test func `a stream opened after the end isn't one`() async throws {
        let kept = Mutex<StreamOpener?>(nil)
        try await withServer(
            handler: { _ in
                HTTPResponse(body: .events { opener in kept.withLock { $0 = opener } })
            },
            { server in
                let client = try Client(port: server.port)
                try client.send(plain)
                #expect(eventually { kept.withLock { $0 != nil } })
            })

        #expect(try #require(kept.withLock { $0 }).open(channels: []) == nil)
    }

    @Test func `servers come and go, also without shutdown`() async throws {
        let outcome = await onThread {
            Result {
                for _ in 0..<50 {
                    let server = try TestServer()
                    let client = try server.client()
                    try client.send(plain)
                    #expect(try client.response().status == 200)
                }
            }
        }
        try outcome.get()
    }

    @Test func `a port in use is told, and free again after shutdown`() async throws {
        let first = try TestServer()
        let port = first.port

        let error = #expect(throws: BindError.self) { try TestServer { $0.port = port } }
        #expect(error?.isAddressInUse == true)
        await first.server.shutdown(grace: .zero)

        let second = try TestServer { $0.port = port }
        #expect(second.port == port)
        await second.server.shutdown(grace: .zero)
    }

    @Test func `a host that is no address can't be bound`() throws {
        let error = #expect(throws: BindError.self) { try TestServer { $0.host = "not-a-host" } }

        #expect(error?.isAddressInUse == false)
        #expect(error?.description.hasPrefix("not-a-host:0: ") == true)
    }

    private func shutDown(_ server: HTTPServer, grace: Duration, then ended: Counter) {
        Task(priority: .high) {
            await server.shutdown(grace: grace)
            ended.increment()
        }
    }
}
