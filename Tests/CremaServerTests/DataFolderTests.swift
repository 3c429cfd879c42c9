import CremaSQL
@testable import CremaServer
import CremaServices
import Foundation
import Testing

/// Where a shop's secrets lie.
struct DataFolderTests {
    @Test func `only its owner reads what is in it`() async throws {
        try await withTemporaryFolder { parent in
            let path = parent + "/shop"
            let (folder, database, _) = try await RunningServer.open(options(path))
            _ = try folder.metricsToken()

            #expect(try permissions(path) == 0o700)
            #expect(try permissions(path + "/keys") == 0o700)
            #expect(try permissions(path + "/photos") == 0o700)
            for file in ["crema.db", "crema.db-wal", "keys/secret", "keys/metrics"] {
                #expect(try permissions("\(path)/\(file)") == 0o600, "\(file)")
            }
            await database.close()
        }
    }

    @Test func `keys stay the same over restarts and differ between shops`() async throws {
        try await withTemporaryFolder { parent in
            let first = try DataFolder(path: parent + "/a")
            let again = try DataFolder(path: parent + "/a")
            let other = try DataFolder(path: parent + "/b")

            let cookie = try first.secrets().signed("phone", purpose: "device")
            #expect(try again.secrets().verified(cookie, purpose: "device") == "phone")
            #expect(try other.secrets().verified(cookie, purpose: "device") == nil)
            #expect(try first.secrets().verified(cookie, purpose: "order") == nil)
            #expect(try first.metricsToken() == again.metricsToken())
            #expect(try first.metricsToken() != other.metricsToken())
        }
    }

    @Test func `a key that others can read is refused`() async throws {
        try await withTemporaryFolder { path in
            let folder = try DataFolder(path: path)
            _ = try folder.secrets()
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o640], ofItemAtPath: path + "/keys/secret")

            #expect(throws: DataFolderError.self) { try folder.secrets() }
        }
    }

    @Test func `a key that is cut short is refused, and none is left half written`() async throws {
        try await withTemporaryFolder { path in
            let folder = try DataFolder(path: path)
            _ = try folder.secrets()
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path + "/keys") == ["secret"])

            let file = path + "/keys/secret"
            try Data([1, 2, 3]).write(to: URL(filePath: file))
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: file)
            #expect(throws: DataFolderError.self) { try folder.secrets() }
        }
    }

    @Test func `starts at once agree on one key`() async throws {
        try await withTemporaryFolder { path in
            for round in 0..<20 {
                let folder = path + "/\(round)"
                let cookies = try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            try DataFolder(path: folder).secrets().signed("a", purpose: "device")
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1) }
                }
                #expect(cookies.count == 1)
            }
        }
    }
}
