internal import CHTTPEngine

/// Where a server listens and what it puts up with.
package struct HTTPServerConfiguration: Sendable {
    /// A numeric address: `127.0.0.1`, `0.0.0.0`, `::`.
    package var host = "127.0.0.1"
    /// 0 takes any free port.
    package var port = 8080
    /// Event loops, each with a thread.
    package var loops = Int(ch_core_count())
    /// Connections that the kernel keeps for us to accept.
    package var backlog = 1024

    /// What is read from a socket at once.
    package var readBytes = 65_536

    /// More are closed at once. The server lowers it below the limit of open files.
    package var maxConnections = 16_384
    /// From one IPv4 address, or one IPv6 /64; nil for no limit. Trusted fronts are exempt.
    package var maxConnectionsPerAddress: Int? = 512
    package var maxTargetBytes = 4_096
    /// Target, names and values together.
    package var maxHeadBytes = 16_384
    package var maxHeaderCount = 100
    package var maxBodyBytes = 65_536
    /// The limit for one request's body by its method and path, where it isn't `maxBodyBytes`.
    package var bodyLimit: (@Sendable (HTTPRequest) -> Int?)?

    /// For the head, and for the body, as a whole.
    package var headTimeout: Duration = .seconds(5)
    package var bodyTimeout: Duration = .seconds(10)
    /// Between two requests of one connection.
    package var idleTimeout: Duration = .seconds(60)
    /// In which a client must have taken a noticeable part of its answer.
    package var writeTimeout: Duration = .seconds(20)

    /// A stream whose client is further behind is cut.
    package var streamBufferBytes = 65_536
    /// Streams written to per turn of a loop: bounds how long requests wait behind an audience.
    package var publishSlice = 128
    /// Silence after which a stream gets a comment; zero for none.
    package var heartbeat: Duration = .seconds(15)

    package var trustedFronts = TrustedFronts()

    package init() {}
}

extension ch_config {
    init(_ configuration: HTTPServerConfiguration) {
        self.init()
        port = UInt16(clamping: configuration.port)
        loops = Int32(clamping: max(1, configuration.loops))
        backlog = Int32(clamping: configuration.backlog)
        read_bytes = UInt32(clamping: max(1, configuration.readBytes))
        max_connections = UInt32(clamping: configuration.maxConnections)
        max_connections_per_address = UInt32(clamping: configuration.maxConnectionsPerAddress ?? 0)
        max_target_bytes = UInt32(clamping: configuration.maxTargetBytes)
        max_head_bytes = UInt32(clamping: configuration.maxHeadBytes)
        max_header_count = UInt32(clamping: configuration.maxHeaderCount)
        max_body_bytes = configuration.maxBodyBytes
        head_timeout_ms = configuration.headTimeout.milliseconds
        body_timeout_ms = configuration.bodyTimeout.milliseconds
        idle_timeout_ms = configuration.idleTimeout.milliseconds
        write_timeout_ms = configuration.writeTimeout.milliseconds
        stream_buffer_bytes = configuration.streamBufferBytes
        publish_slice = UInt32(clamping: configuration.publishSlice)
        heartbeat_ms = configuration.heartbeat.milliseconds
    }
}

extension Duration {
    /// Whole milliseconds, as far as the engine counts them.
    var milliseconds: UInt32 {
        UInt32(clamping: components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000)
    }
}
