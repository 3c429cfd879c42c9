import CSQLite
import Foundation

/// Copies of a SQLite file that others go on writing.
///
/// SQLite's stepwise backup starts over with each write of another connection, so under load it
/// never ends; `VACUUM INTO` reads one snapshot (https://sqlite.org/lang_vacuum.html#vacuuminto).
package enum SQLiteCopy {
    /// Of SQLite itself.
    package static var version: String { String(cString: sqlite3_libversion()) }

    /// Writes what a database holds at this moment into a new file, which is on the disk when this
    /// returns. Takes as long as reading it all; writers aren't held up, but the log grows
    /// meanwhile.
    ///
    /// Throws `io` where the file exists already or can't be written.
    package static func make(of path: String, at copy: String) async throws {
        try await onOwnThread { () throws(SQLError) in
            guard access(copy, F_OK) != 0 else {
                throw SQLError(kind: .io, message: "\(copy) exists already")
            }
            let connection = try SQLiteConnection(
                path: path, role: .copier, options: SQLiteOptions())
            do throws(SQLError) {
                try connection.copy(to: copy)
                try sync(copy)
            } catch {
                unlink(copy)
                throw error
            }
        }
    }

    /// What is wrong with a database file, looked through whole; empty where nothing is.
    package static func problems(of path: String) async throws -> [String] {
        try await onOwnThread { () throws(SQLError) in
            try SQLiteConnection(path: path, role: .copier, options: SQLiteOptions())
                .integrityProblems()
        }
    }

    private static func sync(_ path: String) throws(SQLError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw ioError(path) }
        defer { close(descriptor) }
        guard chmod(path, 0o600) == 0, fsync(descriptor) == 0 else { throw ioError(path) }
    }

    private static func ioError(_ path: String) -> SQLError {
        SQLError(kind: .io, message: "\(path): \(String(cString: strerror(errno)))")
    }
}
