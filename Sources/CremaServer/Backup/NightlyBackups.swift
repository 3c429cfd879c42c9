import CremaDomain
package import CremaServices
import Foundation

/// Makes a backup each night and keeps the latest ones. A machine that was off at night makes its
/// backup when it is on again.
package final class NightlyBackups: Sendable {
    /// From this hour on, in the zone of the first location.
    private static let hour = 3

    private let task: Task<Void, Never>

    init(services: Services, folder: DataFolder, kept: Int) {
        task = Task {
            while !Task.isCancelled {
                do {
                    _ = try await NightlyBackups.run(services, folder, kept: kept)
                } catch {
                    Terminal.error("crema: no backup was made: \(error)")
                }
                try? await Task.sleep(for: .seconds(600))  // cancelled: it ends
            }
        }
    }

    func stop() {
        task.cancel()
    }

    /// Makes the backup of this night where it isn't there yet, and deletes those that are more
    /// than are kept. Returns the new file.
    package static func run(
        _ services: Services, _ folder: DataFolder, kept: Int
    ) async throws -> String? {
        guard let place = try await services.places.all().first else { return nil }
        let now = place.clock.zone.local(at: services.environment.now())
        let name = "crema-\(now.date.iso).tar"
        let known = try names(in: folder)
        guard now.secondOfDay >= hour * 3600, known.allSatisfy({ $0 < name }) else { return nil }
        let file = folder.backupPath + "/" + name
        try await Backup.make(of: folder, at: file)
        for old in try names(in: folder).dropLast(kept) {
            try FileManager.default.removeItem(atPath: folder.backupPath + "/" + old)
        }
        return file
    }

    /// Backups that were made here at night, oldest first; others are nobody's to delete.
    private static func names(in folder: DataFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.backupPath).filter { name in
            guard name.hasPrefix("crema-"), name.hasSuffix(".tar") else { return false }
            return LocalDate(iso: String(name.dropFirst(6).dropLast(4))) != nil
        }.sorted()
    }
}
