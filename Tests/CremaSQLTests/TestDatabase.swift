import CSQLite
import CremaSQL
import Foundation
import Testing

/// Runs `body` on a database of its own in a folder of its own, with the tables below.
func withDatabase(
    _ options: SQLiteOptions = .patient, schema: String = cellar,
    _ body: (SQLiteDatabase, _ path: String) async throws -> Void
) async throws {
    try await withFolder { folder in
        let path = folder + "/crema.db"
        let database = try SQLiteDatabase(path: path, options: options)
        try await database.write { try $0.executeScript(schema) }
        do {
            try await body(database, path)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

func withFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("crema-sql-\(UInt64.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try FileManager.default.removeItem(atPath: folder)
        throw error
    }
    try FileManager.default.removeItem(atPath: folder)
}

/// 0 where there is no such file.
func fileSize(_ path: String) -> Int {
    // A missing file is what `attributesOfItem` throws for.
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? NSNumber)?.intValue ?? 0
}

let cellar = """
    CREATE TABLE bean (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        grams INTEGER NOT NULL CONSTRAINT grams_left CHECK (grams >= 0),
        note TEXT,
        picture BLOB
    ) STRICT;
    CREATE TABLE roast (
        bean_id INTEGER NOT NULL REFERENCES bean (id),
        day TEXT NOT NULL,
        PRIMARY KEY (bean_id, day)
    ) STRICT;
    """

/// A connection of another program, to look at the file or hold its lock.
final class OtherProgram {
    private let handle: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        try #require(sqlite3_open(path, &opened) == SQLITE_OK)
        handle = try #require(opened)
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func execute(_ sql: String) throws {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    }

    /// The first column of the first row.
    func integer(_ sql: String) throws -> Int64 {
        var statement: OpaquePointer?
        try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }
}

extension Transaction {
    @discardableResult
    func addBean(_ name: String, grams: Int64 = 250) throws -> Int64 {
        let id = try first(
            "INSERT INTO bean (name, grams) VALUES ($1, $2) RETURNING id", .text(name),
            .integer(grams)
        ) { $0.int(0) }
        return try #require(id)
    }

    /// Of one that is there, one that isn't, and one behind a statement that was waited for.
    func askForBeans() throws -> [Int64?] {
        try addBean("Sidamo")
        func ask(_ name: String) throws -> Asked<Int64> {
            try self.ask("SELECT grams FROM bean WHERE name = $1", .text(name)) { $0.int(0) }
        }
        let (there, absent) = (try ask("Sidamo"), try ask("Kona"))
        let before = [try there.value, try absent.value]
        let later = try ask("Sidamo")
        _ = try count()
        return before + [try later.value]
    }

    func beans() throws -> [String] {
        try all("SELECT name FROM bean ORDER BY id") { $0.text(0) }
    }

    func count() throws -> Int64 {
        try first("SELECT count(*) FROM bean") { $0.int(0) } ?? -1
    }
}

extension SQLiteOptions {
    /// As in use, but for machines on which everything runs at once: nobody is sent away.
    static var patient: SQLiteOptions {
        var options = SQLiteOptions()
        options.patienceMilliseconds = 60_000
        return options
    }
}
