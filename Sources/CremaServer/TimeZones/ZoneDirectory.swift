package import CremaDomain
import Foundation

/// Why a zone's rules couldn't be had.
package enum ZoneLoadError: Error, Sendable, Hashable {
    /// The name isn't an area and a location: a fixed offset, a nickname, a path.
    case notAPlace(String)
    /// The database has no such zone.
    case unknownZone(String)
    /// The file is there and can't be read; the reason is the system's, for the log.
    case unreadable(String, reason: String)
    /// The file isn't what it should be.
    case malformed(String, TZifError)
}

/// The system's tz database: a folder of compiled zones, one file each, named by area and location.
package struct ZoneDirectory: Sendable {
    private let path: String

    /// The database in this folder.
    package init(path: String = "/usr/share/zoneinfo") {
        self.path = path
    }

    /// The rules of the zone with this name.
    package func rules(named name: String) throws(ZoneLoadError) -> ZoneRules {
        guard let id = ZoneID(name) else { throw .notAPlace(name) }
        return try rules(of: id)
    }

    /// A zone's rules. Reads a file of a few kilobytes: for start-up and settings, not for
    /// each request.
    package func rules(of id: ZoneID) throws(ZoneLoadError) -> ZoneRules {
        let bytes = try contents(id)
        do throws(TZifError) {
            return try TZif.rules(of: id, bytes: bytes)
        } catch {
            throw .malformed(id.name, error)
        }
    }

    private func contents(_ id: ZoneID) throws(ZoneLoadError) -> [UInt8] {
        // A zone's name holds neither dots nor empty parts, so it can't lead out of the folder.
        let file = "\(path)/\(id.name)"
        var isFolder: ObjCBool = false
        // "America/Argentina" is a folder.
        guard FileManager.default.fileExists(atPath: file, isDirectory: &isFolder),
            !isFolder.boolValue
        else { throw .unknownZone(id.name) }
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            defer { handle.closeFile() }
            return Array(try handle.read(upToCount: TZif.longestFile + 1) ?? Data())
        } catch {
            throw .unreadable(id.name, reason: String(describing: error))
        }
    }
}
