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
        guard options.engine == .sqlite else {
            throw UsageError("this program has no driver for PostgreSQL")
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
    }

    var surroundings: Surroundings {
        let environment = Bootstrap.environment(
            secrets: Secrets(key: Array(repeating: 0, count: Secrets.keyLength)))
        let folder = folder
        let start = ContinuousClock.now
        return Surroundings(
            openDatabase: { seed in try Workshop.openSQLite(folder, seed) },
            zone: environment.zone, tidy: { try await Housekeeper.tidy($0) },
            elapsedMilliseconds: { Int64((ContinuousClock.now - start) / .milliseconds(1)) })
    }

    /// Nothing is left of a run in which nothing was found.
    func cleanUp() throws {
        if isOurs { try FileManager.default.removeItem(atPath: folder) }
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
