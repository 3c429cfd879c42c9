package import CremaServices
import Foundation

/// The one folder that holds a shop: its database, keys and photos.
package struct DataFolder: Sendable {
    package let path: String

    package var databasePath: String { path + "/crema.db" }
    package var photoPath: String { path + "/photos" }

    /// The folder at a path, made where it is missing, for its owner only.
    package init(path: String) throws(DataFolderError) {
        self.path = path
        for folder in [path, path + "/keys", path + "/photos"] {
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
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            let bytes = Hash.random(count)
            let written = write(descriptor, bytes, count)
            let isDurable = fsync(descriptor) == 0
            close(descriptor)
            guard written == count, isDurable else {
                throw DataFolderError(path: file, reason: "can't be written")
            }
            return bytes
        }
        guard errno == EEXIST else {
            throw DataFolderError(path: file, reason: String(cString: strerror(errno)))
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw DataFolderError(path: file, reason: "others may read it; chmod 600 is needed")
        }
        guard let data = FileManager.default.contents(atPath: file), data.count == count else {
            throw DataFolderError(path: file, reason: "isn't a key of \(count) bytes")
        }
        return Array(data)
    }
}

/// Why a data folder can't be used.
package struct DataFolderError: Error, Sendable, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "\(path): \(reason)" }
}
