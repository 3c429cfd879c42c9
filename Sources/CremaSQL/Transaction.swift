/// A running transaction. It lives only inside the closure it's given to.
///
/// SQL is static text with `$1`, `$2`… for the values. A statement that fails ends the transaction:
/// each further statement throws that same error, and nothing of it is kept, also where the closure
/// catches it.
package final class Transaction {
    package let dialect: Dialect
    private let connection: any Connection
    /// What ended the transaction before its closure did.
    private(set) var ending: SQLError?
    private(set) var hooks: [@Sendable () -> Void] = []
    private(set) var lastSteps: [@Sendable (Transaction) throws -> Void] = []

    private let isReadOnly: Bool

    init(_ connection: any Connection, isReadOnly: Bool) {
        dialect = connection.dialect
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
        let cursor = try start(sql, args)
        defer { cursor.finish() }
        while try step(cursor) {}
        return cursor.changedRows
    }

    /// Runs one statement whose end nobody needs to wait for, such as an INSERT that can't fail by
    /// anybody's fault. On PostgreSQL it travels with those after it. An error undoes the whole
    /// transaction; it is thrown here, by a later statement, or instead of the commit.
    package func executeLater(_ sql: StaticString, args: [SQLValue]) throws(SQLError) {
        try queue(sql, args, rows: nil)
    }

    package func executeLater(_ sql: StaticString, _ args: SQLValue...) throws(SQLError) {
        try queue(sql, args, rows: nil)
    }

    /// The same for a statement whose rows are given to `row` before the commit.
    package func executeLater(
        _ sql: StaticString, args: [SQLValue], row: @escaping (borrowing Row) -> Void
    ) throws(SQLError) {
        try queue(sql, args) { cursor in
            while try cursor.step() {
                let current = Row(cursor)
                row(current)
                if let fault = cursor.fault { throw fault }
            }
        }
    }

    /// Asks for a statement's first row without waiting for it: on PostgreSQL it comes along with
    /// the answer to a statement that is waited for, and costs no round trip of its own.
    package func ask<T>(
        _ sql: StaticString, _ args: SQLValue..., row: @escaping (borrowing Row) -> T
    ) throws(SQLError) -> Asked<T> {
        let asked = Asked<T>(tx: self)
        try queue(sql, args) { cursor in
            if try cursor.step() {
                let current = Row(cursor)
                asked.row = row(current)
                if let fault = cursor.fault { throw fault }
            }
            asked.isAnswered = true
        }
        return asked
    }

    /// Waits for what was queued.
    fileprivate func awaitQueued() throws(SQLError) {
        try ensureOpen()
        do throws(SQLError) {
            try connection.awaitQueued()
        } catch {
            throw noticed(error)
        }
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
        let cursor = try start(sql, args)
        defer { cursor.finish() }
        var values: [T] = []
        while try step(cursor) {
            try values.append(read(cursor, row))
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
        let cursor = try start(sql, args)
        defer { cursor.finish() }
        guard try step(cursor) else { return nil }
        // One that writes has written all of it before its first row
        // (https://sqlite.org/lang_returning.html).
        return try read(cursor, row)
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
        do throws(SQLError) {
            try connection.lock(name)
        } catch {
            throw noticed(error)
        }
    }

    /// Wakes those who `listen` at other instances once this is committed.
    package func wakeOthers() throws(SQLError) {
        try ensureOpen()
        do throws(SQLError) {
            try connection.wakeOthers()
        } catch {
            throw noticed(error)
        }
    }

    /// Has `body` run as the last thing of the transaction. Where many share a commit it runs after
    /// the closures of all, so that what everybody must queue for, such as the end of the event
    /// stream, is held for the shortest time.
    package func beforeCommit(_ body: @escaping @Sendable (Transaction) throws -> Void) {
        precondition(!isReadOnly, "a read has no commit to come before")
        lastSteps.append(body)
    }

    /// Has `body` run once the transaction is durable, in commit order, before the caller has its
    /// answer. Dropped where the transaction is rolled back. A transaction that only reads has no
    /// commit: a hook there is a mistake and traps.
    package func afterCommit(_ body: @escaping @Sendable () -> Void) {
        precondition(!isReadOnly, "a read has no commit to wait for")
        hooks.append(body)
    }
}

/// A row that was asked for, of use within its transaction.
package final class Asked<T> {
    private let tx: Transaction
    fileprivate var row: T?
    /// Whether it is known by now.
    package fileprivate(set) var isAnswered = false

    fileprivate init(tx: Transaction) {
        self.tx = tx
    }

    /// The row, nil where there is none. Waits where no other statement was waited for since.
    package var value: T? {
        get throws(SQLError) {
            if !isAnswered { try tx.awaitQueued() }
            return row
        }
    }
}

// The steps that `all` and `first` are made of; visible to other targets so that these two can be
// specialised for the type of their rows.
extension Transaction {
    @usableFromInline
    func start(_ sql: StaticString, _ args: [SQLValue]) throws(SQLError) -> any Cursor {
        try ensureOpen()
        do throws(SQLError) {
            return try connection.start(sql, args)
        } catch {
            throw noticed(error)
        }
    }

    @usableFromInline
    func step(_ cursor: any Cursor) throws(SQLError) -> Bool {
        do throws(SQLError) {
            return try cursor.step()
        } catch {
            throw noticed(error)
        }
    }

    /// What the closure makes of the row; a column read as something it isn't goes before what the
    /// closure threw on account of it.
    @inlinable
    func read<T>(
        _ cursor: any Cursor, _ row: (borrowing Row) throws -> T
    ) throws -> T {
        do {
            // Named, since the optimiser of Swift 6.3 crashes on the temporary.
            let current = Row(cursor)
            let value = try row(current)
            try check(cursor)
            return value
        } catch {
            try check(cursor)
            throw error
        }
    }

    @usableFromInline
    func check(_ cursor: any Cursor) throws(SQLError) {
        if let fault = cursor.fault { throw fault }
    }

    private func queue(
        _ sql: StaticString, _ args: [SQLValue], rows: ((any Cursor) throws -> Void)?
    ) throws(SQLError) {
        try ensureOpen()
        do {
            try connection.queue(sql, args, rows: rows)
        } catch let error as SQLError {
            throw noticed(error)
        } catch {
            throw noticed(.misuse("unexpected: \(error)", sql: sql.description))
        }
    }

    private func ensureOpen() throws(SQLError) {
        if let ending { throw ending }
    }

    /// PostgreSQL takes nothing more in a transaction after an error, and SQLite answers some by
    /// undoing it, so that a statement that came after would be a transaction of its own. Both
    /// engines do the same here: none comes after.
    private func noticed(_ error: SQLError) -> SQLError {
        ending = ending ?? error
        return error
    }

    /// Runs what was to come before the commit, once.
    func runLastSteps() throws {
        let steps = lastSteps
        lastSteps = []
        for step in steps { try step(self) }
    }

    /// Called when the closure is done: a `Transaction` that was kept is of no more use.
    func end() {
        ending = ending ?? .misuse("the transaction is over")
    }
}
