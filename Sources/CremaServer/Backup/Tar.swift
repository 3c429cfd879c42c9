import Foundation

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

    /// Runs it and returns what it printed; throws its words where it failed.
    private static func run(_ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // Without this a colon in a name would mean another machine.
        process.arguments = ["tar", "--force-local"] + arguments
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        let started = process
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try finish(started, output: output, errors: errors) })
            }
        }
    }

    private static func finish(_ process: Process, output: Pipe, errors: Pipe) throws -> String {
        try process.run()
        // Its complaints are few and fit into the pipe, so the output can be read first.
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        let complaints = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let words = String(decoding: complaints, as: UTF8.self)
            throw StartError(words.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return String(decoding: printed, as: UTF8.self)
    }
}
