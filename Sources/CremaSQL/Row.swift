import CSQLite

/// The row a statement stands on. It can't be copied, so it can't leave the closure it's given to.
///
/// Columns are counted from 0. A column of another type than the one asked for, or NULL where no
/// `OrNil` was asked for, is a mistake of this program: the value is 0 or empty, and the statement
/// throws `misuse` as soon as the closure is done.
package struct Row: ~Copyable {
    @usableFromInline let statement: PreparedStatement

    @usableFromInline
    init(_ statement: PreparedStatement) {
        self.statement = statement
    }

    package func int(_ column: Int) -> Int64 {
        if !statement.expect(SQLITE_INTEGER, at: column) { return 0 }
        return sqlite3_column_int64(statement.handle, Int32(column))
    }

    package func intOrNil(_ column: Int) -> Int64? {
        isNull(column) ? nil : int(column)
    }

    /// 0 is false, 1 is true; the schema's CHECK allows no other.
    package func bool(_ column: Int) -> Bool {
        int(column) != 0
    }

    package func text(_ column: Int) -> String {
        if !statement.expect(SQLITE_TEXT, at: column) { return "" }
        let start = sqlite3_column_text(statement.handle, Int32(column))
        let count = Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    package func textOrNil(_ column: Int) -> String? {
        isNull(column) ? nil : text(column)
    }

    package func blob(_ column: Int) -> [UInt8] {
        if !statement.expect(SQLITE_BLOB, at: column) { return [] }
        let start = sqlite3_column_blob(statement.handle, Int32(column))
        let count = Int(sqlite3_column_bytes(statement.handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    package func blobOrNil(_ column: Int) -> [UInt8]? {
        isNull(column) ? nil : blob(column)
    }

    package func isNull(_ column: Int) -> Bool {
        statement.isNull(at: column)
    }
}
