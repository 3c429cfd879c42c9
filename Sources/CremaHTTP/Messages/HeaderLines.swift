/// Header lines ready to send. They are checked when added, so that no value can end its line and
/// begin another.
package struct HeaderLines: Sendable, Hashable {
    private(set) var text: [UInt8] = []

    /// Room for the lines of most answers, so that adding them moves nothing.
    private static let usualBytes = 700

    package init() {
        text.reserveCapacity(Self.usualBytes)
    }

    package init(contentType: StaticString) {
        self.init()
        add("Content-Type", contentType)
    }

    /// Adds a line known beforehand.
    package mutating func add(_ name: StaticString, _ value: StaticString) {
        let added = value.withUTF8Buffer { append(name, $0) }
        precondition(added, "control character in a header value")
    }

    /// Adds a line; false, and no line, for a value with control characters.
    @discardableResult
    @_disfavoredOverload
    package mutating func add(_ name: StaticString, _ value: String) -> Bool {
        append(name, value)
    }

    package mutating func add(_ name: StaticString, _ value: some BinaryInteger) {
        _ = append(name, String(value))
    }

    package mutating func append(_ other: HeaderLines) {
        text += other.text
    }

    /// The first line's value of that name.
    package subscript(_ name: StaticString) -> String? {
        var found: String?
        search(name) { value in
            found = String(decoding: value, as: UTF8.self)
            return false
        }
        return found
    }

    /// Whether a line of that name was added.
    package func contains(_ name: StaticString) -> Bool {
        var isThere = false
        search(name) { _ in
            isThere = true
            return false
        }
        return isThere
    }

    /// The values of all lines of that name, in order.
    package func all(_ name: StaticString) -> [String] {
        var values: [String] = []
        search(name) { value in
            values.append(String(decoding: value, as: UTF8.self))
            return true
        }
        return values
    }

    /// Calls `body` with each value of that name, as long as it returns true.
    private func search(
        _ name: StaticString, _ body: (UnsafeBufferPointer<UInt8>.SubSequence) -> Bool
    ) {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        text.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count {
                var end = start
                while text[end] != UInt8(ascii: "\r") { end += 1 }
                if end - start > wanted.count, text[start + wanted.count] == UInt8(ascii: ":"),
                    (0..<wanted.count).allSatisfy({ isSame(text[start + $0], wanted[$0]) })
                {
                    guard body(text[(start + wanted.count + 2)..<end]) else { return }
                }
                start = end + 2
            }
        }
    }

    private mutating func append(_ name: StaticString, _ value: String) -> Bool {
        var value = value
        return value.withUTF8 { append(name, $0) }
    }

    private mutating func append(
        _ name: StaticString, _ value: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        precondition(!Self.isEngines(name), "the engine writes this header line")
        for byte in value where (byte < 0x20 && byte != 0x09) || byte == 0x7f { return false }
        text.append(
            contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        text.append(UInt8(ascii: ":"))
        text.append(UInt8(ascii: " "))
        text.append(contentsOf: value)
        text.append(UInt8(ascii: "\r"))
        text.append(UInt8(ascii: "\n"))
        return true
    }

    /// A second line of these would leave the client in doubt where the answer ends.
    private static func isEngines(_ name: StaticString) -> Bool {
        func equals(_ other: StaticString) -> Bool {
            name.withUTF8Buffer { one in
                other.withUTF8Buffer { two in zip(one, two).allSatisfy { isSame($0, $1) } }
            }
        }
        switch name.utf8CodeUnitCount {
        case 4: return equals("Date")
        case 10: return equals("Connection")
        case 14: return equals("Content-Length")
        case 17: return equals("Transfer-Encoding")
        default: return false
        }
    }
}
