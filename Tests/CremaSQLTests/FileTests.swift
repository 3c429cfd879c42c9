import CremaSQL
import Foundation
import Testing

/// Files that can't be opened, or not now.
@Suite struct FileTests {
    @Test func `a file of ours is opened again`() async throws {
        try await withFolder { folder in
            for expected in 0...2 {
                let database = try SQLiteDatabase(path: folder + "/crema.db")
                if expected == 0 { try await database.write { try $0.executeScript(cellar) } }
                #expect(try await database.read { try $0.count() } == Int64(expected))
                try await database.write { try $0.addBean("bean \(expected)") }
                await database.close()
            }
        }
    }

    @Test func `the settings that answers rest on are on`() async throws {
        try await withDatabase { database, _ in
            let settings = try await database.write { tx in
                [
                    try tx.first("PRAGMA synchronous") { $0.int(0) },
                    try tx.first("PRAGMA foreign_keys") { $0.int(0) },
                    try tx.first("PRAGMA recursive_triggers") { $0.int(0) },
                    try tx.first("PRAGMA temp_store") { $0.int(0) },
                    try tx.first("PRAGMA secure_delete") { $0.int(0) },
                    try tx.first("PRAGMA wal_autocheckpoint") { $0.int(0) },
                ]
            }
            let journal = try await database.read { tx in
                try tx.first("PRAGMA journal_mode") { $0.text(0) }
            }

            // FULL, on, on, MEMORY, on, and no checkpoint inside of COMMIT.
            #expect(settings == [2, 1, 1, 2, 1, 0])
            #expect(journal == "wal")
        }
    }

    @Test func `only its owner can read a new file`() async throws {
        try await withDatabase { _, path in
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: path + suffix)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            }
        }
    }

    @Test func `erased text leaves the file`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            let name = "Ada Lovelace of St James's Square"
            for isErased in [false, true] {
                let database = try SQLiteDatabase(path: path)
                if isErased {
                    try await database.write { try $0.execute("DELETE FROM bean") }
                } else {
                    try await database.write { try $0.executeScript(cellar) }
                    try await database.write { try $0.addBean(name) }
                }
                await database.close()
                let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
                #expect((bytes.range(of: Data(name.utf8)) == nil) == isErased)
            }
        }
    }

    @Test func `a database of another program is refused and left alone`() async throws {
        try await withFolder { folder in
            let path = folder + "/notes.db"
            try OtherProgram(path).execute("CREATE TABLE note (text TEXT)")
            let before = try Data(contentsOf: URL(fileURLWithPath: path))

            let error = #expect(throws: SQLError.self) { try SQLiteDatabase(path: path) }

            #expect(error?.kind == .foreignFile)
            #expect(error?.message == "the database belongs to another program")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test func `an empty database with another program's mark is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/notes.db"
            try OtherProgram(path).execute("PRAGMA application_id = 1")

            let error = #expect(throws: SQLError.self) { try SQLiteDatabase(path: path) }

            #expect(error?.kind == .foreignFile)
        }
    }

    @Test func `a file that is no database is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/menu.txt"
            let text = String(repeating: "flat white 3.80\n", count: 100)
            try text.write(toFile: path, atomically: true, encoding: .utf8)

            let error = #expect(throws: SQLError.self) { try SQLiteDatabase(path: path) }

            #expect(error?.kind == .foreignFile)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
        }
    }

    @Test func `a file of a newer layout is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            await (try SQLiteDatabase(path: path)).close()
            try OtherProgram(path).execute("PRAGMA user_version = 2")

            let error = #expect(throws: SQLError.self) { try SQLiteDatabase(path: path) }

            #expect(error?.kind == .foreignFile)
            #expect(error?.message.contains("newer version") == true)
        }
    }

    @Test func `a folder that isn't there is told`() async throws {
        let error = #expect(throws: SQLError.self) {
            try SQLiteDatabase(path: "/nowhere/at/all/crema.db")
        }

        #expect(error?.kind == .io)
        #expect(error?.message.contains("unable to open") == true)
    }

    @Test(.enabled(if: geteuid() != 0, "permissions don't hold the superuser"))
    func `a file that can't be written is refused`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            await (try SQLiteDatabase(path: path)).close()
            try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)

            let error = #expect(throws: SQLError.self) { try SQLiteDatabase(path: path) }

            #expect(error?.kind == .readOnly)
        }
    }

    @Test func `another program's lock is waited for, then told as busy`() async throws {
        var options = SQLiteOptions.patient
        options.busyTimeoutMilliseconds = 30
        try await withDatabase(options) { database, path in
            let other = try OtherProgram(path)
            try other.execute("BEGIN IMMEDIATE")
            let hold = Task { await outcome(of: { try $0.addBean("Sidamo") }, on: database) }
            let refused = await hold.value

            try other.execute("COMMIT")
            try await database.write { try $0.addBean("Huila") }

            #expect(refused.sqlError?.kind == .busy)
            #expect(refused.sqlError?.isTransient == true)
            #expect(try await database.read { try $0.beans() } == ["Huila"])
        }
    }

    @Test func `another program's short lock isn't noticed`() async throws {
        try await withDatabase { database, path in
            let other = try OtherProgram(path)
            try other.execute("BEGIN IMMEDIATE")
            let writing = Task { try await database.write { try $0.addBean("Sidamo") } }
            try await Task.sleep(for: .milliseconds(30))

            try other.execute("COMMIT")

            #expect(try await writing.value == 1)
        }
    }

    @Test func `a locked file isn't opened`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            await (try SQLiteDatabase(path: path)).close()
            let other = try OtherProgram(path)
            try other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT")
            var options = SQLiteOptions.patient
            options.busyTimeoutMilliseconds = 10

            let error = #expect(throws: SQLError.self) {
                try SQLiteDatabase(path: path, options: options)
            }

            #expect(error?.kind == .busy)
        }
    }

    @Test func `a damaged file is told as corrupt`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            let database = try SQLiteDatabase(path: path)
            try await database.write { try $0.executeScript(cellar) }
            try await database.write { tx in
                for number in 1...500 { try tx.addBean("bean \(number)") }
            }
            await database.close()
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            for index in 4096..<bytes.count { bytes[index] = 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: path))

            let damaged = try SQLiteDatabase(path: path)
            let error = await #expect(throws: SQLError.self) {
                try await damaged.read { try $0.beans() }
            }
            let refused = await outcome(of: { try $0.addBean("Sidamo") }, on: damaged)
            await damaged.close()

            #expect(error?.kind == .corrupt)
            #expect(refused.sqlError?.kind == .corrupt)
        }
    }
}
