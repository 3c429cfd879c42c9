import CSQLite

/// Reads a database file over a connection of its own, to see what was written and what wasn't.
package enum RawSQLite {
    /// The rows of a statement, columns separated by a bar.
    package static func rows(_ path: String, _ sql: String) throws -> [String] {
        var opened: OpaquePointer?
        defer { sqlite3_close_v2(opened) }
        guard sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else {
            throw TestEngineError("\(path) can't be opened")
        }
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(opened, sql, -1, &statement, nil) == SQLITE_OK else {
            throw TestEngineError("\(String(cString: sqlite3_errmsg(opened))): \(sql)")
        }
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
}
