import CSQLite
import Testing

/// Reads a whole database file over a connection of its own, to see what was written and what
/// wasn't.
enum Tables {
    /// The rows of all tables, each as a text, in the order of their keys.
    static func dump(_ path: String) throws -> [String: [String]] {
        var tables: [String: [String]] = [:]
        for table in try rows(
            path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        {
            tables[table] = try rows(path, "SELECT * FROM \(table)")
        }
        return tables
    }

    /// The rows of a statement, columns separated by a bar.
    static func rows(_ path: String, _ sql: String) throws -> [String] {
        var opened: OpaquePointer?
        defer { sqlite3_close_v2(opened) }
        try #require(sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_prepare_v2(opened, sql, -1, &statement, nil) == SQLITE_OK)
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let columns = (0..<sqlite3_column_count(statement)).map { column -> String in
                guard sqlite3_column_type(statement, column) != SQLITE_NULL else { return "NULL" }
                let count = Int(sqlite3_column_bytes(statement, column))
                let start = sqlite3_column_blob(statement, column)
                let bytes = UnsafeRawBufferPointer(start: start, count: count)
                guard sqlite3_column_type(statement, column) == SQLITE_BLOB else {
                    return String(cString: sqlite3_column_text(statement, column))
                }
                return bytes.map { String($0, radix: 16) }.joined(separator: ",")
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }

    /// The one number of a statement.
    static func number(_ path: String, _ sql: String) throws -> Int {
        try #require(try rows(path, sql).first.flatMap { Int($0) })
    }
}
