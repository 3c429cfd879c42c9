/// The row a statement stands on. It can't be copied, so it can't leave the closure it's given to.
///
/// Columns are counted from 0. A column of another type than the one asked for, or NULL where no
/// `OrNil` was asked for, is a mistake of this program: the value is 0 or empty, and the statement
/// throws `misuse` as soon as the closure is done.
package struct Row: ~Copyable {
    @usableFromInline let cursor: any Cursor

    @usableFromInline
    init(_ cursor: any Cursor) {
        self.cursor = cursor
    }

    package func int(_ column: Int) -> Int64 {
        cursor.int(at: column)
    }

    package func intOrNil(_ column: Int) -> Int64? {
        isNull(column) ? nil : int(column)
    }

    /// 0 is false, 1 is true; the schema's CHECK allows no other.
    package func bool(_ column: Int) -> Bool {
        int(column) != 0
    }

    package func text(_ column: Int) -> String {
        cursor.text(at: column)
    }

    package func textOrNil(_ column: Int) -> String? {
        isNull(column) ? nil : text(column)
    }

    package func blob(_ column: Int) -> [UInt8] {
        cursor.blob(at: column)
    }

    package func blobOrNil(_ column: Int) -> [UInt8]? {
        isNull(column) ? nil : blob(column)
    }

    package func isNull(_ column: Int) -> Bool {
        cursor.isNull(at: column)
    }
}
