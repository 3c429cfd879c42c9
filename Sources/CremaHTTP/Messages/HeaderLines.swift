/// Header lines ready to send. They are checked when added, so that no value can end its line and
/// begin another.
package struct HeaderLines: Sendable, Hashable {
    private(set) var text: [UInt8] = []

    package init() {}

    package init(contentType: StaticString) {
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
        append(name, value.utf8)
    }

    package mutating func add(_ name: StaticString, _ value: some BinaryInteger) {
        _ = append(name, String(value).utf8)
    }

    package mutating func append(_ other: HeaderLines) {
        text += other.text
    }

    /// The first line's value of that name.
    package subscript(_ name: StaticString) -> String? { all(name).first }

    /// The values of all lines of that name, in order.
    package func all(_ name: StaticString) -> [String] {
        let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return text.split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard
                line.count > wanted.count,
                line[line.startIndex + wanted.count] == UInt8(ascii: ":"),
                zip(line, wanted).allSatisfy({ isSame($0, $1) })
            else { return nil }
            return String(decoding: line.dropFirst(wanted.count + 2).dropLast(), as: UTF8.self)
        }
    }

    private mutating func append(_ name: StaticString, _ value: some Collection<UInt8>) -> Bool {
        precondition(!Self.isEngines(name), "the engine writes this header line")
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else { return false }
        text.reserveCapacity(text.count + name.utf8CodeUnitCount + value.count + 4)
        name.withUTF8Buffer { text.append(contentsOf: $0) }
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
