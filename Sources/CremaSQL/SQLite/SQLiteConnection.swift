import CSQLite
import Foundation

/// One connection with its prepared statements.
final class SQLiteConnection: @unchecked Sendable {
    // Sendable since it's handed from thread to thread and never used by two at a time.
    enum Role {
        case writer
        case reader
        case checkpointer
        /// Makes copies of the file; reads it, and writes none but the copy.
        case copier
    }

    private let handle: OpaquePointer
    /// One for each `TransactionControl`. Apart from the others, so that no closure reaches them.
    private var controls: [PreparedStatement?]
    /// Keyed by where the static text lies, so that no text is hashed or compared.
    private var statements: [UnsafePointer<UInt8>: PreparedStatement] = [:]
    /// What SQLite's callbacks read and write; SQLite keeps its address.
    private let shared: UnsafeMutablePointer<Shared>

    private struct Shared {
        var logPages: Int32 = 0
        var mayControlTransactions = false
    }

    init(path: String, role: Role, options: SQLiteOptions) throws(SQLError) {
        // Refused where something else in the process has used SQLite: that costs speed only.
        _ = Self.configuredLibrary
        let mode =
            switch role {
            case .reader, .copier: SQLITE_OPEN_READONLY
            case .writer, .checkpointer: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
            }
        let isNew = role == .writer && access(path, F_OK) != 0
        var opened: OpaquePointer?
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else {
            throw SQLError(kind: .other, message: "no memory")
        }
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(opened) }
            throw SQLError(lastOf: opened, sql: "")
        }
        // Only its owner reads a new file; SQLite gives its log the same permissions. Where that
        // can't be set, as on a file system without permissions, there's nothing to set.
        if isNew { chmod(path, 0o600) }
        handle = opened
        controls = Array(repeating: nil, count: TransactionControl.allCases.count)
        shared = .allocate(capacity: 1)
        shared.initialize(to: Shared())
        try configure(role: role, options: options)
    }

    deinit {
        controls = []
        statements = [:]
        sqlite3_close_v2(handle)
        shared.deallocate()
    }

    /// No transaction is open: none was begun, or SQLite has thrown it away.
    var isInAutocommit: Bool {
        sqlite3_get_autocommit(handle) != 0
    }

    /// The length of the write-ahead log after this connection's last commit.
    var logPages: Int {
        Int(shared.pointee.logPages)
    }

    /// The file or its file system can't be written.
    var isReadOnly: Bool {
        sqlite3_db_readonly(handle, "main") == 1
    }

    /// A statement with its arguments bound, to be stepped through and finished.
    func statement(
        _ sql: StaticString, _ arguments: [SQLValue]
    ) throws(SQLError) -> PreparedStatement {
        let key = sql.utf8Start
        if let kept = statements[key], kept.sql.utf8.count == sql.utf8CodeUnitCount {
            // Used inside its own rows: that run gets a statement of its own.
            let statement = kept.isRunning ? try prepare(sql) : kept
            try statement.bind(arguments)
            return statement
        }
        let statement = try prepare(sql)
        statements[key] = statement
        try statement.bind(arguments)
        return statement
    }

    /// Runs one statement without arguments and rows.
    func run(_ sql: StaticString) throws(SQLError) {
        let statement = try self.statement(sql, [])
        defer { statement.finish() }
        while try statement.step() {}
    }

    /// Begins, ends or marks a transaction, which only the driver does: a COMMIT inside a closure
    /// would make the batch's earlier members durable, and they'd be run again.
    func control(_ control: TransactionControl) throws(SQLError) {
        shared.pointee.mayControlTransactions = true
        defer { shared.pointee.mayControlTransactions = false }
        let statement =
            if let kept = controls[control.rawValue] { kept } else { try prepare(control.sql) }
        controls[control.rawValue] = statement
        defer { statement.finish() }
        while try statement.step() {}
    }

    /// Writes what the database holds at this moment into a new file, without holes.
    func copy(to path: String) throws(SQLError) {
        // SQLite begins a transaction of its own for it.
        shared.pointee.mayControlTransactions = true
        defer { shared.pointee.mayControlTransactions = false }
        let statement = try self.statement("VACUUM INTO $1", [.text(path)])
        defer { statement.finish() }
        while try statement.step() {}
    }

    /// What is wrong inside the file; empty where nothing is.
    func integrityProblems() throws(SQLError) -> [String] {
        var problems: [String] = []
        for check: StaticString in ["PRAGMA integrity_check(20)", "PRAGMA foreign_key_check"] {
            let statement = try self.statement(check, [])
            defer { statement.finish() }
            while try statement.step() {
                problems.append(Row(statement).textOrNil(0) ?? "")
            }
        }
        return problems.filter { $0 != "ok" }
    }

    func executeScript(_ sql: String) throws(SQLError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw SQLError(lastOf: handle, sql: sql)
        }
    }

    /// The first column of the first row, for pragmas.
    func integer(_ sql: StaticString) throws(SQLError) -> Int64 {
        let statement = try self.statement(sql, [])
        defer { statement.finish() }
        guard try statement.step() else { throw .misuse("no row", sql: sql.description) }
        return sqlite3_column_int64(statement.handle, 0)
    }

    func text(_ sql: StaticString) throws(SQLError) -> String {
        let statement = try self.statement(sql, [])
        defer { statement.finish() }
        guard try statement.step() else { throw .misuse("no row", sql: sql.description) }
        return Row(statement).text(0)
    }

    /// Ends a transaction that is open, whatever state it's in.
    func rollback() {
        guard !isInAutocommit else { return }
        try? control(.rollback)  // Fails only where the transaction is gone, which is wanted.
    }

    /// Copies the log into the database file; true where all of it was copied.
    func checkpoint(_ mode: Int32, waitingMilliseconds: Int) -> Bool {
        sqlite3_busy_timeout(handle, Int32(waitingMilliseconds))
        var pages: Int32 = 0
        var copied: Int32 = 0
        let code = sqlite3_wal_checkpoint_v2(handle, "main", mode, &pages, &copied)
        return code == SQLITE_OK && pages == copied
    }

    func setBusyTimeout(milliseconds: Int) {
        sqlite3_busy_timeout(handle, Int32(milliseconds))
    }

    private func prepare(_ sql: StaticString) throws(SQLError) -> PreparedStatement {
        guard sql.hasPointerRepresentation else {
            throw .misuse("a statement is longer than one character")
        }
        return try dynamic(sql.description)
    }

    /// A statement whose text the driver makes; for whole tables only.
    func dynamic(_ text: String) throws(SQLError) -> PreparedStatement {
        var compiled: OpaquePointer?
        var rest = ""
        let code = text.withCString { start in
            var end: UnsafePointer<CChar>?
            let code = sqlite3_prepare_v3(
                handle, start, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &compiled, &end)
            if let end { rest = String(cString: end) }
            return code
        }
        guard code == SQLITE_OK else { throw SQLError(lastOf: handle, sql: text) }
        guard let compiled else { throw .misuse("an empty statement", sql: text) }
        if rest.contains(where: { !$0.isWhitespace }) {
            sqlite3_finalize(compiled)
            throw .misuse("more than one statement", sql: text)
        }
        return try PreparedStatement(compiled, sql: text)
    }

    /// Calls `body` on each row of such a statement.
    func each(_ text: String, _ body: (PreparedStatement) throws -> Void) throws {
        let statement = try dynamic(text)
        try statement.bind([])
        defer { statement.finish() }
        while try statement.step() { try body(statement) }
    }
}

// How a transaction uses it.
extension SQLiteConnection: Connection {
    var dialect: Dialect { .sqlite }

    func start(_ sql: StaticString, _ arguments: [SQLValue]) throws(SQLError) -> any Cursor {
        try statement(sql, arguments)
    }

    func queue(
        _ sql: StaticString, _ arguments: [SQLValue], rows: ((any Cursor) throws -> Void)?
    ) throws {
        let statement = try statement(sql, arguments)
        defer { statement.finish() }
        // A step behind the last row would run it again.
        if let rows { try rows(statement) } else { while try statement.step() {} }
    }

    func awaitQueued() {}

    func lock(_ name: LockName) {}

    func wakeOthers() {}
}

// How a connection is set up.
extension SQLiteConnection {
    private static let configuredLibrary: Int32 = csqlite_configure()

    private func configure(role: Role, options: SQLiteOptions) throws(SQLError) {
        setBusyTimeout(milliseconds: options.busyTimeoutMilliseconds)
        // A word in double quotes is an identifier and never a text, as on PostgreSQL; functions
        // with side effects can't be called from a schema that someone else made.
        csqlite_set_switch(handle, SQLITE_DBCONFIG_DQS_DML, 0)
        csqlite_set_switch(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
        csqlite_set_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
        switch role {
        case .writer:
            try configureWriter(options)
        case .reader:
            try executeScript(
                """
                PRAGMA query_only = ON;
                PRAGMA temp_store = MEMORY;
                PRAGMA mmap_size = 0;
                PRAGMA cache_size = -\(options.readerCacheKibibytes);
                """)
        case .checkpointer:
            try setSynchronous(options)
            try run("PRAGMA wal_autocheckpoint = 0")
        case .copier:
            try run("PRAGMA temp_store = MEMORY")
        }
        reserveTransactionControl()
    }

    private func configureWriter(_ options: SQLiteOptions) throws(SQLError) {
        if isReadOnly {
            throw SQLError(kind: .readOnly, message: "the database file can't be written")
        }
        try SQLiteStamp.check(self)
        guard try text("PRAGMA journal_mode = WAL") == "wal" else {
            throw SQLError(
                kind: .io, message: "the file system can't hold a write-ahead log")
        }
        try SQLiteStamp.set(self)
        try setSynchronous(options)
        // Savepoints keep their journal in memory, which doubles the rate. What was erased leaves
        // no trace in the file, which costs nothing that could be measured.
        try executeScript(
            """
            PRAGMA foreign_keys = ON;
            PRAGMA recursive_triggers = ON;
            PRAGMA secure_delete = ON;
            PRAGMA temp_store = MEMORY;
            PRAGMA mmap_size = 0;
            PRAGMA cache_size = -\(options.writerCacheKibibytes);
            PRAGMA journal_size_limit = \(options.logBytesKept);
            """)
        // Taking the hook also turns off the checkpoints inside COMMIT.
        sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                context?.assumingMemoryBound(to: Shared.self).pointee.logPages = pages
                return SQLITE_OK
            }, shared)
    }

    /// Asked while a statement is compiled, so it costs nothing when it runs.
    private func reserveTransactionControl() {
        sqlite3_set_authorizer(
            handle,
            { context, action, _, _, _, _ in
                let isControl = action == SQLITE_TRANSACTION || action == SQLITE_SAVEPOINT
                let shared = context?.assumingMemoryBound(to: Shared.self)
                let isAllowed = shared?.pointee.mayControlTransactions ?? false
                return isControl && !isAllowed ? SQLITE_DENY : SQLITE_OK
            }, shared)
    }

    private func setSynchronous(_ options: SQLiteOptions) throws(SQLError) {
        switch options.synchronous {
        case .full: try run("PRAGMA synchronous = FULL")
        case .off: try run("PRAGMA synchronous = OFF")
        }
    }
}
