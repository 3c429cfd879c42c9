import CremaDomain
import CremaServer
import CremaServices
import CremaSimulator
import CremaSQL
import Foundation

/// Databases, zones and time for the simulator.
struct Workshop {
    private let folder: String
    private let isOurs: Bool
    private let options: SimulatorOptions

    init(_ options: SimulatorOptions) throws {
        self.options = options
        isOurs = options.folder == nil
        folder =
            options.folder
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("crema-simulator-\(UInt32.random(in: 0 ... .max))").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    var surroundings: Surroundings {
        let environment = Bootstrap.environment(
            secrets: Secrets(key: Array(repeating: 0, count: Secrets.keyLength)))
        let folder = folder
        let start = ContinuousClock.now
        let server = options.engine == .sqlite ? nil : options.database
        return Surroundings(
            openDatabase: { seed in
                if let server { return try Workshop.openPostgres(server, seed) }
                return try Workshop.openSQLite(folder, seed)
            },
            zone: environment.zone, tidy: { try await Housekeeper.tidy($0) },
            elapsedMilliseconds: { Int64((ContinuousClock.now - start) / .milliseconds(1)) })
    }

    /// Nothing is left of a run in which nothing was found.
    func cleanUp() throws {
        if isOurs { try FileManager.default.removeItem(atPath: folder) }
    }

    /// A database of the walk's own on the server, so that walks beside each other don't meet.
    private static func openPostgres(_ server: String, _ seed: UInt64) throws -> WalkDatabase {
        guard var parts = URLComponents(string: server) else {
            throw UsageError("--database isn't a URL")
        }
        let name = "crema_walk_\(seed)"
        parts.path = "/" + name
        let discard: @Sendable () throws -> Void = {
            try PostgresServer.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", at: server)
        }
        try discard()
        try PostgresServer.run("CREATE DATABASE \(name) TEMPLATE template0", at: server)
        let url = parts.string ?? server
        return WalkDatabase(
            database: PostgresDatabase(url: url), place: url, discard: discard)
    }

    private static func openSQLite(_ folder: String, _ seed: UInt64) throws -> WalkDatabase {
        let path = "\(folder)/walk-\(seed).db"
        let discard: @Sendable () throws -> Void = {
            for file in [path, path + "-wal", path + "-shm"]
            where FileManager.default.fileExists(atPath: file) {
                try FileManager.default.removeItem(atPath: file)
            }
        }
        try discard()
        return WalkDatabase(
            database: try SQLiteDatabase(path: path, options: .throwaway), place: path,
            discard: discard)
    }
}
