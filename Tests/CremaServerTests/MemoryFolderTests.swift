@testable import CremaServer
import Foundation
import Testing

/// `--memory`: nothing is left behind, and nothing of others is touched.
struct MemoryFolderTests {
    private func names(_ parent: String) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: parent))
    }

    @Test func `a folder is its owner's only and goes when it is told to`() async throws {
        try await withTemporaryFolder { parent in
            let folder = try MemoryFolder(in: parent)
            #expect(try permissions(folder.path) == 0o700)
            try Data([1]).write(to: URL(filePath: folder.path + "/crema.db"))

            folder.delete()

            #expect(try names(parent).isEmpty)
        }
    }

    @Test func `a start deletes what dead processes left, and nothing else`() async throws {
        try await withTemporaryFolder { parent in
            let files = FileManager.default
            let dead = parent + "/crema-123-456"
            try files.createDirectory(atPath: dead + "/keys", withIntermediateDirectories: true)
            try Data([1]).write(to: URL(filePath: dead + "/crema.db"))
            let alive = try MemoryFolder(in: parent)
            let kept = ["crema-test-1", "crema-12", "crema-1-2-3", "other"]
            for name in kept {
                try files.createDirectory(
                    atPath: "\(parent)/\(name)", withIntermediateDirectories: true)
            }
            try files.createSymbolicLink(
                atPath: parent + "/crema-1-1", withDestinationPath: parent + "/other")
            try Data().write(to: URL(filePath: parent + "/crema-2-2"))

            let next = try MemoryFolder(in: parent)

            let left = try names(parent)
            let own = [alive.path, next.path].map { URL(filePath: $0).lastPathComponent }
            #expect(left == Set(kept + own + ["crema-1-1", "crema-2-2"]))
        }
    }

    @Test func `where there is no memory to write to, it says so`() {
        #expect(throws: DataFolderError.self) { try MemoryFolder(in: "/proc/no-such-folder") }
    }

    @Test func `a folder that is named can't be thrown away by mistake`() throws {
        #expect(throws: UsageError.self) {
            try ServeCommand.serverOptions(Options(["--data", "/srv/shop", "--memory"]))
        }
        let memory = try ServeCommand.serverOptions(Options(["--memory"]))
        #expect(memory.isInMemory)
        let kept = try ServeCommand.serverOptions(Options(["--data", "/srv/shop"]))
        #expect(!kept.isInMemory && kept.dataPath == "/srv/shop")
    }
}
