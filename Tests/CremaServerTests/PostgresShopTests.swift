@testable import CremaServer
import CremaServices
import CremaSQL
import Foundation
import TestEngine
import Testing

/// A shop on PostgreSQL: its backups, its way from SQLite and back, and what doctor says of it.
@Suite(.enabled(if: !TestEngine.isSQLite), .timeLimit(.minutes(5))) struct PostgresShopTests {
    private func orders(_ url: String?) throws -> [String] {
        try RawPostgres.rows(
            try #require(url),
            """
            SELECT o.id, o.call_sequence, o.total, COUNT(*) FROM customer_order o
            JOIN order_line l ON l.order_id = o.id GROUP BY 1, 2, 3 ORDER BY 1
            """)
    }

    @Test func `a backup is restored into another database, with its keys`() async throws {
        try await TestShop.open { shop in
            _ = try await shop.place()
            let url = try #require(shop.options.databaseURL)
            let source = try DataFolder(path: shop.folder, databaseURL: url)
            try await withTemporaryFolder { folder in
                async let meanwhile = shop.place()
                try await Backup.make(of: source, at: folder + "/one.tar")
                _ = try await meanwhile
                try await Backup.make(of: source, at: folder + "/two.tar")
                try await withTestDatabase(.current, isNested: true) { other in
                    let path = folder + "/shop"
                    let restored = try await Backup.restore(
                        folder + "/two.tar", to: path, databaseURL: other.address,
                        replacing: false)

                    #expect(restored.schemaMovedTo == nil)
                    #expect(try orders(other.address) == orders(url))
                    let keys = [shop.folder, path].map {
                        FileManager.default.contents(atPath: $0 + "/keys/secret")
                    }
                    #expect(keys[0] != nil && keys[0] == keys[1])
                    try await refused("--replace") {
                        _ = try await Backup.restore(
                            folder + "/one.tar", to: path, databaseURL: other.address,
                            replacing: false)
                    }
                    try await refused("--database") {
                        _ = try await Backup.restore(
                            folder + "/one.tar", to: folder + "/new", replacing: false)
                    }
                    let again = try await Backup.restore(
                        folder + "/one.tar", to: path, databaseURL: other.address,
                        replacing: true)
                    let schema = try #require(again.schemaMovedTo)
                    let aside = try RawPostgres.rows(
                        other.address, "SELECT COUNT(*) FROM \(schema).customer_order")
                    #expect(aside == ["2"])
                    #expect([1, 2].contains(try orders(other.address).count))
                }
            }
        }
    }

    @Test func `a damaged backup leaves the database as it was`() async throws {
        try await TestShop.open { shop in
            _ = try await shop.place()
            let url = try #require(shop.options.databaseURL)
            try await withTemporaryFolder { folder in
                let source = try DataFolder(path: shop.folder, databaseURL: url)
                try await Backup.make(of: source, at: folder + "/good.tar")
                var bytes = try Data(contentsOf: URL(fileURLWithPath: folder + "/good.tar"))
                // Inside the dump's data, behind the archive's and the dump's own head.
                for index in stride(from: bytes.count / 3, to: bytes.count / 2, by: 7) {
                    bytes[index] = ~bytes[index]
                }
                try bytes.write(to: URL(fileURLWithPath: folder + "/bad.tar"))
                try await withTestDatabase(.current, isNested: true) { other in
                    try RawPostgres.rows(other.address, "CREATE TABLE mine (a INTEGER)")
                    await #expect(throws: (any Error).self) {
                        _ = try await Backup.restore(
                            folder + "/bad.tar", to: folder + "/shop",
                            databaseURL: other.address, replacing: true)
                    }
                    #expect(try other.rows("SELECT COUNT(*) FROM mine") == ["0"])
                }
            }
        }
    }

    @Test func `a shop moves from SQLite to PostgreSQL and back, and goes on counting`()
        async throws
    {
        try await withTestDatabase(.current) { place in
            try await withTemporaryFolder { folder in
                var options = options(folder)
                options.environment = { Bootstrap.environment(secrets: $0) }
                let (_, database, services) = try await RunningServer.open(options)
                try await DemoShop.ensure(services)
                await database.close()
                let file = TestDatabase(address: folder + "/crema.db", engine: .sqlite)
                let before = try file.dump()

                #expect(
                    await run(["move", "--from", "sqlite:" + folder, "--to", place.address]) == 0)
                #expect(!FileManager.default.fileExists(atPath: file.address))
                #expect(await run(["audit", "--data", folder, "--database", place.address]) == 0)
                let moved = try place.rows("SELECT id FROM audit ORDER BY id")
                #expect(moved == before["audit"]?.map { String($0.prefix { $0 != "|" }) }.sorted())
                // A row made here comes behind those that came along.
                try place.rows(
                    """
                    INSERT INTO audit (at, person_id, action, subject_id, value_before, value_after)
                    VALUES (0, '', '', '', '', '')
                    """)
                #expect(try place.number("SELECT COUNT(*) FROM audit") == moved.count + 1)
                #expect(
                    await run(["move", "--from", place.address, "--to", "sqlite:" + folder]) == 0)

                var after = try file.dump()
                after["audit"]?.removeAll { $0.hasSuffix("|||||") }
                #expect(
                    after.filter { $0.key != "schema_migration" }
                        == before.filter { $0.key != "schema_migration" })
            }
        }
    }

    @Test func `a shop isn't moved onto another, nor while somebody works on it`() async throws {
        try await TestShop.open { shop in
            let url = try #require(shop.options.databaseURL)
            try await withTemporaryFolder { folder in
                let before = try TestDatabase(address: url, engine: .current).dump()
                #expect(await run(["move", "--from", url, "--to", "sqlite:" + folder]) == 1)
                try await makeRealShop(in: folder)
                #expect(await run(["move", "--from", "sqlite:" + folder, "--to", url]) == 1)
                #expect(FileManager.default.fileExists(atPath: folder + "/crema.db"))
                #expect(try TestDatabase(address: url, engine: .current).dump() == before)
            }
        }
    }

    @Test func `nobody writes to a source that is on its way, and to none that was moved`()
        async throws
    {
        try await withTestDatabase(.current) { place in
            try await withTemporaryFolder { folder in
                var options = options(folder)
                options.environment = { Bootstrap.environment(secrets: $0) }
                options.databaseURL = place.address
                let (_, late, services) = try await RunningServer.open(options)
                try await DemoShop.ensure(services)
                try await makeEmptyFile(in: folder)
                let orders = try place.rows("SELECT id FROM audit ORDER BY id")

                let move = try ShopMove(
                    from: .postgres(url: place.address), to: .sqlite(path: folder + "/crema.db"))
                var refusal: SQLError?
                do {
                    try await late.write { tx in try tx.execute("UPDATE shop SET name = name") }
                } catch let error as SQLError {
                    refusal = error
                }
                _ = try move.copy()
                let aside = try move.putSourceAside()

                #expect(refusal?.kind == .busy)
                let gone = await #expect(throws: SQLError.self) {
                    try await late.write { tx in try tx.execute("UPDATE shop SET name = name") }
                }
                #expect(gone?.message.contains("does not exist") == true)
                #expect(aside.hasPrefix("the schema replaced_"))
                let copy = TestDatabase(address: folder + "/crema.db", engine: .sqlite)
                #expect(try copy.rows("SELECT id FROM audit ORDER BY id") == orders)
                await late.close()
            }
        }
    }

    /// A file with the schema and no shop.
    private func makeEmptyFile(in folder: String) async throws {
        let (_, database, _) = try await RunningServer.open(options(folder))
        await database.close()
    }

    @Test func `doctor finds nothing wrong, and names what is`() async throws {
        try await TestShop.open { shop in
            var options = shop.options
            let findings = await Doctor.examine(options)
            let bad = findings.filter { $0.grade == .bad }
            // The tests' server doesn't wait for the disk, and their clock stands still.
            #expect(bad.allSatisfy { $0.words.contains("fsync") || $0.subject == "clock" })
            #expect(findings.contains { $0.words.hasPrefix("PostgreSQL ") })

            options.databaseURL = "postgres://crema:secret@127.0.0.1:1/nothing"
            let lost = await Doctor.examine(options).filter { $0.grade == .bad }
            #expect(lost.map(\.subject) == ["database"])
            #expect(!lost[0].words.contains("secret"))
        }
    }

    private func refused(_ word: String, _ body: () async throws -> Void) async throws {
        do {
            try await body()
            Issue.record("it wasn't refused")
        } catch {
            #expect("\(error)".contains(word), "\(error)")
        }
    }

    /// The command line, on a thread that may wait.
    private func run(_ arguments: [String]) async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(returning: CommandLineTool.run(arguments))
            }
        }
    }
}
