/// The identity of one `Subject`: an opaque string that never changes its meaning.
///
/// Two ids of different kinds can't be mixed up, and none can be read as a number.
public struct ID<Subject>: Hashable, Sendable, CustomStringConvertible {
    /// The id as it stands in the database and on the wire, 1…64 characters.
    public let rawValue: String

    /// Wraps an id that comes from a trusted place: the database or the menu.
    public init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    /// An id that came from outside, or nil where its form can't be one of ours.
    public init?(checking text: String) {
        guard (1...64).contains(text.utf8.count) else { return nil }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || byte == 0x2D || byte == 0x5F
        }
        guard isPlain else { return nil }
        self.init(text)
    }

    /// The raw value.
    public var description: String { rawValue }
}

/// Makes time-ordered ids (RFC 9562, version 7), so that new rows go to the end of an index.
public enum TimeOrderedID {
    /// The text of one id.
    ///
    /// - Parameters:
    ///   - milliseconds: since 1970, the first 48 bits.
    ///   - random: 74 of these 128 bits fill the rest.
    public static func make(milliseconds: Int64, random: (UInt64, UInt64)) -> String {
        let high =
            (UInt64(bitPattern: milliseconds) << 16) | 0x7000 | (random.0 & 0x0FFF)
        let low = (random.1 & 0x3FFF_FFFF_FFFF_FFFF) | 0x8000_0000_0000_0000
        return String(unsafeUninitializedCapacity: 36) { text in
            var end = 0
            for index in 0..<32 {
                if index == 8 || index == 12 || index == 16 || index == 20 {
                    text[end] = 0x2D
                    end += 1
                }
                let word = index < 16 ? high : low
                let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (index % 16))) & 15
                text[end] = hexDigit(digit)
                end += 1
            }
            return end
        }
    }
}

/// The lower-case ASCII digit of a value below 16.
func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x57 + value
}
