import Foundation
import Synchronization

extension ChildProcess {
    /// Runs a program and returns what it printed; throws its words where it failed.
    static func run(
        _ command: [String], environment: [(name: String, value: String)] = []
    ) async throws -> String {
        try await withCheckedThrowingContinuation { continuation in
            // It is waited for, which the tasks' few threads mustn't do.
            Thread.detachNewThread {
                continuation.resume(with: Result { try finished(command, environment) })
            }
        }
    }

    private static func finished(
        _ command: [String], _ environment: [(name: String, value: String)]
    ) throws -> String {
        let output = try Channel()
        let errors = try Channel()
        let child = try ChildProcess(
            command, environment: environment, output: output.input, errors: errors.input)
        // Its complaints are few and fit into the pipe, so the output can be read first.
        let printed = output.everything()
        let complaints = errors.everything()
        guard child.wait() == 0 else {
            throw StartError(complaints.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        return printed
    }
}

/// A pipe that a child writes into.
final class Channel {
    let input: Int32
    private let reading: FileHandle
    private var isOpen = true

    init() throws {
        var ends: [Int32] = [-1, -1]
        let isMade = ChildProcess.gate.withLock { _ in
            pipe(&ends) == 0 && ends.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
        }
        guard isMade else { throw StartError("no pipe: \(String(cString: strerror(errno)))") }
        input = ends[1]
        reading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    }

    deinit { closeInput() }

    /// What the child writes until it closes its end.
    func everything() -> String {
        closeInput()
        return String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)
    }

    /// What the child has written; empty once it closed its end.
    func some() -> String {
        closeInput()
        return String(decoding: reading.availableData, as: UTF8.self)
    }

    /// This process's copy of the end that the child writes into.
    private func closeInput() {
        if isOpen { close(input) }
        isOpen = false
    }
}
