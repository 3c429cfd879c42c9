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
        bytes.reserveCapacity(data.utf8.count + 80)
        if let id { bytes.append(line: "id: ", String(id)) }
        if let event { bytes.append(line: "event: ", event) }
        if data.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) {
            for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isLineEnd) {
                bytes.append(line: "data: ", String(line))
            }
        } else {
            bytes.append(line: "data: ", data)
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    /// Tells the browser how long to wait before it connects again.
    package static func retry(after duration: Duration) -> [UInt8] {
        Array("retry: \(duration.milliseconds)\n\n".utf8)
    }
}

extension [UInt8] {
    fileprivate mutating func append(line field: String, _ value: String) {
        append(contentsOf: field.utf8)
        append(contentsOf: value.utf8)
        append(UInt8(ascii: "\n"))
    }
}

extension Character {
    /// Any of these ends a line of a stream, so none may stand within one.
    fileprivate var isLineEnd: Bool { self == "\n" || self == "\r" || self == "\r\n" }
}
