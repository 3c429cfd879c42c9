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
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let value): writer.write(value)
        case .integer(let value): writer.write(value)
        case .text(let text): writer.write(text)
        case .list(let nodes): writer.list(nodes) { writer, node in node.write(to: &writer) }
        case .object(let members):
            writer.object { writer in
                for member in members {
                    writer.name(member.name)
                    member.value.write(to: &writer)
                }
            }
        }
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
