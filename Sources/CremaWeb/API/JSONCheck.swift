/// Holds a text against RFC 8259 before it is decoded: decoders let through what they can make
/// sense of, and not all make the same sense of it.
struct JSONCheck {
    /// Why a text isn't the JSON that is accepted here.
    enum Fault: Error, Hashable {
        case notJSON
        /// Deeper than any request is.
        case tooDeep
        /// A member that stands twice in its object: readers differ in which one they take.
        case duplicate(name: String)
    }

    static let maxDepth = 32

    fileprivate enum Step {
        case member(String)
        case element(Int)
    }

    private let bytes: [UInt8]
    private var index = 0
    private var path: [Step] = []
    private var oddNumber: String?

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns where the first number stands that isn't a whole one within 64 bits, like
    /// `lines[0].quantity`; what is read nowhere may be any number.
    static func check(_ bytes: [UInt8]) throws(Fault) -> String? {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .notJSON }
        var check = JSONCheck(bytes)
        check.skipBlanks()
        try check.value(depth: 0)
        check.skipBlanks()
        guard check.index == bytes.count else { throw .notJSON }
        return check.oddNumber
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
            index += 1
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Fault) {
        guard depth <= JSONCheck.maxDepth else { throw .tooDeep }
        switch next {
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try array(depth: depth)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try literal("true")
        case UInt8(ascii: "f"): try literal("false")
        case UInt8(ascii: "n"): try literal("null")
        default: try number()
        }
    }

    private mutating func object(depth: Int) throws(Fault) {
        index += 1
        skipBlanks()
        if take(UInt8(ascii: "}")) { return }
        var names: Set<String> = []
        while true {
            skipBlanks()
            guard next == UInt8(ascii: "\"") else { throw .notJSON }
            let name = try string()
            guard names.insert(name).inserted else { throw .duplicate(name: name) }
            skipBlanks()
            guard take(UInt8(ascii: ":")) else { throw .notJSON }
            skipBlanks()
            path.append(.member(name))
            try value(depth: depth + 1)
            path.removeLast()
            skipBlanks()
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw .notJSON }
        }
    }

    private mutating func array(depth: Int) throws(Fault) {
        index += 1
        skipBlanks()
        if take(UInt8(ascii: "]")) { return }
        var count = 0
        while true {
            skipBlanks()
            path.append(.element(count))
            try value(depth: depth + 1)
            path.removeLast()
            count += 1
            skipBlanks()
            if take(UInt8(ascii: "]")) { return }
            guard take(UInt8(ascii: ",")) else { throw .notJSON }
        }
    }

    /// A string with its escapes resolved: `"\u0061"` names the same member as `"a"`.
    private mutating func string() throws(Fault) -> String {
        index += 1
        let start = index
        var resolved: [UInt8]?
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                let raw = resolved ?? Array(bytes[start..<index])
                index += 1
                return String(decoding: raw, as: UTF8.self)
            case UInt8(ascii: "\\"):
                if resolved == nil { resolved = Array(bytes[start..<index]) }
                index += 1
                resolved?.append(contentsOf: Array(String(try escape()).utf8))
            case 0x00..<0x20: throw .notJSON
            default:
                resolved?.append(byte)
                index += 1
            }
        }
        throw .notJSON
    }

    private mutating func escape() throws(Fault) -> Unicode.Scalar {
        guard let byte = next else { throw .notJSON }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicode()
        default: throw .notJSON
        }
    }

    /// The four digits, or a pair of surrogates; half a pair is no character.
    private mutating func unicode() throws(Fault) -> Unicode.Scalar {
        let first = try fourDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), take(UInt8(ascii: "\\")), take(UInt8(ascii: "u"))
        else { throw .notJSON }
        let second = try fourDigits()
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw .notJSON }
        return scalar
    }

    private mutating func fourDigits() throws(Fault) -> UInt32 {
        guard index + 4 <= bytes.count else { throw .notJSON }
        var value: UInt32 = 0
        for byte in bytes[index..<(index + 4)] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .notJSON }
            value = value << 4 | UInt32(digit)
        }
        index += 4
        return value
    }

    private mutating func literal(_ word: String) throws(Fault) {
        for byte in word.utf8 {
            guard take(byte) else { throw .notJSON }
        }
    }

    private mutating func number() throws(Fault) {
        let start = index
        try scanNumber()
        guard oddNumber == nil else { return }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if Int64(text) == nil, Double(text).flatMap({ Int64(exactly: $0) }) == nil {
            oddNumber = path.text
        }
    }

    private mutating func scanNumber() throws(Fault) {
        _ = take(UInt8(ascii: "-"))
        let isZero = next == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !isZero || whole == 1 else { throw .notJSON }
        if take(UInt8(ascii: ".")) {
            guard digits() > 0 else { throw .notJSON }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() > 0 else { throw .notJSON }
        }
    }

    private mutating func digits() -> Int {
        let start = index
        while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
        return index - start
    }
}

extension [JSONCheck.Step] {
    /// `lines[0].quantity`
    fileprivate var text: String {
        reduce("") { text, step in
            switch step {
            case .member(let name): text.isEmpty ? name : text + "." + name
            case .element(let index): text + "[\(index)]"
            }
        }
    }
}
