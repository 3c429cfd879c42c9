internal import CHTTPEngine
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The address can't be bound.
package struct BindError: Error, Sendable, CustomStringConvertible {
    package let code: Int32
    package let description: String

    package var isAddressInUse: Bool { code == EADDRINUSE }

    init(code: Int32, host: String, port: Int) {
        self.code = code
        description = "\(host):\(port): \(String(cString: strerror(code)))"
    }
}

/// What a server has seen since its start, and holds now.
package struct HTTPServerStatistics: Sendable, Hashable {
    package var accepted = 0
    package var refusedConnections = 0
    package var requests = 0
    /// Answered with an error by the engine: not proper HTTP, over a limit, or too slow.
    package var refusedRequests = 0
    package var timedOut = 0
    package var slowStreams = 0
    /// Times that descriptors ran out.
    package var acceptPauses = 0
    package var openConnections = 0
    package var openStreams = 0
}

/// An HTTP/1.1 server with event streams. It knows no word of what it serves.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    private let configuration: HTTPServerConfiguration
    private let callbacks: Callbacks
    private let engine = Mutex<Engine?>(nil)

    /// - Parameters:
    ///   - streamClosed: is called on an event loop once for each stream that was opened.
    ///   - handler: starts on the event loop that read the request, and must not block it.
    package init(
        configuration: HTTPServerConfiguration,
        streamClosed: (@Sendable (StreamID) -> Void)? = nil,
        handler: @escaping Handler
    ) {
        self.configuration = configuration
        callbacks = Callbacks(
            configuration: configuration, handler: handler, streamClosed: streamClosed)
    }

    deinit {
        guard let engine = engine.withLock({ $0 }) else { return }
        // The last reference may be dropped on a loop's own thread, which can't wait for itself.
        DispatchQueue.global().async { engine.end() }
    }

    /// Binds and serves. Once only.
    package func start() throws(BindError) {
        try engine.withLock { engine throws(BindError) in
            precondition(engine == nil, "a server starts once")
            engine = try Engine(configuration, callbacks)
        }
    }

    /// The port that is bound; 0 before the start.
    package var port: Int { engine.withLock { $0?.port ?? 0 } }

    package var statistics: HTTPServerStatistics {
        engine.withLock { $0?.statistics ?? HTTPServerStatistics() }
    }

    /// Stops accepting, ends the streams with a last chunk, and returns when the running requests
    /// are answered or the grace time is over. A handler that is later still runs to its end.
    package func shutdown(grace: Duration) async {
        guard let engine = engine.withLock({ $0 }) else { return }
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                engine.stop(grace: grace)
                continuation.resume()
            }
        }
    }

    /// Sends whole events to every stream of the channels, once each. A stream never gets a
    /// sequence that isn't above its last one; 0 is no sequence. Calls made in some order arrive
    /// in that order, also with regard to `StreamOpener.open`.
    package func publish(_ event: [UInt8], to channels: [EventChannel], sequence: UInt64) {
        event.withUnsafeBytes { bytes in
            engine.withLock { $0?.publish(bytes, to: channels, sequence: sequence) }
        }
    }

    package func publish(_ event: SharedBytes, to channels: [EventChannel], sequence: UInt64) {
        event.withUnsafeBytes { bytes in
            engine.withLock { $0?.publish(bytes, to: channels, sequence: sequence) }
        }
    }

    /// Ends the streams of the channel, after what was published before.
    package func endStreams(on channel: EventChannel) {
        engine.withLock { $0?.endStreams(on: channel) }
    }
}
