import CSQLite

/// A compiled statement, kept by its connection and used again.
@usableFromInline
final class PreparedStatement {
    let handle: OpaquePointer
    let sql: StaticString
    let isReadOnly: Bool
    /// Which argument fills SQLite's parameter n + 1. `$2` is a name to SQLite, which numbers names
    /// by their appearance (https://sqlite.org/lang_expr.html#varparam).
    private let argumentOfParameter: [Int]
    private let argumentCount: Int
    /// Between `bind` and `finish`, when it must not be started a second time.
    private(set) var isRunning = false
    /// The first column of this run that was read as something it isn't.
    private(set) var fault: SQLError?

    /// Takes over a compiled statement, and refuses parameters that PostgreSQL wouldn't take.
    init(_ handle: OpaquePointer, sql: StaticString) throws(SQLError) {
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
                "parameters are named $1, $2 and so on without a gap", sql: sql.description)
        }
    }

    deinit {
        sqlite3_finalize(handle)
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
                sql: sql.description)
        }
        isRunning = true
        for (index, argument) in argumentOfParameter.enumerated() {
            let code = bind(arguments[argument], to: Int32(index + 1))
            guard code == SQLITE_OK else {
                finish()
                throw .misuse("argument $\(argument + 1) can't be bound", sql: sql.description)
            }
        }
    }

    /// Makes it ready for its next run, and ends what it holds in the database.
    @usableFromInline
    func finish() {
        // The result repeats the error of the last step, which has been thrown already.
        sqlite3_reset(handle)
        isRunning = false
        fault = nil
    }

    private func bind(_ value: SQLValue, to index: Int32) -> Int32 {
        switch value {
        case .integer(let integer):
            sqlite3_bind_int64(handle, index, integer)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    bindText(characters, to: index)
                }
            }
        case .blob(let blob):
            blob.withUnsafeBytes { bytes in
                Int32(exactly: bytes.count).map { count in
                    csqlite_bind_blob(handle, index, bytes.baseAddress, count)
                } ?? SQLITE_TOOBIG
            }
        case .nullInteger, .nullText, .nullBlob:
            sqlite3_bind_null(handle, index)
        }
    }

    private func bindText(_ characters: UnsafeBufferPointer<CChar>, to index: Int32) -> Int32 {
        guard let count = Int32(exactly: characters.count) else { return SQLITE_TOOBIG }
        // A null pointer would bind NULL, and an empty text may have one.
        guard let start = characters.baseAddress else {
            return csqlite_bind_text(handle, index, "", 0)
        }
        return csqlite_bind_text(handle, index, start, count)
    }
}

// How a row reads its columns.
extension PreparedStatement {
    func isNull(at column: Int) -> Bool {
        guard isInside(column) else { return true }
        return sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL
    }

    /// Whether the column holds the type; keeps the first fault for `Transaction` to throw.
    func expect(_ type: Int32, at column: Int) -> Bool {
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
        fault = fault ?? .misuse(message, sql: sql.description)
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
