/// A JSON text as a tree that keeps the order of members and each number as it was written.
///
/// Foundation's parser loses both, and a menu's prices aren't to pass through a fraction.
enum JSONTree: Hashable, Sendable {
    case object([Member])
    case list([JSONTree])
    case text(String)
    case number(String)
    case bool(Bool)
    case null

    /// One member of an object.
    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONTree
    }

    /// The member of this name, the last where it stands twice; nil where it is absent or null.
    subscript(name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        guard let value = members.last(where: { $0.name == name })?.value, value != .null else {
            return nil
        }
        return value
    }

    /// The members of an object; empty for anything else.
    var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of a list; empty for anything else.
    var elements: [JSONTree] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// A whole number, written without fraction or exponent.
    var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        return Int64(digits)
    }

    /// Where a text stops being JSON.
    struct Problem: Error, Hashable, Sendable {
        /// From 1.
        let line: Int
        let reason: String
    }

    /// Parses UTF-8.
    init(_ bytes: [UInt8]) throws(Problem) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.parse()
    }
}

/// RFC 8259, with a bound on nesting.
private struct JSONParser {
    let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private static let deepest = 64

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parse() throws(JSONTree.Problem) -> JSONTree {
        let tree = try value()
        skipBlanks()
        guard position == bytes.count else { throw problem("more text after the end") }
        return tree
    }

    private func problem(_ reason: String) -> JSONTree.Problem {
        let line = 1 + bytes.prefix(position).count { $0 == 0x0A }
        return JSONTree.Problem(line: line, reason: reason)
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D {
            position += 1
        }
    }

    private mutating func value() throws(JSONTree.Problem) -> JSONTree {
        skipBlanks()
        guard let byte = next else { throw problem("the text ends too early") }
        switch byte {
        case UInt8(ascii: "{"):
            return try nested { parser throws(JSONTree.Problem) in
                try parser.object()
            }
        case UInt8(ascii: "["):
            return try nested { parser throws(JSONTree.Problem) in
                try parser.list()
            }
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw problem("a value is expected")
        }
    }

    private mutating func nested(
        _ body: (inout JSONParser) throws(JSONTree.Problem) -> JSONTree
    ) throws(JSONTree.Problem) -> JSONTree {
        depth += 1
        guard depth <= Self.deepest else { throw problem("nested too deeply") }
        position += 1
        let tree = try body(&self)
        depth -= 1
        return tree
    }

    private mutating func object() throws(JSONTree.Problem) -> JSONTree {
        var members: [JSONTree.Member] = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw problem("a member's name is expected") }
            let name = try string()
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw problem("a colon is expected") }
            members.append(JSONTree.Member(name: name, value: try value()))
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { throw problem("a comma or } is expected") }
        return .object(members)
    }

    private mutating func list() throws(JSONTree.Problem) -> JSONTree {
        var elements: [JSONTree] = []
        skipBlanks()
        if take(UInt8(ascii: "]")) { return .list(elements) }
        repeat {
            elements.append(try value())
            skipBlanks()
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "]")) else { throw problem("a comma or ] is expected") }
        return .list(elements)
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    private mutating func word(
        _ text: StaticString, _ tree: JSONTree
    ) throws(JSONTree.Problem) -> JSONTree {
        for byte in Array(text.description.utf8) {
            guard take(byte) else { throw problem("a value is expected") }
        }
        return tree
    }

    private mutating func number() throws(JSONTree.Problem) -> String {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        if take(UInt8(ascii: ".")) { try digits() }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONTree.Problem) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw problem("a digit is expected") }
    }

    private mutating func string() throws(JSONTree.Problem) -> String {
        position += 1
        var text: [UInt8] = []
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let whole = String(validating: text, as: UTF8.self) else {
                    throw problem("a text isn't UTF-8")
                }
                return whole
            case UInt8(ascii: "\\"): text.append(contentsOf: String(try escape()).utf8)
            case 0..<0x20: throw problem("a control character stands in a text")
            default: text.append(byte)
            }
        }
        throw problem("a text has no end")
    }

    private mutating func escape() throws(JSONTree.Problem) -> Unicode.Scalar {
        guard let byte = next else { throw problem("the text ends too early") }
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw problem("an escape that JSON doesn't have")
        }
        var value = try codeUnit()
        if (0xD800..<0xDC00).contains(value), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) {
            let low = try codeUnit()
            guard (0xDC00..<0xE000).contains(low) else { throw problem("half of a character") }
            value = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(value) else { throw problem("half of a character") }
        return scalar
    }

    private mutating func codeUnit() throws(JSONTree.Problem) -> UInt32 {
        guard position + 4 <= bytes.count else { throw problem("the text ends too early") }
        let digits = String(decoding: bytes[position..<position + 4], as: UTF8.self)
        guard digits.utf8.allSatisfy({ $0 != 0x2B }), let value = UInt32(digits, radix: 16) else {
            throw problem("four hexadecimal digits are expected")
        }
        position += 4
        return value
    }
}
