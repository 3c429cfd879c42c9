/// Writes JSON (RFC 8259) in UTF-8, without blanks, member by member: for what is written often,
/// since it builds no tree.
package struct JSONWriter: Sendable {
    /// What was written so far.
    package private(set) var bytes: [UInt8] = []
    private var needsComma = false

    package init(capacity: Int = 256) {
        bytes.reserveCapacity(capacity)
    }

    /// What was written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// An object, whose members `body` writes.
    package mutating func object(_ body: (inout JSONWriter) -> Void) {
        open(UInt8(ascii: "{"))
        body(&self)
        close(UInt8(ascii: "}"))
    }

    /// A list, each of whose elements `body` writes.
    package mutating func list<Element>(
        _ elements: some Sequence<Element>, _ body: (inout JSONWriter, Element) -> Void
    ) {
        open(UInt8(ascii: "["))
        for element in elements { body(&self, element) }
        close(UInt8(ascii: "]"))
    }

    /// A member's name; its value must follow.
    package mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A text.
    package mutating func write(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(escaping: text)
        bytes.append(UInt8(ascii: "\""))
    }

    /// A whole number.
    package mutating func write(_ number: Int64) {
        separate()
        var digits = String(number)
        digits.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// A whole number.
    package mutating func write(_ number: Int) {
        write(Int64(number))
    }

    /// `true` or `false`.
    package mutating func write(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    /// `null`.
    package mutating func writeNull() {
        literal("null")
    }

    /// A member with a text.
    package mutating func member(_ name: String, _ text: String) {
        self.name(name)
        write(text)
    }

    /// A member with a whole number.
    package mutating func member(_ name: String, _ number: Int64) {
        self.name(name)
        write(number)
    }

    /// A member with a whole number.
    package mutating func member(_ name: String, _ number: Int) {
        member(name, Int64(number))
    }

    /// A member with `true` or `false`.
    package mutating func member(_ name: String, _ value: Bool) {
        self.name(name)
        write(value)
    }

    private mutating func literal(_ word: StaticString) {
        separate()
        bytes.append(
            contentsOf: UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func open(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }
}

extension [UInt8] {
    /// Appends a text as it stands between quotes (RFC 8259, section 7).
    package mutating func append(escaping text: String) {
        var text = text
        text.withUTF8 { text in
            var start = 0
            for index in text.indices where JSONWriter.needsEscape(text[index]) {
                append(contentsOf: text[start..<index])
                append(contentsOf: JSONWriter.escape(text[index]).utf8)
                start = index + 1
            }
            append(contentsOf: text[start...])
        }
    }
}

extension JSONWriter {
    fileprivate static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    fileprivate static func escape(_ byte: UInt8) -> String {
        switch byte {
        case UInt8(ascii: "\""): return "\\\""
        case UInt8(ascii: "\\"): return "\\\\"
        case 0x08: return "\\b"
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0C: return "\\f"
        case 0x0D: return "\\r"
        default:
            let hex = String(byte, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
        }
    }
}
