internal import CHTTPEngine

/// Names a set of event streams. The same name is the same channel within one process.
package struct EventChannel: Sendable, Hashable {
    /// A hash keyed anew in each process, so that no one can choose a name that collides.
    let id: UInt64

    package init(_ name: String) {
        var hasher = Hasher()
        hasher.combine(name)
        id = UInt64(bitPattern: Int64(hasher.finalize()))
    }
}

/// One open event stream; unique within the process.
package struct StreamID: Sendable, Hashable {
    package let rawValue: UInt64
}

/// The right to turn a request into an event stream, once.
package struct StreamOpener: Sendable {
    private let exchange: Exchange
    private let headers: HeaderLines

    init(exchange: Exchange, headers: HeaderLines) {
        self.exchange = exchange
        self.headers = headers
    }

    /// Opens the stream: `first` (whole events, such as a backlog) at once, then what is published
    /// to the channels with a sequence above `sequence`. Nil when the server has ended or the
    /// request has been answered; else the server's `streamClosed` is called once with the id.
    /// It is never called from within this function, so both may take the same lock.
    @discardableResult
    package func open(
        channels: [EventChannel], first: [UInt8] = [], after sequence: UInt64 = 0,
        headers extra: HeaderLines = HeaderLines()
    ) -> StreamID? {
        var lines = headers
        lines.append(extra)
        return exchange.open(channels: channels, first: first, after: sequence, headers: lines)
    }
}
