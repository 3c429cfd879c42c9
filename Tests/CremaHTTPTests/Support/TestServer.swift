import CremaHTTP
import Foundation
import Synchronization

/// A server with a few routes, on a free port, for one test.
final class TestServer: Sendable {
    let server: HTTPServer
    /// Holds back the answers of `/slow` until it opens.
    let gate: Gate
    let closedStreams: Counter
    let openedStreams: Counter

    init(_ configure: (inout HTTPServerConfiguration) -> Void = { _ in }) throws {
        var configuration = HTTPServerConfiguration.forTests
        configure(&configuration)
        let gate = Gate()
        let closed = Counter()
        let opened = Counter()
        self.gate = gate
        closedStreams = closed
        openedStreams = opened
        server = HTTPServer(
            configuration: configuration,
            streamClosed: { _ in closed.increment() },
            handler: { request in
                await TestServer.answer(request, gate: gate, opened: opened)
            })
        try server.start()
    }

    var port: Int { server.port }

    func client(receiveBufferBytes: Int32? = nil) throws -> Client {
        try Client(port: port, receiveBufferBytes: receiveBufferBytes)
    }

    /// A client whose stream of `/events?<channels>` is open.
    func streamClient(
        _ channels: String = "news", receiveBufferBytes: Int32? = nil
    ) throws -> Client {
        let client = try client(receiveBufferBytes: receiveBufferBytes)
        try client.send("GET /events?\(channels) HTTP/1.1\r\nHost: test\r\n\r\n")
        try client.receive(upTo: ": hello\n\n")
        return client
    }

    func publish(_ text: String, to channels: [String] = ["news"], sequence: UInt64 = 0) {
        let event = ServerSentEvent(data: text)
        server.publish(event.bytes, to: channels.map(EventChannel.init), sequence: sequence)
    }

    private static let menu = SharedBytes(Array("the menu".utf8))
    private static let picture = SharedBytes([UInt8](repeating: 120, count: 8_000_000))

    private static func answer(
        _ request: HTTPRequest, gate: Gate, opened: Counter
    ) async -> HTTPResponse {
        switch request.path {
        case "/plaintext": return .text("Hello")
        case "/echo": return .text(String(decoding: request.body, as: UTF8.self))
        case "/target":
            return .text("\(request.method.rawValue) \(request.path) \(request.query ?? "-")")
        case "/header": return .text(request.headers.all("X-Test").joined(separator: "|"))
        case "/menu": return .init(body: .shared(menu))
        case "/picture": return .init(body: .shared(picture))
        case "/empty": return .init(status: 204)
        case "/unmodified": return .init(status: 304, body: .bytes(Array("none".utf8)))
        case "/dropped": return .init(body: .events { _ in })
        case "/slow":
            await gate.wait()
            return .text("slow")
        case "/events":
            let names = (request.query ?? "news").split(separator: ",")
            let after = request.headers["last-event-id"].flatMap(UInt64.init) ?? 0
            return .init(
                body: .events { opener in
                    let id = opener.open(
                        channels: names.map { EventChannel(String($0)) },
                        first: Array(": hello\n\n".utf8), after: after)
                    if id != nil { opened.increment() }
                })
        default: return .text("no such path", status: 404)
        }
    }
}

extension HTTPResponse {
    static func text(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: .init(contentType: "text/plain"),
            body: .bytes(Array(text.utf8)))
    }
}

/// Starts a server, runs the client's side on a thread of its own, since it blocks, and ends the
/// server.
func withServer<Result: Sendable>(
    _ configure: (inout HTTPServerConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (TestServer) throws -> Result
) async throws -> Result {
    let server = try TestServer(configure)
    let result = await onThread { Swift.Result { try body(server) } }
    server.gate.open()
    await server.server.shutdown(grace: .zero)
    return try result.get()
}

/// The same with a handler of the test's own.
func withServer<Result: Sendable>(
    _ configuration: HTTPServerConfiguration = .forTests,
    streamClosed: (@Sendable (StreamID) -> Void)? = nil,
    handler: @escaping HTTPServer.Handler,
    _ body: @escaping @Sendable (HTTPServer) throws -> Result
) async throws -> Result {
    let server = HTTPServer(
        configuration: configuration, streamClosed: streamClosed, handler: handler)
    try server.start()
    let result = await onThread { Swift.Result { try body(server) } }
    await server.shutdown(grace: .zero)
    return try result.get()
}

/// Runs what blocks on a thread of its own: the pool has few, and handlers need them.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// Lets everyone wait until it is opened, once and for all.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

final class Counter: Sendable {
    private let count = Atomic(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func increment() { count.add(1, ordering: .sequentiallyConsistent) }
}

/// Waits until the condition holds, looking every millisecond.
func eventually(within seconds: Int = 20, _ condition: () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while !condition() {
        if ContinuousClock.now > end { return false }
        usleep(1_000)
    }
    return true
}

extension HTTPServerConfiguration {
    static var forTests: HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.port = 0
        configuration.loops = 2
        return configuration
    }
}
