package import CremaServices
import Foundation

/// The one folder that holds a shop: its database, unless that is on a server, its keys, photos and
/// backups.
package struct DataFolder: Sendable {
    package let path: String
    /// Where the database is, if it isn't in the folder.
    package let databaseURL: String?

    package var databasePath: String { path + "/crema.db" }
    package var photoPath: String { path + "/photos" }
    package var backupPath: String { path + "/backups" }

    /// The folder at a path, made where it is missing, for its owner only.
    package init(path: String, databaseURL: String? = nil) throws(DataFolderError) {
        self.path = path
        self.databaseURL = databaseURL
        for folder in [path, path + "/keys", path + "/photos", path + "/backups"] {
            do {
                try FileManager.default.createDirectory(
                    atPath: folder, withIntermediateDirectories: true,
                    attributes: [.posixPermissions: 0o700])
            } catch {
                throw DataFolderError(path: folder, reason: "can't be made: \(error)")
            }
        }
    }

    /// The shop's secret key, made at the first start.
    package func secrets() throws(DataFolderError) -> Secrets {
        Secrets(key: try key("secret", bytes: Secrets.keyLength))
    }

    /// What opens /metrics.
    package func metricsToken() throws(DataFolderError) -> String {
        Base64URL.encode(try key("metrics", bytes: 24))
    }

    /// The bytes of a key file, made where it is missing. Others must not be able to read it.
    private func key(_ name: String, bytes count: Int) throws(DataFolderError) -> [UInt8] {
        let file = path + "/keys/" + name
        if access(file, F_OK) != 0 { try makeKey(file, bytes: count) }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw DataFolderError(path: file, reason: "others may read it; chmod 600 is needed")
        }
        guard let data = FileManager.default.contents(atPath: file), data.count == count else {
            throw DataFolderError(path: file, reason: "isn't a key of \(count) bytes")
        }
        return Array(data)
    }

    /// Writes a new key under another name and gives it its own once it is whole: a start that is
    /// cut short leaves no half key, and of two starts at once the first one's counts.
    private func makeKey(_ file: String, bytes count: Int) throws(DataFolderError) {
        let draft = "\(file).\(UInt64.random(in: 0 ... .max))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw DataFolderError(path: file, reason: String(cString: strerror(errno)))
        }
        defer { unlink(draft) }
        let written = write(descriptor, Hash.random(count), count)
        let isDurable = fsync(descriptor) == 0
        close(descriptor)
        guard written == count, isDurable, link(draft, file) == 0 || errno == EEXIST else {
            throw DataFolderError(path: file, reason: "can't be written")
        }
        let folder = open(path + "/keys", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }
}

/// Why a data folder can't be used.
package struct DataFolderError: Error, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
}
