/// RFC 8259, with a bound on nesting and no member twice.
struct JSONParser {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    private static let deepest = 32
    /// Up to here names are compared one by one; a set is made for more.
    private static let fewMembers = 12

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func parse() throws(JSONTree.Problem) -> JSONTree {
        // Once for the whole, so that its parts needn't be looked at again.
        guard String(validating: bytes, as: UTF8.self) != nil else { throw notUTF8() }
        let tree = try value()
        skipBlanks()
        guard position == bytes.count else { throw problem("more text after the end") }
        return tree
    }

    private func problem(_ kind: JSONTree.Problem.Kind) -> JSONTree.Problem {
        let line = 1 + bytes.prefix(position).count { $0 == 0x0A }
        return JSONTree.Problem(line: line, kind: kind)
    }

    private func problem(_ reason: String) -> JSONTree.Problem {
        problem(.malformed(reason))
    }

    /// A line's end is never part of a character, so each line can be looked at by itself.
    private func notUTF8() -> JSONTree.Problem {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let wrong = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
        return JSONTree.Problem(line: 1 + wrong, kind: .malformed("the text isn't UTF-8"))
    }

    private var next: UInt8? {
        position < bytes.count ? bytes[position] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
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
            try enter()
            let tree = try object()
            depth -= 1
            return tree
        case UInt8(ascii: "["):
            try enter()
            let tree = try list()
            depth -= 1
            return tree
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: throw problem("a value is expected")
        }
    }

    private mutating func enter() throws(JSONTree.Problem) {
        depth += 1
        guard depth <= Self.deepest else { throw problem(.tooDeep) }
        position += 1
    }

    private mutating func object() throws(JSONTree.Problem) -> JSONTree {
        var members: [JSONTree.Member] = []
        var names: Set<String> = []
        skipBlanks()
        if take(UInt8(ascii: "}")) { return .object(members) }
        repeat {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw problem("a member's name is expected") }
            let name = try string()
            if members.count < Self.fewMembers {
                for member in members where member.name == name {
                    throw problem(.duplicate(name: name))
                }
            } else {
                if names.isEmpty { names = Set(members.map(\.name)) }
                guard names.insert(name).inserted else { throw problem(.duplicate(name: name)) }
            }
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

    private mutating func word(
        _ text: StaticString, _ tree: JSONTree
    ) throws(JSONTree.Problem) -> JSONTree {
        for index in 0..<text.utf8CodeUnitCount {
            guard take(text.utf8Start[index]) else { throw problem("a value is expected") }
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
        return text(start..<position)
    }

    private mutating func digits() throws(JSONTree.Problem) {
        let start = position
        while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
        guard position > start else { throw problem("a digit is expected") }
    }

    private func text(_ range: Range<Int>) -> String {
        bytes.withUnsafeBufferPointer {
            String(decoding: UnsafeBufferPointer(rebasing: $0[range]), as: UTF8.self)
        }
    }
}

// MARK: texts

extension JSONParser {
    /// A text with its escapes resolved: `"\u0061"` is the same as `"a"`.
    private mutating func string() throws(JSONTree.Problem) -> String {
        position += 1
        let start = position
        while let byte = next, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { throw problem("a control character stands in a text") }
            position += 1
        }
        guard let end = next else { throw problem("a text has no end") }
        let plain = text(start..<position)
        if end == UInt8(ascii: "\\") { return try escaped(after: plain) }
        position += 1
        return plain
    }

    /// Goes on with a text at its first escape.
    private mutating func escaped(after plain: String) throws(JSONTree.Problem) -> String {
        var text = Array(plain.utf8)
        while let byte = next {
            position += 1
            switch byte {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
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
        var value: UInt32 = 0
        for byte in bytes[position..<position + 4] {
            // One by one, since a number's own reader takes signs too: "-000" is zero to it.
            guard let digit = Self.hexadecimal(byte) else {
                throw problem("four hexadecimal digits are expected")
            }
            value = value << 4 | digit
        }
        position += 4
        return value
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt32? {
        switch byte {
        case 0x30...0x39: UInt32(byte - 0x30)
        case 0x41...0x46: UInt32(byte - 0x41) + 10
        case 0x61...0x66: UInt32(byte - 0x61) + 10
        default: nil
        }
    }
}
