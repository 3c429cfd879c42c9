/// Names and values in order, as a form or a query sends them
/// (`application/x-www-form-urlencoded`). A name may be repeated.
package struct FormFields: Sendable, Hashable {
    package struct Field: Sendable, Hashable {
        package let name: String
        package let value: String
    }

    package static let maxFields = 1_000

    package private(set) var fields: [Field] = []

    package init() {}

    /// Nil for a bad escape, bytes that aren't UTF-8, and too many fields.
    package init?(_ bytes: some Collection<UInt8>) {
        for part in bytes.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "="))
            let rawValue = equals.map { part[part.index(after: $0)...] }
            guard
                fields.count < Self.maxFields,
                let name = PercentCoding.decode(
                    part[..<(equals ?? part.endIndex)], plusIsSpace: true),
                let value = rawValue.map({ PercentCoding.decode($0, plusIsSpace: true) }) ?? ""
            else { return nil }
            fields.append(Field(name: name, value: value))
        }
    }

    package init?(_ text: String) {
        self.init(text.utf8)
    }

    /// The first value of that name.
    package subscript(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// All values of that name, in order.
    package func all(_ name: String) -> [String] {
        fields.filter { $0.name == name }.map(\.value)
    }

    package mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    package var encoded: String {
        fields.map {
            let name = PercentCoding.encode($0.name, spaceIsPlus: true)
            return name + "=" + PercentCoding.encode($0.value, spaceIsPlus: true)
        }.joined(separator: "&")
    }
}

/// What stands after a target's `?`.
package typealias QueryItems = FormFields

extension HTTPRequest {
    /// Nil when the query is malformed; empty when there is none.
    package var queryItems: QueryItems? { QueryItems(query ?? "") }
}
