internal import CHTTPEngine
internal import Glibc
internal import Synchronization

/// What the engine calls back, on the loops' threads.
final class Callbacks: Sendable {
    private let configuration: HTTPServerConfiguration
    private let handler: HTTPServer.Handler
    private let streamClosed: (@Sendable (StreamID) -> Void)?
    private let executors = Mutex<[LoopExecutor]>([])

    init(
        configuration: HTTPServerConfiguration, handler: @escaping HTTPServer.Handler,
        streamClosed: (@Sendable (StreamID) -> Void)?
    ) {
        self.configuration = configuration
        self.handler = handler
        self.streamClosed = streamClosed
    }

    fileprivate func received(_ exchange: OpaquePointer, _ raw: ch_request) {
        let exchange = Exchange(exchange)
        let request = HTTPRequest(raw)
        let handler = self.handler
        Task.immediate(executorPreference: LoopExecutor.of(raw.loop)) {
            exchange.answer(await handler(request))
        }
    }

    fileprivate func bodyLimit(_ raw: ch_request) -> Int {
        let limit = configuration.bodyLimit?(HTTPRequest(raw))
        return max(0, limit ?? configuration.maxBodyBytes)
    }

    fileprivate func isFront(_ peer: PeerAddress) -> Bool {
        configuration.trustedFronts.contains(peer)
    }

    fileprivate func closed(_ stream: UInt64) {
        streamClosed?(StreamID(rawValue: stream))
    }

    /// The loop's executor, which lives as long as the server.
    fileprivate func makeExecutor(_ loop: OpaquePointer) -> UnsafeMutableRawPointer {
        let executor = LoopExecutor(loop)
        executors.withLock { $0.append(executor) }
        return Unmanaged.passUnretained(executor).toOpaque()
    }
}

/// A started server on the C side.
struct Engine: @unchecked Sendable {
    // Unchecked, since OpaquePointer isn't Sendable: the functions below may be called anywhere.
    private let raw: OpaquePointer
    private let callbacks: Callbacks

    init(_ configuration: HTTPServerConfiguration, _ callbacks: Callbacks) throws(BindError) {
        var config = ch_config(configuration)
        config.context = Unmanaged.passUnretained(callbacks).toOpaque()
        config.on_request = { context, exchange, request in
            guard let exchange, let request else { return }
            Callbacks.of(context)?.received(exchange, request.pointee)
        }
        if configuration.bodyLimit != nil {
            config.body_limit = { context, request in
                guard let request else { return 0 }
                return Callbacks.of(context)?.bodyLimit(request.pointee) ?? 0
            }
        }
        config.is_front = { context, peer, length in
            let bytes = UnsafeBufferPointer(start: peer, count: Int(length))
            return Callbacks.of(context)?.isFront(PeerAddress(networkOrder: bytes)) ?? false
        }
        config.on_stream_closed = { context, stream in Callbacks.of(context)?.closed(stream) }
        config.loop_made = { context, loop in
            guard let loop else { return nil }
            return Callbacks.of(context)?.makeExecutor(loop)
        }
        config.run_job = { _, loop, job in
            guard let loop, let job else { return }
            LoopExecutor.of(loop)?.run(job)
        }
        let (started, code) = configuration.host.withCString { host in
            config.host = host
            return (ch_start(&config), errno)
        }
        guard let started else {
            throw BindError(code: code, host: configuration.host, port: configuration.port)
        }
        raw = started
        self.callbacks = callbacks
    }

    var port: Int { Int(ch_port(raw)) }

    var statistics: HTTPServerStatistics {
        let raw = ch_statistics(self.raw)
        return HTTPServerStatistics(
            accepted: Int(raw.accepted), refusedConnections: Int(raw.refused_connections),
            requests: Int(raw.requests), refusedRequests: Int(raw.refused_requests),
            timedOut: Int(raw.timed_out), slowStreams: Int(raw.slow_streams),
            acceptPauses: Int(raw.accept_pauses), openConnections: Int(raw.connections),
            openStreams: Int(raw.streams))
    }

    func publish(_ event: UnsafeRawBufferPointer, to channels: [EventChannel], sequence: UInt64) {
        let ids = channels.map(\.id)
        ch_publish(raw, ids, ids.count, event.baseAddress, event.count, sequence)
    }

    func endStreams(on channel: EventChannel) {
        ch_end_streams(raw, channel.id)
    }

    /// Blocks until the loops have ended.
    func stop(grace: Duration) {
        ch_stop(raw, grace.milliseconds)
    }

    /// Gives everything back; the value can't be used any more.
    func end() {
        ch_stop(raw, 0)
        ch_free(raw)
    }
}

extension Callbacks {
    fileprivate static func of(_ context: UnsafeMutableRawPointer?) -> Callbacks? {
        context.map { Unmanaged<Callbacks>.fromOpaque($0).takeUnretainedValue() }
    }
}
