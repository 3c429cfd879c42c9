import CremaSQL
import CremaServices
import CremaStore
import Foundation

/// A shop's folder in one file: its database as of one moment, its keys and its photos.
package enum Backup {
    /// Writes the backup of a shop that may be serving meanwhile. The file is whole and on the disk
    /// when it gets its name; it holds the shop's keys, so only its owner may read it.
    package static func make(of folder: DataFolder, at file: String) async throws {
        guard !exists(file) else { throw StartError("\(file) exists already") }
        let draft = file + ".draft-" + String(UInt32.random(in: 0 ... .max), radix: 36)
        let staging = draft + ".d"
        defer {
            for path in [draft, staging] where exists(path) { remove(path) }
        }
        try FileManager.default.createDirectory(
            atPath: staging, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        // The database first: photos are there before a menu names them, and stay.
        let database = Contents(of: folder).rawValue
        if let url = folder.databaseURL {
            try await PostgresDump.make(of: url, at: staging + "/" + database)
        } else {
            try await SQLiteCopy.make(of: folder.databasePath, at: staging + "/" + database)
        }
        try own(draft)
        try await Tar.create(
            draft,
            [
                (staging, [database]), (absolute(folder.path), ["keys", "photos"]),
            ])
        try sync(draft)
        guard link(draft, file) == 0 else { throw failure(file) }
        try sync(URL(fileURLWithPath: file).deletingLastPathComponent().path)
    }

    /// How a backup holds the database: as a file of SQLite, or dumped by PostgreSQL's program.
    private enum Contents: String, CaseIterable {
        case sqlite = "crema.db"
        case postgres = "crema.dump"

        init(of folder: DataFolder) {
            self = folder.databaseURL == nil ? .sqlite : .postgres
        }
    }

    /// What belongs to a shop in its folder. The database is the last to come: without it the
    /// folder holds no shop, so that none is served that is half there.
    private static let parts = ["crema.db-wal", "crema.db-shm", "keys", "photos", "crema.db"]

    /// Puts a backup where a shop is to be, after looking through all of it. A shop that is there
    /// already is only moved aside, and only where that is asked for. Returns the shop's name and
    /// where the one before it lies now.
    ///
    /// All of it happens inside the folder, which may be a volume of its own.
    package static func restore(
        _ file: String, to path: String, databaseURL: String? = nil, replacing: Bool
    ) async throws -> Restored {
        guard exists(file) else { throw StartError("\(file) isn't there") }
        let occupied = parts.filter { exists(path + "/" + $0) }
        if !occupied.isEmpty {
            guard replacing else {
                throw StartError("\(path) holds a shop already; --replace moves it aside")
            }
            if let process = FolderUse.process(on: path + "/crema.db") {
                throw StartError("process \(process) works on \(path): stop it first")
            }
        }
        let work = path + "/restore-" + String(UInt32.random(in: 0 ... .max), radix: 36)
        defer { if exists(work) { remove(work) } }
        try FileManager.default.createDirectory(
            atPath: work, withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let contents = try await unpack(file, into: work)
        var restored = Restored(shop: "")
        switch (contents, databaseURL) {
        case (.sqlite, nil):
            restored.shop = try await checkedFile(in: work, of: file)
        case (.postgres, let url?):
            let dump = work + "/" + contents.rawValue
            restored.schemaMovedTo = try await PostgresDump.restore(
                dump, to: url, replacing: replacing
            ) { restored.shop = try await shop(in: work, databaseURL: url, of: file) }
        case (.sqlite, .some):
            throw StartError(
                "\(file) holds a SQLite shop: restore it without --database, then crema move")
        case (.postgres, nil):
            throw StartError("\(file) holds a PostgreSQL shop: --database says where it's to be")
        }
        if !occupied.isEmpty {
            let aside = path + "/replaced-" + timestamp()
            try FileManager.default.createDirectory(
                atPath: aside, withIntermediateDirectories: false,
                attributes: [.posixPermissions: 0o700])
            // The database first: from here on the folder holds no shop.
            try move(occupied.reversed(), from: path, to: aside)
            restored.movedTo = aside
        }
        // Closed, the database is whole in its one file; its log is empty or gone.
        let moving = ["keys", "photos"] + (databaseURL == nil ? ["crema.db"] : [])
        try move(moving, from: work, to: path)
        return restored
    }

    /// What a restore did.
    package struct Restored: Sendable {
        /// The shop's name.
        package var shop: String
        /// Where the files that were there before lie now.
        package var movedTo: String?
        /// The schema of the server where the tables that were there before are now.
        package var schemaMovedTo: String?
    }

    private static func move(_ names: [String], from source: String, to target: String) throws {
        for name in names {
            guard rename(source + "/" + name, target + "/" + name) == 0 else {
                throw failure(source + "/" + name)
            }
            try sync(target)
        }
        try sync(source)
    }

    private static func unpack(_ file: String, into work: String) async throws -> Contents {
        let names = try await Tar.names(in: file)
        let contents = Contents.allCases.filter { names.contains($0.rawValue) }
        guard contents.count == 1, names.allSatisfy(isOurs) else {
            throw StartError("\(file) is no backup of a shop")
        }
        try await Tar.extract(file, into: work)
        let found = FileManager.default.enumerator(atPath: work)
        while let name = found?.nextObject() as? String {
            let type = found?.fileAttributes?[.type] as? FileAttributeType
            guard type == .typeRegular || type == .typeDirectory else {
                throw StartError("\(file) is no backup of a shop: \(name) is no file")
            }
        }
        return contents[0]
    }

    private static func isOurs(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/")).map { String($0) }
        guard name.utf8.first != UInt8(ascii: "/"), !parts.contains("..") else { return false }
        return Contents(rawValue: name) != nil || parts.first == "keys" || parts.first == "photos"
    }

    /// Throws where anything in it is damaged; brings its schema up to date.
    private static func checkedFile(in work: String, of file: String) async throws -> String {
        let problems = try await SQLiteCopy.problems(of: work + "/crema.db")
        guard problems.isEmpty else {
            throw StartError("\(file) is damaged: \(problems.joined(separator: "; "))")
        }
        let name = try await shop(in: work, databaseURL: nil, of: file)
        var log = stat()
        guard stat(work + "/crema.db-wal", &log) != 0 || log.st_size == 0 else {
            throw StartError("\(work)/crema.db can't be closed")
        }
        return name
    }

    /// The name of the shop that was restored; its schema is up to date then.
    private static func shop(
        in work: String, databaseURL: String?, of file: String
    ) async throws -> String {
        var options = ServerOptions()
        options.dataPath = work
        options.databaseURL = databaseURL
        let (_, database, services) = try await RunningServer.open(options)
        let shop: Shop?
        do {
            shop = try await services.read(ShopQuery(), by: .nobody)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
        guard let shop else { throw StartError("\(file) holds no shop") }
        return shop.name
    }

    // MARK: files

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func remove(_ path: String) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            Terminal.error("crema: \(path) is left over: \(error)")
        }
    }

    private static func absolute(_ path: String) -> String {
        URL(fileURLWithPath: path).standardizedFileURL.path
    }

    /// An empty file that only its owner reads.
    private static func own(_ path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        close(descriptor)
    }

    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw failure(path) }
    }

    private static func failure(_ path: String) -> StartError {
        StartError("\(path): \(String(cString: strerror(errno)))")
    }

    private static func timestamp() -> String {
        String(Bootstrap.nowMilliseconds() / 1000)
    }
}

/// Whether a program has a SQLite file open.
enum FolderUse {
    /// The byte of the shared-memory file on which each connection holds a lock as long as it is
    /// open (https://sqlite.org/walformat.html, the DMS lock).
    private static let lockByte: off_t = 128

    /// The process that has it open; nil where none has.
    static func process(on database: String) -> Int32? {
        let descriptor = open(database + "-shm", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = lockByte
        lock.l_len = 1
        guard fcntl(descriptor, F_GETLK, &lock) == 0, lock.l_type != Int16(F_UNLCK) else {
            return nil
        }
        return lock.l_pid
    }
}
