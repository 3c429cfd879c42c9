/// A JSON text as a tree that keeps the order of members and each number as it was written.
///
/// Foundation's parser loses both, takes texts that others read in another way, and a price isn't
/// to pass through a fraction.
package enum JSONTree: Hashable, Sendable {
    case object([Member])
    case list([JSONTree])
    case text(String)
    case number(String)
    case bool(Bool)
    case null

    /// One member of an object.
    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONTree
    }

    /// The member of this name; nil where it is absent or null.
    package subscript(name: String) -> JSONTree? {
        guard let value = member(name), value != .null else { return nil }
        return value
    }

    /// The members of an object; empty for anything else.
    package var members: [Member] {
        guard case .object(let members) = self else { return [] }
        return members
    }

    /// The elements of a list; empty for anything else.
    package var elements: [JSONTree] {
        guard case .list(let elements) = self else { return [] }
        return elements
    }

    /// The value of a text; nil for anything else.
    package var text: String? {
        guard case .text(let text) = self else { return nil }
        return text
    }

    /// The value of `true` and `false`; nil for anything else.
    package var bool: Bool? {
        guard case .bool(let bool) = self else { return nil }
        return bool
    }

    /// A whole number, written without fraction or exponent.
    package var integer: Int64? {
        guard case .number(let digits) = self else { return nil }
        return Int64(digits)
    }

    /// The member of this name, null or not; nil where it is absent.
    func member(_ name: String) -> JSONTree? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name == name { return member.value }
        return nil
    }

    /// Why a text isn't the JSON that is taken here.
    package struct Problem: Error, Hashable, Sendable {
        /// What is wrong with a text.
        package enum Kind: Hashable, Sendable {
            /// No JSON (RFC 8259); what stands there instead, as the end of a sentence.
            case malformed(String)
            /// Deeper than anything sensible is.
            case tooDeep
            /// A member that stands twice in its object: readers differ in which one they take.
            case duplicate(name: String)
        }

        /// From 1.
        package let line: Int
        package let kind: Kind

        /// As the end of a sentence.
        package var reason: String {
            switch kind {
            case .malformed(let reason): reason
            case .tooDeep: "nested too deeply"
            case .duplicate(let name): "\(name.prefix(100)) stands twice in one object"
            }
        }
    }

    /// Parses UTF-8.
    package init(_ bytes: [UInt8]) throws(Problem) {
        var parser = JSONParser(bytes: bytes)
        self = try parser.parse()
    }
}
