import CremaSQL
import CremaServices
import Foundation

/// A shop's PostgreSQL database as a file, by the server's own programs `pg_dump` and `pg_restore`.
enum PostgresDump {
    /// Writes what the database holds at one moment; others go on writing meanwhile.
    static func make(of url: String, at file: String) async throws {
        try await run(
            [
                "pg_dump", "--format=custom", "--no-owner", "--no-privileges",
                "--exclude-schema=\(PostgresTables.asidePrefix)*", "--file=\(file)",
            ], url)
    }

    /// Puts a dump where a shop is to be. One that is there is moved aside into a schema of its
    /// own, and comes back where anything fails, `check` included. Returns that schema's name.
    static func restore(
        _ file: String, to url: String, replacing: Bool, check: () async throws -> Void
    ) async throws -> String? {
        let moved = try await onOwnThread { () throws(SQLError) -> String? in
            let tables = try PostgresTables(url: url)
            if try tables.isEmpty() { return nil }
            guard replacing else { throw occupied }
            guard try tables.otherPrograms() == 0 else { throw inUse }
            let name = try tables.putAside(at: Bootstrap.nowMilliseconds())
            try tables.commit()
            return name
        }
        do {
            try await run(
                [
                    "pg_restore", "--single-transaction", "--exit-on-error", "--no-owner",
                    "--no-privileges", file,
                ], url, database: "--dbname=")
            try await check()
        } catch {
            try await onOwnThread { () throws(SQLError) in
                let tables = try PostgresTables(url: url)
                try tables.bringBack(moved)
                try tables.commit()
            }
            throw error
        }
        return moved
    }

    private static let occupied = SQLError.refused(
        "the database holds a shop already; --replace moves it aside")
    private static let inUse = SQLError.refused(
        "a program of Crema is connected to the database: stop it first")

    private static func run(
        _ command: [String], _ url: String, database: String? = nil
    ) async throws {
        let environment = try PostgresURL.environment(of: url)
        var words = command
        if let database {
            let name = environment.first { $0.name == "PGDATABASE" }?.value ?? "postgres"
            words.insert(database + name, at: 1)
        }
        do {
            _ = try await ChildProcess.run(words, environment: environment)
        } catch {
            throw StartError(
                "\(command[0]): \(error). It comes with PostgreSQL's client programs (Debian: "
                    + "postgresql-client) and must be as new as the server")
        }
    }
}
