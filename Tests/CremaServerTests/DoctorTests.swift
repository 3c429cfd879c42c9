@testable import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Foundation
import TestEngine
import Testing

/// What is wrong with a set-up is found, and said with its remedy.
@Suite(.enabled(if: TestEngine.isSQLite)) struct DoctorTests {
    private func bad(_ folder: String) async -> [Finding] {
        await Doctor.examine(options(folder)).filter { $0.grade == .bad }
    }

    private func withShopFolder(_ body: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o700], ofItemAtPath: folder)
            try await makeRealShop(in: folder)
            try await body(folder)
        }
    }

    @Test func `a sound shop has nothing wrong, and its missing menu and backups are told`()
        async throws
    {
        try await withShopFolder { folder in
            let findings = await Doctor.examine(options(folder))

            #expect(!findings.contains { $0.grade == .bad })
            for subject in ["menu", "backups"] {
                let found = findings.first { $0.subject == subject }
                #expect(found?.grade == .doubtful, "\(findings.count) \(String(describing: found))")
            }
            #expect(findings.allSatisfy { ($0.grade == .good) == $0.remedy.isEmpty })
            for subject in ["folder", "keys", "disk", "time zones", "database", "shop"] {
                #expect(findings.contains { $0.subject == subject }, "\(subject)")
            }
        }
    }

    @Test func `a folder that isn't there, and one without a shop`() async throws {
        try await withTemporaryFolder { folder in
            #expect(await bad(folder + "/nowhere").map(\.subject).first == "folder")
            #expect(await bad(folder).map(\.subject) == ["database"])
        }
    }

    @Test func `keys that others may read, or that are cut short`() async throws {
        try await withShopFolder { folder in
            let key = folder + "/keys/secret"
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o644], ofItemAtPath: key)
            #expect(await bad(folder).map(\.subject) == ["keys"])
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: key)
            try Data([1, 2, 3]).write(to: URL(fileURLWithPath: key))
            #expect(await bad(folder).first?.words.contains("32 bytes") == true)
        }
    }

    @Test func `a damaged database`() async throws {
        try await withShopFolder { folder in
            let path = folder + "/crema.db"
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for index in stride(from: 4096 * 3, to: min(bytes.count, 4096 * 12), by: 1) {
                bytes[index] = 0x5A
            }
            try bytes.write(to: URL(fileURLWithPath: path))
            #expect(await bad(folder).map(\.subject) == ["database"])
        }
    }

    @Test func `a clock that stands behind what was written`() async throws {
        try await withShopFolder { folder in
            let database = try SQLiteDatabase(path: folder + "/crema.db")
            try await database.write { tx in
                try tx.execute(
                    """
                    INSERT INTO event (id, at, kind, subject_id, version, location_id, owner_id,
                        payload)
                    VALUES (99, 99999999999999, 'location', 'a', 1, 'a', '', '{}')
                    """)
            }
            await database.close()
            #expect(await bad(folder).map(\.subject) == ["clock"])
        }
    }

    @Test func `a database newer than the program`() async throws {
        try await withShopFolder { folder in
            let database = try SQLiteDatabase(path: folder + "/crema.db")
            try await database.write { tx in
                try tx.execute("INSERT INTO schema_migration VALUES (999, 'later', 'x', 0)")
            }
            await database.close()
            let found = await bad(folder)
            #expect(found.map(\.subject) == ["schema"])
            #expect(found.first?.words.contains("newer") == true)
        }
    }
}
