import CremaHTTP
import Glibc
import Testing

/// Each in a process of its own, whose memory no other test uses.
@Suite struct MemoryTests {
    @Test func `a client that asks 100000 times and reads nothing takes no memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { $0.loops = 1 }
            let client = try server.client(receiveBufferBytes: 4_096)
            let requests = [UInt8](
                String(repeating: "GET /menu HTTP/1.1\r\nHost: test\r\n\r\n", count: 500).utf8)
            let before = residentKilobytes()

            var sent = 0
            var stuck = 0
            while sent < 200 * requests.count, stuck < 50 {
                let rest = Array(requests[(sent % requests.count)...])
                let count = try #require(client.sendAtOnce(rest))
                sent += count
                stuck = count == 0 ? stuck + 1 : 0
                if count == 0 { usleep(2_000) }
            }

            try #require(eventually { server.server.statistics.requests > 1_000 })
            try #require(server.server.statistics.openConnections == 1)
            let grown = residentKilobytes() - before
            try #require(grown < 2_048, "grew by \(grown) KB")
        }
    }

    @Test func `a client that sends on while it waits takes no memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { $0.loops = 1 }
            let client = try server.client()
            try client.send("GET /slow HTTP/1.1\r\nHost: test\r\n\r\n")
            try #require(eventually { server.gate.waitingCount == 1 })
            let block = [UInt8](repeating: UInt8(ascii: "G"), count: 65_536)
            let before = residentKilobytes()

            var sent = 0
            var stuck = 0
            while sent < 100_000_000, stuck < 50 {
                let count = try #require(client.sendAtOnce(block))
                sent += count
                stuck = count == 0 ? stuck + 1 : 0
                if count == 0 { usleep(2_000) }
            }

            try #require(stuck == 50)
            let grown = residentKilobytes() - before
            try #require(grown < 2_048, "grew by \(grown) KB")
        }
    }

    @Test func `a chunked body of 20 MB takes no memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { $0.loops = 1 }
            let client = try server.client()
            let chunk = Array("4000\r\n".utf8) + [UInt8](repeating: 120, count: 16_384)
            let before = residentKilobytes()

            try client.send(
                "POST /echo HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
            for _ in 0..<1_280 {
                do { try client.send(chunk + [13, 10]) } catch { break }
            }

            try #require(client.response().status == 413)
            let grown = residentKilobytes() - before
            try #require(grown < 2_048, "grew by \(grown) KB")
        }
    }

    @Test func `a stream that isn't read takes no memory`() async {
        await #expect(processExitsWith: .success) {
            let server = try TestServer { $0.loops = 1 }
            let slow = try server.streamClient(receiveBufferBytes: 2_048)
            let quick = try server.streamClient()
            let text = String(repeating: "x", count: 1_000)
            let before = residentKilobytes()

            for index in 1...6_000 {
                server.publish("\(index) \(text)")
                try quick.receive(upTo: "data: \(index) \(text)\n\n")
            }

            try #require(server.closedStreams.value == 1)
            let grown = residentKilobytes() - before
            try #require(grown < 2_048, "grew by \(grown) KB")
            slow.close()
        }
    }

    @Test func `an idle stream takes less than a kilobyte and a half`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            limit.rlim_cur = limit.rlim_max
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let count = min(4_000, Int(clamping: limit.rlim_cur) / 2 - 200)
            let server = try TestServer { $0.maxConnectionsPerAddress = nil }
            var clients = [try server.streamClient(), try server.streamClient()]
            clients.reserveCapacity(count + 2)
            let before = residentKilobytes()

            // Sockets and no Client objects, so that what grows is the server.
            let descriptors = UnsafeMutablePointer<Int32>.allocate(capacity: count)
            for index in 0..<count {
                descriptors[index] = try openSilently(server)
            }
            try #require(eventually { server.openedStreams.value == count + 2 })

            let bytes = (residentKilobytes() - before) * 1_024 / count
            try #require(bytes < 1_536, "\(bytes) bytes each")
        }
    }

    @Test func `servers that have ended leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            func round() async throws {
                let server = try TestServer()
                let client = try server.client()
                let stream = try server.streamClient()
                try client.send("GET /menu HTTP/1.1\r\nHost: test\r\n\r\n")
                try #require(client.response().status == 200)
                await server.server.shutdown(grace: .zero)
                stream.close()
            }
            for _ in 0..<50 { try await round() }
            let before = residentKilobytes()
            let descriptors = openDescriptors()

            for _ in 0..<200 { try await round() }

            try #require(eventually { openDescriptors() <= descriptors })
            let grown = residentKilobytes() - before
            try #require(grown < 2_048, "grew by \(grown) KB")
        }
    }
}

private func openSilently(_ server: TestServer) throws -> Int32 {
    let client = try Client(port: server.port)
    try client.send("GET /events HTTP/1.1\r\nHost: test\r\n\r\n")
    return client.takeDescriptor()
}

private func residentKilobytes() -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    fgets(&line, 256, file)
    let fields = line.prefix { $0 > 0 }.split(separator: CChar(32))
    let pages = fields[1].reduce(0) { $0 * 10 + Int($1) - 48 }
    return pages * Int(getpagesize()) / 1_024
}

private func openDescriptors() -> Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while readdir(folder) != nil { count += 1 }
    return count
}
