@testable import CremaServer
import Foundation
import FoundationNetworking
import Testing

/// The built program, run as a process of its own.
final class Program: Sendable {
    let base: URL
    let processID: Int32
    private let process: ChildProcess
    private let session = URLSession(configuration: .ephemeral)

    /// Beside the tests' own bundle.
    static var path: String? {
        let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        let candidates = [folder.appending(path: "crema").path] + Program.fromBundle
        return candidates.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static var fromBundle: [String] {
        CommandLine.arguments.filter { $0.hasSuffix(".xctest") }.map {
            URL(filePath: $0).deletingLastPathComponent().appending(path: "crema").path
        }
    }

    /// Starts it and waits until it says where it is.
    init(_ arguments: [String]) throws {
        let output = try Channel()
        let process = try ChildProcess(
            [try #require(Program.path)] + arguments, output: output.input)
        var text = ""
        while !text.contains("\n") {
            let more = output.some()
            guard !more.isEmpty else { throw NotReady(output: text) }
            text += more
        }
        let address = text.split(separator: " ").first { $0.hasPrefix("http://") }
        guard let address, let base = URL(string: String(address)) else {
            throw NotReady(output: text)
        }
        self.base = base
        processID = process.id
        self.process = process
    }

    /// A test that fails halfway leaves nothing running.
    deinit {
        kill()
    }

    /// As when the power fails.
    func kill() {
        process.send(SIGKILL)
        process.wait()
    }

    /// As an operator ends it. Returns the exit code.
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        process.send(signal)
        return process.wait()
    }

    /// Sends JSON and returns status and body; throws where no answer came.
    func post(_ path: String, _ body: [String: any Sendable], key: String? = nil) async throws -> (
        Int, Data
    ) {
        var request = URLRequest(url: base.appending(path: path))
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if let key { request.setValue(key, forHTTPHeaderField: "Idempotency-Key") }
        request.httpBody = try JSONSerialization.data(
            withJSONObject: body, options: .sortedKeys)
        let (data, response) = try await session.data(for: request)
        return (try #require(response as? HTTPURLResponse).statusCode, data)
    }

    struct NotReady: Error {
        let output: String
    }
}
