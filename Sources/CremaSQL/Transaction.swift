/// A running transaction. It lives only inside the closure it's given to.
///
/// SQL is static text with `$1`, `$2`… for the values. After an error inside a statement that the
/// engine answers by undoing the whole transaction, each further statement throws that same error.
package final class Transaction {
    package let dialect = Dialect.sqlite
    private let connection: SQLiteConnection
    /// What ended the transaction before its closure did.
    private(set) var ending: SQLError?
    private(set) var hooks: [@Sendable () -> Void] = []

    private let isReadOnly: Bool

    init(_ connection: SQLiteConnection, isReadOnly: Bool) {
        self.connection = connection
        self.isReadOnly = isReadOnly
    }

    /// Runs one statement and returns the number of rows that an INSERT, UPDATE or DELETE changed.
    @discardableResult
    package func execute(_ sql: StaticString, _ args: SQLValue...) throws(SQLError) -> Int {
        try execute(sql, args: args)
    }

    @discardableResult
    package func execute(_ sql: StaticString, args: [SQLValue]) throws(SQLError) -> Int {
        let statement = try start(sql, args)
        defer { statement.finish() }
        while try step(statement) {}
        return statement.isReadOnly ? 0 : connection.changedRows
    }

    /// All rows of a statement, in its order.
    @inlinable
    package func all<T>(
        _ sql: StaticString, _ args: SQLValue..., row: (borrowing Row) throws -> T
    ) throws -> [T] {
        try all(sql, args: args, row: row)
    }

    @inlinable
    package func all<T>(
        _ sql: StaticString, args: [SQLValue], row: (borrowing Row) throws -> T
    ) throws -> [T] {
        let statement = try start(sql, args)
        defer { statement.finish() }
        var values: [T] = []
        while try step(statement) {
            try values.append(read(statement, row))
        }
        return values
    }

    /// The first row of a statement, nil where it has none.
    @inlinable
    package func first<T>(
        _ sql: StaticString, _ args: SQLValue..., row: (borrowing Row) throws -> T
    ) throws -> T? {
        try first(sql, args: args, row: row)
    }

    @inlinable
    package func first<T>(
        _ sql: StaticString, args: [SQLValue], row: (borrowing Row) throws -> T
    ) throws -> T? {
        let statement = try start(sql, args)
        defer { statement.finish() }
        guard try step(statement) else { return nil }
        // One that writes has written all of it before its first row
        // (https://sqlite.org/lang_returning.html).
        return try read(statement, row)
    }

    /// Runs a text of many statements, without values. For migrations and tests.
    package func executeScript(_ sql: String) throws(SQLError) {
        try ensureOpen()
        do throws(SQLError) {
            try connection.executeScript(sql)
        } catch {
            throw noticed(error)
        }
    }

    /// Waits until no other transaction holds the same name, and holds it until the end.
    ///
    /// Does nothing on SQLite, whose one writer leaves nobody to wait for.
    package func lock(_ name: LockName) throws(SQLError) {
        try ensureOpen()
    }

    /// Has `body` run once the transaction is durable, in commit order, before the caller has its
    /// answer. Dropped where the transaction is rolled back. A transaction that only reads has no
    /// commit: a hook there is a mistake and traps.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) {
        precondition(!isReadOnly, "a read has no commit to wait for")
        hooks.append(body)
    }
}

// The steps that `all` and `first` are made of; visible to other targets so that these two can be
// specialised for the type of their rows.
extension Transaction {
    @usableFromInline
    func start(_ sql: StaticString, _ args: [SQLValue]) throws(SQLError) -> PreparedStatement {
        try ensureOpen()
        do throws(SQLError) {
            return try connection.start(sql, args)
        } catch {
            throw noticed(error)
        }
    }

    @usableFromInline
    func step(_ statement: PreparedStatement) throws(SQLError) -> Bool {
        do throws(SQLError) {
            return try connection.step(statement)
        } catch {
            throw noticed(error)
        }
    }

    /// What the closure makes of the row; a column read as something it isn't goes before what the
    /// closure threw on account of it.
    @inlinable
    func read<T>(
        _ statement: PreparedStatement, _ row: (borrowing Row) throws -> T
    ) throws -> T {
        do {
            // Named, since the optimiser of Swift 6.3 crashes on the temporary.
            let current = Row(statement)
            let value = try row(current)
            try check(statement)
            return value
        } catch {
            try check(statement)
            throw error
        }
    }

    @usableFromInline
    func check(_ statement: PreparedStatement) throws(SQLError) {
        if let fault = statement.fault { throw fault }
    }

    private func ensureOpen() throws(SQLError) {
        if let ending { throw ending }
    }

    /// SQLite answers some errors by undoing the whole transaction. A statement that came after
    /// would be a transaction of its own, so it must not run.
    private func noticed(_ error: SQLError) -> SQLError {
        if connection.isInAutocommit { ending = ending ?? error }
        return error
    }

    /// Called when the closure is done: a `Transaction` that was kept is of no more use.
    func end() {
        ending = ending ?? .misuse("the transaction is over")
    }
}
