/// The system's `tar`, which anybody can look into a backup with.
enum Tar {
    /// Puts files into a new archive: each folder with the names taken from it.
    static func create(_ file: String, _ parts: [(folder: String, names: [String])]) async throws {
        let members = parts.flatMap { ["--directory=" + $0.folder] + $0.names }
        _ = try await run(["--create", "--file=" + file] + members)
    }

    /// The names in an archive.
    static func names(in file: String) async throws -> [String] {
        try await run(["--list", "--file=" + file]).split(separator: "\n").map(String.init)
    }

    /// Unpacks an archive into a folder, as files of whoever runs this.
    static func extract(_ file: String, into folder: String) async throws {
        _ = try await run(
            ["--extract", "--no-same-owner", "--file=" + file, "--directory=" + folder])
    }

    private static func run(_ arguments: [String]) async throws -> String {
        // Without the first option a colon in a name would mean another machine.
        try await ChildProcess.run(["tar", "--force-local"] + arguments)
    }
}
