/// Percent-encoding of paths, queries and forms (RFC 3986, 2.1; the URL standard's forms).
enum PercentCoding {
    /// Nil for a `%` without two hexadecimal digits, and for bytes that aren't UTF-8.
    static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            switch byte {
            case UInt8(ascii: "%"):
                guard
                    let high = text.next(&index).flatMap(digit),
                    let low = text.next(&index).flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace:
                bytes.append(UInt8(ascii: " "))
            default:
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Leaves only what is unreserved everywhere.
    static func encode(_ text: String, spaceIsPlus: Bool = false) -> String {
        var encoded = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.unicodeScalars.append(Unicode.Scalar(byte))
            case UInt8(ascii: " ") where spaceIsPlus:
                encoded.append("+")
            default:
                encoded.append("%")
                for digit in [byte >> 4, byte & 15] {
                    encoded.append(String(digit, radix: 16, uppercase: true))
                }
            }
        }
        return encoded
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

extension Collection<UInt8> {
    fileprivate func next(_ index: inout Index) -> UInt8? {
        guard index < endIndex else { return nil }
        defer { index = self.index(after: index) }
        return self[index]
    }
}
