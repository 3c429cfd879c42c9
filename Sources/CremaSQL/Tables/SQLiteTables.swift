import CSQLite

/// The tables of a SQLite file, in one transaction that keeps everybody else from writing.
package final class SQLiteTables: Tables {
    private let connection: SQLiteConnection
    private var isOpen = true

    /// Throws `busy` where another program writes.
    package init(path: String) throws(SQLError) {
        connection = try SQLiteConnection(path: path, role: .writer, options: SQLiteOptions())
        try connection.control(.beginImmediate)
    }

    deinit {
        if isOpen { connection.rollback() }
    }

    /// The shapes of tables, in the order given.
    package func shapes(of names: [String]) throws -> [Table] {
        var tables: [Table] = []
        for name in names {
            var columns: [Table.Column] = []
            var key: [(place: Int64, name: String)] = []
            try connection.each("PRAGMA table_info(\(name))") { row in
                let column = row.text(at: 1)
                let kind: Table.Kind =
                    switch row.text(at: 2) {
                    case "INTEGER": .integer
                    case "BLOB": .blob
                    default: .text
                    }
                columns.append(Table.Column(name: column, kind: kind))
                if row.int(at: 5) > 0 { key.append((row.int(at: 5), column)) }
            }
            guard !columns.isEmpty, !key.isEmpty else {
                throw SQLError.misuse("there is no table \(name) with a key")
            }
            tables.append(
                Table(
                    name: name, columns: columns,
                    key: key.sorted { $0.place < $1.place }.map(\.name)))
        }
        return tables
    }

    /// All tables but SQLite's own, by their names.
    package func names() throws -> [String] {
        var names: [String] = []
        try connection.each(
            """
            SELECT name FROM sqlite_schema
            WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name
            """
        ) { names.append($0.text(at: 0)) }
        return names
    }

    /// They are: the whole file is locked from the beginning.
    package func lock(_ tables: [Table]) {}

    package func read(_ table: Table, _ body: ([SQLValue]) throws -> Void) throws {
        try connection.each(table.selection) { row in
            try body(table.values(of: row))
        }
    }

    package func insert(
        into table: Table, _ source: (_ row: ([SQLValue]) throws -> Void) throws -> Void
    ) throws {
        let places = (1...table.columns.count).map { "$\($0)" }.joined(separator: ", ")
        let statement = try connection.dynamic(
            "INSERT INTO \(table.name) (\(table.columnList)) VALUES (\(places))")
        try source { row in
            try statement.bind(row)
            defer { statement.finish() }
            while try statement.step() {}
        }
    }

    package func commit() throws(SQLError) {
        try connection.control(.commit)
        isOpen = false
    }
}
