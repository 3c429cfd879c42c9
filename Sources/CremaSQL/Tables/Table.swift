/// A table as both engines have it, for carrying whole databases from one to the other.
package struct Table: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case integer
        case text
        case blob
    }

    package struct Column: Sendable, Hashable {
        package let name: String
        package let kind: Kind
    }

    package let name: String
    package let columns: [Column]
    /// Names of the primary key's columns, in its order.
    package let key: [String]

    var columnList: String { columns.map(\.name).joined(separator: ", ") }

    /// All rows in the order of the key, which is the same on both engines: by bytes.
    var selection: String {
        "SELECT \(columnList) FROM \(name) ORDER BY \(key.joined(separator: ", "))"
    }
}

extension Table {
    /// One row's values, in the order of the columns.
    func values(of row: some Cursor) throws(SQLError) -> [SQLValue] {
        let values = columns.indices.map { index -> SQLValue in
            let isNull = row.isNull(at: index)
            switch columns[index].kind {
            case .integer: return isNull ? .nullInteger : .integer(row.int(at: index))
            case .text: return isNull ? .nullText : .text(row.text(at: index))
            case .blob: return isNull ? .nullBlob : .blob(row.blob(at: index))
            }
        }
        if let fault = row.fault { throw fault }
        return values
    }
}

/// A database's tables past the use cases: read and written whole, in one transaction. It belongs
/// to one thread.
package protocol Tables {
    /// Keeps everybody else from writing to these until the transaction ends; to be called before
    /// anything is read. Throws `busy` where somebody goes on writing.
    func lock(_ tables: [Table]) throws(SQLError)

    /// Calls `body` with each row, in the order of the key.
    func read(_ table: Table, _ body: ([SQLValue]) throws -> Void) throws

    /// Adds the rows that `source` gives.
    func insert(
        into table: Table, _ source: (_ row: ([SQLValue]) throws -> Void) throws -> Void
    ) throws

    /// Makes it durable.
    func commit() throws(SQLError)
}

/// What tells two tables' contents apart: how many rows, and FNV-1a (64 bits) over all values. It's
/// to notice a mistake, not an attack.
package struct TableSum: Sendable, Hashable {
    package private(set) var rows = 0
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    package init() {}

    package mutating func add(_ row: [SQLValue]) {
        rows += 1
        for value in row {
            switch value {
            case .integer(let integer):
                add(1)
                withUnsafeBytes(of: integer.bigEndian) { for byte in $0 { add(byte) } }
            case .text(let text):
                add(2)
                for byte in text.utf8 { add(byte) }
                add(0xFF)
            case .blob(let blob):
                add(3)
                withUnsafeBytes(of: blob.count) { for byte in $0 { add(byte) } }
                for byte in blob { add(byte) }
            case .nullInteger, .nullText, .nullBlob: add(0)
            }
        }
    }

    private mutating func add(_ byte: UInt8) {
        hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
}
