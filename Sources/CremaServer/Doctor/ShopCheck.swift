import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Foundation

/// The shop itself, once its database can be read.
enum ShopCheck {
    /// An event later than this is from a clock that was ahead, or this one is behind.
    private static let tolerance: Int64 = 60_000
    private static let oldBackup: TimeInterval = 2 * 86_400

    static func findings(_ options: ServerOptions) async -> [Finding] {
        do {
            let (folder, database, services) = try await RunningServer.open(options)
            do {
                let findings = try await look(services)
                await database.close()
                return findings + [try backups(folder)]
            } catch {
                await database.close()
                throw error
            }
        } catch let error as MigrationError {
            return [
                .bad(
                    "schema", "\(error)",
                    remedy: "run the newest crema that has served this shop, or restore a backup")
            ]
        } catch {
            return [.bad("shop", "\(error)", remedy: "see the message")]
        }
    }

    private static func look(_ services: Services) async throws -> [Finding] {
        guard let shop = try await services.read(ShopQuery(), by: .nobody) else {
            return [.bad("shop", "there is none here yet", remedy: "make it with `crema init`")]
        }
        var findings: [Finding] = [.good("shop", shop.name)]
        // Every location's zone, hours and taxes are read for it.
        let places = try await services.places.all()
        findings.append(
            .good("locations", places.map(\.location.id.rawValue).joined(separator: ", ")))
        if places.contains(where: { $0.menu.catalog.items.isEmpty }) {
            findings.append(
                .doubtful(
                    "menu", "there is nothing to order", remedy: "`crema import menu FILE`"))
        }
        let last = try await services.database.read { tx in
            try EventStore.list(
                after: (EventStore.bounds(tx: tx)?.upperBound ?? 1) - 1, limit: 1, tx: tx
            ).last?.at
        }
        let now = services.environment.now()
        if let last, last.milliseconds > now.milliseconds + tolerance {
            findings.append(
                .bad(
                    "clock",
                    "the last change was \((last.milliseconds - now.milliseconds) / 1000) s "
                        + "later than now",
                    remedy: "set the clock right, and run a time service"))
        }
        return findings
    }

    private static func backups(_ folder: DataFolder) throws -> Finding {
        let files = FileManager.default
        let made = try files.contentsOfDirectory(atPath: folder.backupPath)
            .filter { $0.hasSuffix(".tar") }
            .compactMap { name -> Date? in
                let path = folder.backupPath + "/" + name
                return try files.attributesOfItem(atPath: path)[.modificationDate] as? Date
            }
        let now = TimeInterval(Bootstrap.nowMilliseconds()) / 1000
        guard let newest = made.max(), now - newest.timeIntervalSince1970 < oldBackup else {
            return .doubtful(
                "backups", made.isEmpty ? "there is none" : "the newest is older than two days",
                remedy: "leave `crema serve` on at night, or run `crema backup FILE`; keep copies "
                    + "on another machine")
        }
        return .good("backups", "\(made.count), the newest less than two days old")
    }
}
