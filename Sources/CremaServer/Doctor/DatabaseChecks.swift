import CremaSQL
import Foundation

/// A SQLite file in the folder.
enum SQLiteCheck {
    static func findings(_ path: String) async -> [Finding] {
        guard FileManager.default.fileExists(atPath: path) else {
            return [
                .bad(
                    "database", "\(path) isn't there",
                    remedy: "make a shop with `crema init`, or name its folder by --data")
            ]
        }
        do {
            let problems = try await SQLiteCopy.problems(of: path)
            guard problems.isEmpty else {
                return [
                    .bad(
                        "database", "the file is damaged: \(problems.joined(separator: "; "))",
                        remedy: "stop the server and restore the last backup: `crema restore FILE`")
                ]
            }
            return [
                .good("database", "SQLite \(SQLiteCopy.version); the file is sound"), log(path),
            ]
        } catch {
            return [
                .bad("database", "\(path): \(error)", remedy: "see that nothing else locks it")
            ]
        }
    }
}

extension SQLiteCheck {
    /// Far longer than Crema lets it grow where nobody holds it up.
    private static let longLogBytes: Int64 = 256 << 20

    private static func log(_ path: String) -> Finding {
        var status = stat()
        guard stat(path + "-wal", &status) == 0, status.st_size >= longLogBytes else {
            return .good("database", "its write-ahead log is short")
        }
        return .doubtful(
            "database",
            "its write-ahead log has \(status.st_size >> 20) MB: another program holds a "
                + "read open, or did",
            remedy:
                "end programs that have \(path) open (fuser \(path)); stopping and starting crema "
                + "shortens the log")
    }
}

/// A PostgreSQL server.
enum PostgresCheck {
    private static let slowRoundTrip = Duration.milliseconds(5)

    static func findings(_ url: String) async -> [Finding] {
        do {
            let facts = try await onOwnThread { () throws(SQLError) in
                try PostgresFacts(url: url)
            }
            return findings(facts)
        } catch {
            return [
                .bad(
                    "database", "\(PostgresURL.shown(url)): \(error)",
                    remedy: "see that the server runs, lets this machine in (pg_hba.conf), and "
                        + "that --database names an existing database")
            ]
        }
    }

    private static func findings(_ facts: PostgresFacts) -> [Finding] {
        var findings: [Finding] = [.good("database", "PostgreSQL \(facts.version)")]
        if !facts.isDurable {
            findings.append(
                .bad(
                    "database", "fsync or full_page_writes is off: a power cut loses the shop",
                    remedy: "turn both on in postgresql.conf"))
        }
        if !facts.waitsForDisk {
            findings.append(
                .bad(
                    "database",
                    "synchronous_commit is off: a crash loses orders that were answered",
                    remedy: "set synchronous_commit = on for this database"))
        }
        if facts.isStandby {
            findings.append(
                .bad(
                    "database", "it's a standby, which can't be written",
                    remedy: "let --database name the primary"))
        }
        if facts.freeConnections < PostgresOptions().connections * 2 {
            findings.append(
                .doubtful(
                    "database",
                    "\(facts.freeConnections) connections are free, and each instance "
                        + "takes up to \(PostgresOptions().connections)",
                    remedy: "raise max_connections, or run fewer instances"))
        }
        if facts.roundTrip > slowRoundTrip {
            findings.append(
                .doubtful(
                    "database", "a round trip takes \(facts.roundTrip): an order takes several",
                    remedy: "run crema in the same network as the database"))
        }
        findings.append(clock(facts))
        return findings
    }

    private static func clock(_ facts: PostgresFacts) -> Finding {
        let apart = abs(facts.clockMilliseconds - Bootstrap.nowMilliseconds())
        guard apart < 2000 else {
            return .doubtful(
                "clock", "this machine and the database are \(apart / 1000) s apart",
                remedy: "run a time service on both")
        }
        return .good("clock", "this machine and the database agree")
    }
}
