/// Reads dates and times from text byte by byte: digits and separators of ASCII, nothing else.
struct TimeTextReader {
    private let bytes: [UInt8]
    private var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { index == bytes.count }

    /// The value of exactly `count` decimal digits.
    mutating func digits(_ count: Int) -> Int? {
        guard bytes.count - index >= count else { return nil }
        var value = 0
        for byte in bytes[index..<index + count] {
            guard byte >= 0x30, byte <= 0x39 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        index += count
        return value
    }

    /// Steps over `character` where it comes next, in upper or lower case.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard index < bytes.count else { return false }
        let isLetter = character.value >= 0x41 && character.value <= 0x5A
        let byte = bytes[index]
        guard UInt32(byte) == character.value || isLetter && UInt32(byte) == character.value + 0x20
        else { return false }
        index += 1
        return true
    }

    /// The milliseconds of a fraction of a second with one to nine digits; finer ones are cut off.
    mutating func fractionMilliseconds() -> Int? {
        var value = 0
        var count = 0
        while let digit = digits(1) {
            count += 1
            if count <= 3 { value = value * 10 + digit }
        }
        guard count >= 1, count <= 9 else { return nil }
        while count < 3 {
            value *= 10
            count += 1
        }
        return value
    }
}

/// `value`, which isn't negative, in decimal with zeros in front up to `width` digits.
func zeroPadded(_ value: Int, width: Int) -> String {
    let digits = String(value)
    let missing = width - digits.utf8.count
    return missing > 0 ? String(repeating: "0", count: missing) + digits : digits
}
