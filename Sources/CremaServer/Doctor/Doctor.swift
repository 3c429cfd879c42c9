import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Foundation

/// Looks through a set-up for what is wrong with it or soon will be. It changes nothing, but for
/// the schema, which is brought up to date when the database is opened.
package enum Doctor {
    /// All findings, the good ones too, in the order that they build on each other.
    package static func examine(_ options: ServerOptions) async -> [Finding] {
        var findings = FolderCheck.findings(options.dataPath)
        findings += await MachineCheck.findings()
        findings += await programs(options)
        if let url = options.databaseURL {
            findings += await PostgresCheck.findings(url)
        } else {
            findings += await SQLiteCheck.findings(options.dataPath + "/crema.db")
        }
        // A shop behind a database or keys that don't work can't be looked at.
        guard !findings.contains(where: { $0.grade == .bad }) else { return findings }
        return findings + (await ShopCheck.findings(options))
    }

    /// Programs that backups are made with.
    private static func programs(_ options: ServerOptions) async -> [Finding] {
        var needed = [("tar", "tar")]
        if options.databaseURL != nil {
            needed += [("pg_dump", "postgresql-client"), ("pg_restore", "postgresql-client")]
        }
        var findings: [Finding] = []
        for (program, package) in needed {
            do {
                let version = try await ChildProcess.run([program, "--version"])
                let line = version.split(separator: "\n").first.map(String.init) ?? ""
                findings.append(.good("programs", line))
            } catch {
                findings.append(
                    .bad(
                        "programs", "\(program) can't be run, so no backup can be made",
                        remedy: "install it (Debian: apt-get install \(package))"))
            }
        }
        return findings
    }
}

/// What the machine gives: clock, time zones, open files.
enum MachineCheck {
    /// A stream takes a descriptor, and a shop at eight in the morning has many.
    private static let enoughDescriptors: UInt64 = 4096

    static func findings() async -> [Finding] {
        [await clock(), zones(), descriptors()]
    }

    /// As systemd knows it; a container has its host's clock and no systemd.
    private static func clock() async -> Finding {
        do {
            let answer = try await ChildProcess.run(
                ["timedatectl", "show", "--property=NTPSynchronized", "--value"])
            guard answer.trimmingCharacters(in: .whitespacesAndNewlines) == "yes" else {
                return .doubtful(
                    "clock", "nothing keeps it right: promised times and days will drift",
                    remedy: "run a time service (Debian: systemd-timesyncd or chrony)")
            }
            return .good("clock", "kept right by a time service")
        } catch {
            return .doubtful(
                "clock", "this machine doesn't say whether it's kept right",
                remedy: "see that a time service runs here, or on the container's host")
        }
    }

    private static func zones() -> Finding {
        do {
            guard let zone = ZoneID("Europe/London") else { throw StartError("no zone has a name") }
            _ = try ZoneDirectory().rules(of: zone)
            return .good("time zones", "the system's tables can be read")
        } catch {
            return .bad(
                "time zones", "the system's tables can't be read: \(error)",
                remedy: "install them (Debian: apt-get install tzdata)")
        }
    }

    private static func descriptors() -> Finding {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            return .doubtful(
                "open files", "the limit can't be read", remedy: "see ulimit -n")
        }
        guard limit.rlim_cur >= enoughDescriptors else {
            return .doubtful(
                "open files",
                "at most \(limit.rlim_cur): each phone that watches an order takes one",
                remedy: "raise LimitNOFILE of the service, or ulimit -n, to 65536")
        }
        return .good("open files", "up to \(limit.rlim_cur)")
    }
}
