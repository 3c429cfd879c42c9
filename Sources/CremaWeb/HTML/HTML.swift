/// A piece of a page. Text and attribute values are escaped when written, always: there is no way
/// to put a run-time string into a page as markup.
package indirect enum HTML: Sendable {
    /// Words.
    case text(String)
    /// An element with what stands in it.
    case element(StaticString, [Attribute], [HTML])
    /// An element that has no content and no end tag.
    case void(StaticString, [Attribute])
    /// Pieces side by side.
    case group([HTML])
    /// Markup that stands in our own source.
    case markup(StaticString)

    /// Nothing.
    package static let nothing = HTML.group([])

    /// The piece as UTF-8.
    package var bytes: [UInt8] {
        var writer = HTMLWriter()
        writer.write(self)
        return writer.bytes
    }

    /// A whole document: the piece behind the doctype.
    package var document: [UInt8] {
        var writer = HTMLWriter()
        writer.write(static: "<!doctype html>")
        writer.write(self)
        return writer.bytes
    }

    /// The piece as a string, for tests and logs.
    package var string: String { String(decoding: bytes, as: UTF8.self) }
}

/// Writes pieces of a page one behind the other.
struct HTMLWriter {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(16_384)
    }

    mutating func write(_ piece: HTML) {
        switch piece {
        case .text(let words): writeEscaped(words)
        case .markup(let markup): write(static: markup)
        case .group(let pieces):
            for piece in pieces { write(piece) }
        case .void(let name, let attributes): writeTag(name, attributes)
        case .element(let name, let attributes, let content):
            writeTag(name, attributes)
            for piece in content { write(piece) }
            write(static: "</")
            write(static: name)
            bytes.append(0x3E)
        }
    }

    mutating func write(static text: StaticString) {
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    private mutating func writeTag(_ name: StaticString, _ attributes: [Attribute]) {
        bytes.append(0x3C)
        write(static: name)
        for attribute in attributes {
            switch attribute.value {
            case .absent: continue
            case .present:
                bytes.append(0x20)
                write(static: attribute.name)
            case .text(let text):
                bytes.append(0x20)
                write(static: attribute.name)
                write(static: "=\"")
                writeEscaped(text)
                bytes.append(0x22)
            }
        }
        bytes.append(0x3E)
    }

    /// Escapes what could end a text or an attribute. Control characters that HTML forbids
    /// (NUL above all) become U+FFFD, as a parser would read them.
    private mutating func writeEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case 0x26: write(static: "&amp;")
            case 0x3C: write(static: "&lt;")
            case 0x3E: write(static: "&gt;")
            case 0x22: write(static: "&quot;")
            case 0x27: write(static: "&#39;")
            case 0x00...0x08, 0x0B, 0x0C, 0x0E...0x1F, 0x7F: write(static: "\u{FFFD}")
            default: bytes.append(byte)
            }
        }
    }
}
