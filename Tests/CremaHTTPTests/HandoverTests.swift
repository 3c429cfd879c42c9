import CremaHTTP
import Foundation
import Synchronization
import Testing

/// Keeps all events, and opens and publishes under one lock, as the live hub does.
private final class Hub: Sendable {
    private struct State {
        var last: UInt64 = 0
        var server: HTTPServer?
    }

    private let state = Mutex(State())
    let closed = Counter()

    func serve(_ server: HTTPServer?) {
        state.withLock { $0.server = server }
    }

    func publishNext(to channels: [EventChannel]) {
        state.withLock { state in
            state.last += 1
            state.server?.publish(Self.event(state.last), to: channels, sequence: state.last)
        }
    }

    func open(_ opener: StreamOpener, after seen: UInt64) {
        state.withLock { state in
            let backlog = seen < state.last ? (seen + 1...state.last).flatMap(Self.event) : []
            opener.open(
                channels: [EventChannel("ada"), EventChannel("shop")], first: backlog,
                after: state.last)
        }
    }

    private static func event(_ sequence: UInt64) -> [UInt8] {
        ServerSentEvent(id: sequence, data: "\(sequence).").bytes
    }
}

@Suite struct HandoverTests {
    @Test func `backlog and live events meet without gap or repetition`() async throws {
        let hub = Hub()
        let gapless = try await withServer(
            streamClosed: { _ in hub.closed.increment() },
            handler: { request in
                let seen = request.headers["last-event-id"].flatMap(UInt64.init) ?? 0
                return HTTPResponse(body: .events { hub.open($0, after: seen) })
            },
            { server in
                hub.serve(server)
                defer { hub.serve(nil) }
                let publisher = Publisher(hub)
                defer { publisher.stop() }
                return try (0..<60).count { round in
                    let numbers = try follow(server.port, after: round * 3)
                    return numbers == Array(round * 3 + 1...round * 3 + 200)
                }
            })

        #expect(gapless == 60)
        #expect(hub.closed.value == 60)
    }

    /// Reads the 200 events after that one.
    private func follow(_ port: Int, after seen: Int) throws -> [Int] {
        let client = try Client(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: test\r\nLast-Event-ID: \(seen)\r\n\r\n")
        try client.receive(upTo: "\r\n\r\n")
        return try (0..<200).map { _ in
            try client.receive(upTo: "data: ")
            return Int(try client.receive(upTo: ".\n").dropLast(2)) ?? -1
        }
    }
}

/// Publishes without end, so that clients come at any moment.
private final class Publisher: Sendable {
    private let isDone = Atomic(false)
    private let ended = Counter()

    init(_ hub: Hub) {
        Thread.detachNewThread { [self] in
            let channels = [EventChannel("ada"), EventChannel("shop")]
            while !isDone.load(ordering: .relaxed) {
                hub.publishNext(to: channels)
                usleep(200)
            }
            ended.increment()
        }
    }

    func stop() {
        isDone.store(true, ordering: .relaxed)
        _ = eventually { ended.value == 1 }
    }
}
