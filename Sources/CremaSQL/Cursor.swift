/// A statement that runs, on the row it has reached; each driver has its own.
package protocol Cursor: AnyObject {
    /// The first column that was read as something it isn't.
    var fault: SQLError? { get }
    /// Rows that an INSERT, UPDATE or DELETE changed; 0 for a statement that only reads.
    var changedRows: Int { get }

    /// Moves to the next row; false at the end.
    func step() throws(SQLError) -> Bool

    /// Ends what it holds in the database; it isn't used any more.
    func finish()

    // The columns of the row, counted from 0. One of another type keeps a fault.
    func isNull(at column: Int) -> Bool
    func int(at column: Int) -> Int64
    func text(at column: Int) -> String
    func blob(at column: Int) -> [UInt8]
}

/// A connection as a transaction uses it; each driver has its own.
protocol Connection: AnyObject {
    var dialect: Dialect { get }

    /// Runs a statement; its rows are read from the cursor.
    func start(_ sql: StaticString, _ arguments: [SQLValue]) throws(SQLError) -> any Cursor

    /// Runs a statement without waiting for its end, where the driver can. `rows` is called once
    /// and steps through its rows, at the latest before the commit; an error is thrown by then,
    /// too.
    func queue(
        _ sql: StaticString, _ arguments: [SQLValue], rows: ((any Cursor) throws -> Void)?
    ) throws

    /// Waits for what was queued.
    func awaitQueued() throws(SQLError)

    /// Runs a text of many statements.
    func executeScript(_ sql: String) throws(SQLError)

    /// Holds a lock of this name until the transaction's end.
    func lock(_ name: LockName) throws(SQLError)

    /// Wakes whoever listens in other programs, once the transaction is committed.
    func wakeOthers() throws(SQLError)
}
