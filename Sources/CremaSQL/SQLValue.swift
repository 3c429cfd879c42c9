/// A value bound to a statement. NULL carries its type, because PostgreSQL wants to know it.
package enum SQLValue: Sendable, Hashable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
    case nullInteger
    case nullText
    case nullBlob

    package init(_ value: Int) {
        self = .integer(Int64(value))
    }

    /// SQL has no booleans in the subset that both engines share: 0 or 1.
    package init(_ value: Bool) {
        self = .integer(value ? 1 : 0)
    }

    package init(_ value: Int64?) {
        self = value.map(SQLValue.integer) ?? .nullInteger
    }

    package init(_ value: String?) {
        self = value.map(SQLValue.text) ?? .nullText
    }

    package init(_ value: [UInt8]?) {
        self = value.map(SQLValue.blob) ?? .nullBlob
    }
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral,
    ExpressibleByBooleanLiteral
{
    package init(integerLiteral value: Int64) {
        self = .integer(value)
    }

    package init(stringLiteral value: String) {
        self = .text(value)
    }

    package init(booleanLiteral value: Bool) {
        self.init(value)
    }
}
