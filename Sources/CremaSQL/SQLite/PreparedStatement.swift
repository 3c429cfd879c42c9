import CSQLite

/// A compiled statement, kept by its connection and used again.
final class PreparedStatement {
    let handle: OpaquePointer
    /// For errors.
    let sql: String
    let isReadOnly: Bool
    /// Which argument fills SQLite's parameter n + 1. `$2` is a name to SQLite, which numbers names
    /// by their appearance (https://sqlite.org/lang_expr.html#varparam).
    private let argumentOfParameter: [Int]
    private let argumentCount: Int
    /// Between `bind` and `finish`, when it must not be started a second time.
    private(set) var isRunning = false
    /// Copies of the texts and blobs that are bound: SQLite reads them in place while the statement
    /// runs. One block for all, since SQLite's own copies are an allocation for each value.
    private var bound = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
    private static let keptBytes = 65_536
    /// The first column of this run that was read as something it isn't.
    private(set) var fault: SQLError?

    /// Takes over a compiled statement, and refuses parameters that PostgreSQL wouldn't take.
    init(_ handle: OpaquePointer, sql: String) throws(SQLError) {
        // From here on `deinit` frees the handle, also where the rest throws.
        self.handle = handle
        self.sql = sql
        isReadOnly = sqlite3_stmt_readonly(handle) != 0
        argumentOfParameter = (0..<sqlite3_bind_parameter_count(handle)).map {
            Self.number(ofParameter: $0 + 1, in: handle) - 1
        }
        argumentCount = Set(argumentOfParameter).count
        guard argumentOfParameter.allSatisfy((0..<argumentCount).contains) else {
            throw .misuse(
                "parameters are named $1, $2 and so on without a gap", sql: sql)
        }
    }

    deinit {
        sqlite3_finalize(handle)
        bound.deallocate()
    }

    /// 2 for `$2`, 0 for any other kind of name.
    private static func number(ofParameter index: Int32, in handle: OpaquePointer) -> Int {
        guard let characters = sqlite3_bind_parameter_name(handle, index) else { return 0 }
        let name = String(cString: characters)
        return name.hasPrefix("$") ? Int(name.dropFirst()) ?? 0 : 0
    }

    func bind(_ arguments: [SQLValue]) throws(SQLError) {
        guard arguments.count == argumentCount else {
            throw .misuse(
                "\(arguments.count) arguments for \(argumentCount) parameters",
                sql: sql)
        }
        isRunning = true
        var space = room(for: argumentOfParameter.reduce(1) { $0 + arguments[$1].byteCount })
        for (index, argument) in argumentOfParameter.enumerated() {
            let code = bind(arguments[argument], to: Int32(index + 1), copyingTo: &space)
            guard code == SQLITE_OK else {
                finish()
                throw .misuse("argument $\(argument + 1) can't be bound", sql: sql)
            }
        }
    }

    private func room(for count: Int) -> UnsafeMutableRawBufferPointer {
        if bound.count < count {
            bound.deallocate()
            bound = .allocate(byteCount: max(count, 2 * bound.count), alignment: 1)
        }
        return bound
    }

    /// Makes it ready for its next run, and ends what it holds in the database.
    func finish() {
        // The result repeats the error of the last step, which has been thrown already.
        sqlite3_reset(handle)
        if bound.count > Self.keptBytes {
            sqlite3_clear_bindings(handle)
            bound.deallocate()
            bound = .allocate(byteCount: 64, alignment: 1)
        }
        isRunning = false
        fault = nil
    }

    private func bind(
        _ value: SQLValue, to index: Int32, copyingTo space: inout UnsafeMutableRawBufferPointer
    ) -> Int32 {
        switch value {
        case .integer(let integer):
            return sqlite3_bind_int64(handle, index, integer)
        case .text(var text):
            let copy = text.withUTF8 { space.take($0) }
            guard let count = Int32(exactly: copy.count) else { return SQLITE_TOOBIG }
            return sqlite3_bind_text(handle, index, copy.baseAddress, count, nil)
        case .blob(let blob):
            let copy = blob.withUnsafeBufferPointer { space.take($0) }
            guard let count = Int32(exactly: copy.count) else { return SQLITE_TOOBIG }
            return sqlite3_bind_blob(handle, index, copy.baseAddress, count, nil)
        case .nullInteger, .nullText, .nullBlob:
            return sqlite3_bind_null(handle, index)
        }
    }
}

extension SQLValue {
    /// Bytes to copy when it is bound.
    fileprivate var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let blob): blob.count
        case .integer, .nullInteger, .nullText, .nullBlob: 0
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    /// Copies to the front and moves the front behind it. The copy's address is never null: SQLite
    /// would take that for NULL.
    fileprivate mutating func take(
        _ bytes: UnsafeBufferPointer<UInt8>
    ) -> UnsafeBufferPointer<CChar> {
        copyBytes(from: bytes)
        let copy = baseAddress?.assumingMemoryBound(to: CChar.self)
        self = UnsafeMutableRawBufferPointer(rebasing: self[bytes.count...])
        return UnsafeBufferPointer(start: copy, count: bytes.count)
    }
}

// How a transaction steps through the rows and reads their columns.
extension PreparedStatement: Cursor {
    var changedRows: Int {
        isReadOnly ? 0 : Int(sqlite3_changes64(sqlite3_db_handle(handle)))
    }

    func step() throws(SQLError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: true
        case SQLITE_DONE: false
        default: throw SQLError(lastOf: sqlite3_db_handle(handle), sql: sql)
        }
    }

    func int(at column: Int) -> Int64 {
        if !expect(SQLITE_INTEGER, at: column) { return 0 }
        return sqlite3_column_int64(handle, Int32(column))
    }

    func text(at column: Int) -> String {
        if !expect(SQLITE_TEXT, at: column) { return "" }
        let start = sqlite3_column_text(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func blob(at column: Int) -> [UInt8] {
        if !expect(SQLITE_BLOB, at: column) { return [] }
        let start = sqlite3_column_blob(handle, Int32(column))
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
    }

    func isNull(at column: Int) -> Bool {
        guard isInside(column) else { return true }
        return sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    /// Whether the column holds the type; keeps the first fault for `Transaction` to throw.
    private func expect(_ type: Int32, at column: Int) -> Bool {
        if isInside(column) {
            let found = sqlite3_column_type(handle, Int32(column))
            if found == type { return true }
            keepFault("column \(column) is \(Self.name(found)), read as \(Self.name(type))")
        }
        return false
    }

    private func isInside(_ column: Int) -> Bool {
        let count = Int(sqlite3_data_count(handle))
        if column >= 0 && column < count { return true }
        keepFault("column \(column) of a row of \(count)")
        return false
    }

    private func keepFault(_ message: String) {
        fault = fault ?? .misuse(message, sql: sql)
    }

    private static func name(_ type: Int32) -> String {
        switch type {
        case SQLITE_INTEGER: "an integer"
        case SQLITE_FLOAT: "a floating-point number"
        case SQLITE_TEXT: "a text"
        case SQLITE_BLOB: "a blob"
        default: "NULL"
        }
    }
}
