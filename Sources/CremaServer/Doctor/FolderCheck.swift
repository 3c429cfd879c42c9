import Foundation

/// The data folder: whose it is, its keys, its disk.
enum FolderCheck {
    private static let keys = ["secret": 32, "metrics": 24]
    private static let enoughBytes: UInt64 = 1 << 30
    private static let neededBytes: UInt64 = 64 << 20

    static func findings(_ path: String) -> [Finding] {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            return [
                .bad("folder", "\(path) isn't there", remedy: "give the shop's folder by --data")
            ]
        }
        return [folder(path, status)] + keys.keys.sorted().map { key($0, in: path) } + [disk(path)]
    }

    private static func folder(_ path: String, _ status: stat) -> Finding {
        guard status.st_uid == geteuid() || geteuid() == 0 else {
            return .bad(
                "folder", "\(path) belongs to another user (\(status.st_uid))",
                remedy: "run crema as its owner, or chown -R it")
        }
        guard status.st_mode & 0o077 == 0 else {
            return .doubtful(
                "folder", "others may look into \(path)", remedy: "chmod 700 \(path)")
        }
        guard access(path, W_OK) == 0 else {
            return .bad(
                "folder", "\(path) can't be written: \(String(cString: strerror(errno)))",
                remedy: "mount its disk for writing, or mend its permissions")
        }
        return .good("folder", "\(path) is its owner's alone")
    }

    private static func key(_ name: String, in path: String) -> Finding {
        let file = path + "/keys/" + name
        var status = stat()
        guard stat(file, &status) == 0 else {
            // Nothing that was given out hangs on the key of the metrics.
            if name != "secret" { return .good("keys", "\(name) is made at the next start") }
            // The first start makes it; a shop whose key is lost has no valid link any more.
            return .doubtful(
                "keys", "\(file) isn't there: guests' links and cookies made before are void",
                remedy: "put the key back from a backup, or let `crema serve` make a new one")
        }
        guard status.st_mode & 0o077 == 0 else {
            return .bad(
                "keys", "others may read \(file)",
                remedy: "chmod 600 \(file); if others had access, delete it and start anew")
        }
        guard Int(status.st_size) == keys[name] else {
            return .bad(
                "keys", "\(file) isn't a key of \(keys[name] ?? 0) bytes",
                remedy: "put it back from a backup")
        }
        return .good("keys", "\(name) is its owner's alone")
    }

    private static func disk(_ path: String) -> Finding {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else {
            return .bad(
                "disk", "\(path): \(String(cString: strerror(errno)))", remedy: "see the disk")
        }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        let words = "\(free >> 20) MB are free"
        guard free >= neededBytes else {
            return .bad("disk", words, remedy: "make room: orders are refused when it's full")
        }
        guard free >= enoughBytes, status.f_favail > 1000 else {
            return .doubtful("disk", words, remedy: "make room, or keep fewer backups")
        }
        return .good("disk", words)
    }
}
