import Foundation

/// A folder in memory that is gone with its process: what `--memory` keeps its shop in.
///
/// The process holds a lock on it, which the system lets go of however the process ends. So a
/// folder that can be locked is a dead process's, and the next start deletes it.
final class MemoryFolder: Sendable {
    let path: String
    private let descriptor: Int32

    /// Makes a folder for its owner only, and deletes those that were left behind.
    init(in parent: String = "/dev/shm") throws(DataFolderError) {
        MemoryFolder.deleteLeftOvers(in: parent)
        let process = ProcessInfo.processInfo.processIdentifier
        // Somebody else's start may take it for a left-over before it is locked.
        for _ in 0..<10 {
            let path = "\(parent)/crema-\(process)-\(UInt32.random(in: 0 ... .max))"
            guard mkdir(path, 0o700) == 0 else {
                throw DataFolderError(path: path, reason: String(cString: strerror(errno)))
            }
            guard let descriptor = MemoryFolder.lock(path) else { continue }
            self.path = path
            self.descriptor = descriptor
            return
        }
        throw DataFolderError(path: parent, reason: "no folder of our own can be made")
    }

    deinit {
        close(descriptor)
    }

    func delete() {
        MemoryFolder.delete(path)
    }

    /// Deletes this user's folders whose processes are gone.
    static func deleteLeftOvers(in parent: String) {
        let files = FileManager.default
        let names = try? files.contentsOfDirectory(atPath: parent)  // Making one says why not.
        for name in names ?? [] where isOurs(name) {
            let path = "\(parent)/\(name)"
            guard let descriptor = lock(path) else { continue }
            delete(path)
            close(descriptor)
        }
    }

    /// "crema-<process>-<number>".
    private static func isOurs(_ name: String) -> Bool {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0] == "crema" && Int32(parts[1]) != nil
            && UInt32(parts[2]) != nil
    }

    /// Locks a folder of this user; nil where it isn't one, or somebody holds the lock.
    private static func lock(_ path: String) -> Int32? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_uid == geteuid(),
            flock(descriptor, LOCK_EX | LOCK_NB) == 0,
            // Deleted between opening and locking: nobody's any more.
            fstat(descriptor, &status) == 0, status.st_nlink > 0
        {
            return descriptor
        }
        close(descriptor)
        return nil
    }

    private static func delete(_ path: String) {
        try? FileManager.default.removeItem(atPath: path)  // The next start tries again.
    }
}
