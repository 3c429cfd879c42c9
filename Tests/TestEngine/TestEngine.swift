package import CremaSQL
import Foundation

/// The engine that tests run on: SQLite, or the PostgreSQL server that the environment names.
package enum TestEngine: Sendable, Hashable {
    case sqlite
    /// A server on which databases can be made, by the URL of one that is there.
    case postgres(server: String)

    /// `CREMA_TEST_POSTGRES` holds the server's URL where tests are to run on PostgreSQL.
    package static let current: TestEngine = {
        guard let url = ProcessInfo.processInfo.environment["CREMA_TEST_POSTGRES"], !url.isEmpty
        else { return .sqlite }
        return .postgres(server: url)
    }()

    package static var isSQLite: Bool { current == .sqlite }
}

/// A database of one test's own, and a look into it past the driver.
package struct TestDatabase: Sendable {
    /// The file's path, or the database's URL.
    package let address: String
    package let engine: TestEngine

    package init(address: String, engine: TestEngine) {
        self.address = address
        self.engine = engine
    }

    /// Opens it; any number of times.
    package func open() throws -> any Database {
        switch engine {
        case .sqlite:
            var options = SQLiteOptions()
            // On a machine on which everything runs at once nobody is sent away.
            options.patienceMilliseconds = 60_000
            return try SQLiteDatabase(path: address, options: options)
        case .postgres:
            var options = PostgresOptions()
            options.writers = 2
            options.readers = 2
            return PostgresDatabase(url: address, options: options)
        }
    }

    /// The rows of all tables, each as a text.
    package func dump() throws -> [String: [String]] {
        var tables: [String: [String]] = [:]
        for table in try rows(engine.tableList) {
            tables[table] = try rows("SELECT * FROM \(table)").sorted()
        }
        return tables
    }

    /// The rows of a statement, columns separated by a bar.
    @discardableResult
    package func rows(_ sql: String) throws -> [String] {
        switch engine {
        case .sqlite: try RawSQLite.rows(address, sql)
        case .postgres: try RawPostgres.rows(address, sql)
        }
    }

    /// The one number of a statement.
    package func number(_ sql: String) throws -> Int {
        guard let number = try rows(sql).first.flatMap({ Int($0) }) else {
            throw TestEngineError("no number: \(sql)")
        }
        return number
    }
}

extension TestEngine {
    var tableList: String {
        switch self {
        case .sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
        case .postgres: "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
        }
    }
}

package struct TestEngineError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Runs `body` with an empty database, which is deleted afterwards.
///
/// - Parameter isNested: Inside another one's body, whose turn it shares: waiting for one more
///   could be for ever.
package func withTestDatabase(
    _ engine: TestEngine = .current, isNested: Bool = false,
    _ body: (TestDatabase) async throws -> Void
) async throws {
    switch engine {
    case .sqlite:
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("crema-test-\(UInt64.random(in: .min ... .max))").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        do {
            try await body(TestDatabase(address: folder + "/crema.db", engine: engine))
        } catch {
            try removeFolder(folder)
            throw error
        }
        try removeFolder(folder)
    case .postgres(let server):
        func run() async throws {
            let name = "test_" + String(UInt64.random(in: .min ... .max), radix: 36)
            _ = try RawPostgres.rows(server, "CREATE DATABASE \(name) TEMPLATE template0")
            defer {
                // Left behind at worst; the server is a throw-away one.
                _ = try? RawPostgres.rows(server, "DROP DATABASE \(name) WITH (FORCE)")
            }
            let address = try databaseURL(server, name)
            try await body(TestDatabase(address: address, engine: engine))
        }
        if isNested { try await run() } else { try await postgresTurns.take(run) }
    }
}

/// A database that is being closed deletes its log meanwhile, which is no failure.
private func removeFolder(_ path: String) throws {
    for _ in 1...20 {
        try? FileManager.default.removeItem(atPath: path)
        guard FileManager.default.fileExists(atPath: path) else { return }
        Thread.sleep(forTimeInterval: 0.05)
    }
    try FileManager.default.removeItem(atPath: path)
}

/// The server's URL with another database.
private func databaseURL(_ server: String, _ name: String) throws -> String {
    guard var parts = URLComponents(string: server) else {
        throw TestEngineError("CREMA_TEST_POSTGRES is no URL: \(server)")
    }
    parts.path = "/" + name
    return parts.string ?? server
}

/// Tests run at once by the hundred, and a server has but so many connections.
private let postgresTurns = Turns(8)

private actor Turns {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    nonisolated func take(_ body: () async throws -> Void) async throws {
        await enter()
        do {
            try await body()
        } catch {
            await leave()
            throw error
        }
        await leave()
    }

    private func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    private func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
