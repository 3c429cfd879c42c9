/// One event of a stream (HTML standard, 9.2).
package struct ServerSentEvent: Sendable, Hashable {
    /// What `Last-Event-ID` brings back; nil leaves the stream's last id as it is.
    package let id: UInt64?
    /// The kind, which is a word of ours; nil is `message`.
    package let event: String?
    package let data: String

    package init(id: UInt64? = nil, event: String? = nil, data: String) {
        precondition(event?.utf8.contains { $0 < 0x20 } != true, "a kind of event is one line")
        self.id = id
        self.event = event
        self.data = data
    }

    /// The whole event with the empty line that ends it.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        if let id { bytes += "id: \(id)\n".utf8 }
        if let event { bytes += "event: \(event)\n".utf8 }
        for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
            bytes += "data: ".utf8
            bytes += line.utf8
            bytes.append(UInt8(ascii: "\n"))
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Tells the browser how long to wait before it connects again.
    package static func retry(after duration: Duration) -> [UInt8] {
        Array("retry: \(duration.milliseconds)\n\n".utf8)
    }
}

extension Character {
    /// Any of these ends a line of a stream, so none may stand within one.
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
