/// An address within this server, each part percent-encoded. Pages link to nothing else, so no
/// typed text can become a link.
package struct Path: Hashable, Sendable {
    /// As it stands in an attribute or a Location header.
    package let text: String

    /// A fixed address.
    package init(_ text: StaticString) {
        self.text = text.description
    }

    /// An address of parts, "/" before each.
    package init(parts: [String], query: [(name: String, value: String)] = []) {
        var text = parts.reduce(into: "") { $0 += "/" + Path.encoded($1) }
        if text.isEmpty { text = "/" }
        for (index, pair) in query.enumerated() {
            text += (index == 0 ? "?" : "&") + Path.encoded(pair.name)
            text += "=" + Path.encoded(pair.value)
        }
        self.text = text
    }

    /// An address on this server that came from outside ("return to"), or nil where it could lead
    /// elsewhere ("//host", "/\host", control characters).
    package init?(returning text: String) {
        let bytes = Array(text.utf8)
        guard bytes.first == 0x2F, bytes.count <= 1000,
            bytes.count < 2 || (bytes[1] != 0x2F && bytes[1] != 0x5C),
            bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != 0x5C })
        else { return nil }
        self.text = text
    }

    /// The same with a place on the page.
    package func at(_ fragment: StaticString) -> Path {
        Path(trusted: text + "#" + fragment.description)
    }

    private init(trusted text: String) {
        self.text = text
    }

    /// RFC 3986, section 2.3: only unreserved characters stand for themselves.
    private static func encoded(_ part: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in part.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
