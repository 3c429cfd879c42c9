/// A JSON text under construction. Members keep their order, so that the same document always
/// has the same bytes.
package indirect enum JSONNode: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case text(String)
    case list([JSONNode])
    case object([Member])

    /// A name and its value.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONNode

        package init(_ name: String, _ value: JSONNode) {
            self.name = name
            self.value = value
        }
    }

    /// RFC 8259, in UTF-8, without blanks.
    package var bytes: [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .integer(let value): out += String(value).utf8
        case .text(let text): JSONNode.write(text, to: &out)
        case .list(let nodes):
            out.append(UInt8(ascii: "["))
            for (index, node) in nodes.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                node.write(to: &out)
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                JSONNode.write(member.name, to: &out)
                out.append(UInt8(ascii: ":"))
                member.value.write(to: &out)
            }
            out.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x00..<0x20:
                let hex = String(byte, radix: 16)
                out += ("\\u" + String(repeating: "0", count: 4 - hex.count) + hex).utf8
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self = .text(value) }
    package init(integerLiteral value: Int64) { self = .integer(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONNode...) { self = .list(elements) }
    package init(dictionaryLiteral elements: (String, JSONNode)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}

extension JSONNode {
    /// This object with a member more; anything else stays as it is.
    package func adding(_ name: String, _ value: JSONNode) -> JSONNode {
        guard case .object(let members) = self else { return self }
        return .object(members + [Member(name, value)])
    }
}
