import FoundationEssentials

/// Lines of a mail's head.
package enum MailHeader {
    /// A text of any language in a line of ASCII (RFC 2047): pieces of 45 bytes at most, cut
    /// between characters. Control characters, which could begin another line, become blanks.
    package static func encoded(_ text: String) -> String {
        let clean = clean(text)
        if clean.count <= 60, clean.allSatisfy({ (0x20...0x7E).contains($0.value) && $0 != "=" }) {
            var plain = String.UnicodeScalarView()
            plain.append(contentsOf: clean)
            return String(plain)
        }
        return folded(clean)
    }

    private static func clean(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? " " as Unicode.Scalar : scalar
        }
    }

    private static func folded(_ clean: [Unicode.Scalar]) -> String {
        var pieces: [String] = []
        var piece: [UInt8] = []
        for scalar in clean {
            let bytes = Array(String(scalar).utf8)
            if piece.count + bytes.count > 45 {
                pieces.append(word(piece))
                piece = []
            }
            piece += bytes
        }
        pieces.append(word(piece))
        return pieces.joined(separator: "\r\n ")
    }

    /// The same before an address, where some signs of ASCII mean something (RFC 5322, section
    /// 3.2.3).
    package static func phrase(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: " !#$%&'*+-/?^_`{|}~".utf8.contains(byte)
            }
        }
        return isPlain ? encoded(text) : folded(clean(text))
    }

    private static func word(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?" + Data(bytes).base64EncodedString() + "?="
    }
}
