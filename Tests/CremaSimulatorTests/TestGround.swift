import CremaDomain
import CremaServer
import CremaSimulator
import CremaSQL
import Foundation
import Synchronization

/// Runs a plan on SQLite files in a folder that is gone afterwards. `meddle` spoils each write of
/// an open shop.
func run(
    _ plan: SimulatorPlan, meddle: (@Sendable (Transaction) throws -> Void)? = nil
) async throws -> Figures {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("crema-walks-\(UInt64.random(in: 0 ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let zones = Zones()
    let surroundings = Surroundings(
        openDatabase: { seed in
            let path = "\(folder)/\(seed).db"
            let base = try SQLiteDatabase(path: path, options: .throwaway)
            let database: any Database = meddle.map { MeddlingDatabase(base, $0) } ?? base
            return WalkDatabase(database: database, place: path, discard: {})
        },
        zone: { try zones.rules(of: $0) }, tidy: { try await Housekeeper.tidy($0) },
        elapsedMilliseconds: { 0 })
    do {
        let figures = try await Simulator(plan, surroundings).run()
        try FileManager.default.removeItem(atPath: folder)
        return figures
    } catch {
        try FileManager.default.removeItem(atPath: folder)
        throw error
    }
}

/// Zones of the system, each read once.
private final class Zones: Sendable {
    private let known = Mutex<[ZoneID: ZoneRules]>([:])

    func rules(of id: ZoneID) throws -> ZoneRules {
        if let rules = known.withLock({ $0[id] }) { return rules }
        let rules = try ZoneDirectory().rules(of: id)
        known.withLock { $0[id] = rules }
        return rules
    }
}
