import Foundation

/// JSON as tests read and write it.
enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case integer(Int)
    case fraction(Double)
    case text(String)
    case list([JSON])
    case object([String: JSON])

    subscript(_ name: String) -> JSON {
        get {
            if case .object(let members) = self { return members[name] ?? .null }
            return .null
        }
        set {
            var members = members
            members[name] = newValue
            self = .object(members)
        }
    }

    subscript(_ index: Int) -> JSON {
        get {
            if case .list(let elements) = self, elements.indices.contains(index) {
                return elements[index]
            }
            return .null
        }
        set {
            guard case .list(var elements) = self else { return }
            elements[index] = newValue
            self = .list(elements)
        }
    }

    var string: String? { if case .text(let text) = self { text } else { nil } }
    var int: Int? { if case .integer(let number) = self { number } else { nil } }
    var elements: [JSON] { if case .list(let elements) = self { elements } else { [] } }
    var members: [String: JSON] { if case .object(let members) = self { members } else { [:] } }

    /// The same without a member.
    func without(_ name: String) -> JSON {
        var members = members
        members[name] = nil
        return .object(members)
    }

    /// The same with a member in place of another or more.
    func with(_ name: String, _ value: JSON) -> JSON {
        var copy = self
        copy[name] = value
        return copy
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }

    init(_ bytes: [UInt8]) throws {
        self = try JSONDecoder().decode(JSON.self, from: Data(bytes))
    }
}

extension JSON: Codable {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .fraction(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSON].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .fraction(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral
{
    init(stringLiteral value: String) { self = .text(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(floatLiteral value: Double) { self = .fraction(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(arrayLiteral elements: JSON...) { self = .list(elements) }
    init(nilLiteral: ()) { self = .null }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
