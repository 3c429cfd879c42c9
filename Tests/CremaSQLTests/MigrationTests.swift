import CremaSQL
import Testing

@Suite struct MigrationTests {
    @Test func `pending migrations are applied in order and once`() async throws {
        try await withDatabase(schema: "") { database, _ in
            let first = try await migrate(database, [beans], now: 1)
            let second = try await migrate(database, [beans, origin], now: 2)
            let third = try await migrate(database, [beans, origin], now: 3)

            #expect(first == [beans])
            #expect(second == [origin])
            #expect(third.isEmpty)
            let history = try await database.read { tx in
                try tx.all("SELECT number, name, applied_at FROM schema_migration") { row in
                    "\(row.int(0)) \(row.text(1)) \(row.int(2))"
                }
            }
            #expect(history == ["1 beans 1", "2 origin 2"])
        }
    }

    @Test func `before a database that holds something is changed, it is prepared`() async throws {
        struct Unprepared: Error {}
        try await withDatabase(schema: "") { database, _ in
            var asked: [[Int]] = []
            func run(_ migrations: [Migration]) async throws {
                _ = try await migrate(database, migrations, now: 1) { missing in
                    asked.append(missing.map(\.number))
                }
            }
            try await run([beans])
            try await run([beans])
            var refused: MigrationError?
            do throws(MigrationError) {
                _ = try await migrate(database, [beans, origin], now: 1) { _ in throw Unprepared() }
            } catch {
                refused = error
            }
            #expect(refused == .notPrepared("Unprepared()"))
            #expect(try await tables(database) == ["bean", "schema_migration"])

            try await run([beans, origin])

            #expect(asked == [[2]])
        }
    }

    @Test func `a migration that was edited after it had been applied is refused`() async throws {
        try await withDatabase(schema: "") { database, _ in
            _ = try await migrate(database, [beans], now: 1)
            let edited = Migration(
                number: 1, name: "beans", sqlite: beans.sqlite + " ", postgres: beans.postgres)

            let error = await refusal(of: [edited, origin], on: database)

            #expect(error == .changed(number: 1, name: "beans"))
            #expect(try await tables(database) == ["bean", "schema_migration"])
        }
    }

    @Test func `the other engine's text may be edited`() async throws {
        try await withDatabase(schema: "") { database, _ in
            _ = try await migrate(database, [beans], now: 1)
            let edited = Migration(
                number: 1, name: "beans", sqlite: beans.sqlite, postgres: "SELECT 1")

            #expect(await refusal(of: [edited], on: database) == nil)
        }
    }

    @Test func `a database that is newer than the program is refused`() async throws {
        try await withDatabase(schema: "") { database, _ in
            _ = try await migrate(database, [beans, origin], now: 1)

            let error = await refusal(of: [beans], on: database)

            #expect(error == .databaseIsNewer(number: 2, name: "origin"))
        }
    }

    @Test func `a history with a gap is refused`() async throws {
        try await withDatabase(schema: "") { database, _ in
            _ = try await migrate(database, [beans, origin], now: 1)
            try await database.write { tx in
                try tx.execute("DELETE FROM schema_migration WHERE number = 1")
            }

            let error = await refusal(of: [beans, origin], on: database)

            #expect(error == .gap(number: 1))
        }
    }

    @Test func `a list that isn't numbered in order is refused`() async throws {
        try await withDatabase(schema: "") { database, _ in
            let third = Migration(number: 3, name: "third", sqlite: "", postgres: "")

            #expect(
                await refusal(of: [origin, beans], on: database)
                    == .notNumberedInOrder(found: 2, expected: 1))
            #expect(
                await refusal(of: [beans, third], on: database)
                    == .notNumberedInOrder(found: 3, expected: 2))
            #expect(
                await refusal(of: [beans, beans], on: database)
                    == .notNumberedInOrder(found: 1, expected: 2))
            let tables = try await tables(database)
            #expect(tables.isEmpty)
        }
    }

    @Test func `a migration that fails leaves nothing, and those before it stay`() async throws {
        try await withDatabase(schema: "") { database, _ in
            let broken = Migration(
                number: 2, name: "broken",
                sqlite: "CREATE TABLE cup (id INTEGER PRIMARY KEY) STRICT; CREATE TABLE bean (a);",
                postgres: "")

            let error = await refusal(of: [beans, broken], on: database)
            let left = try await tables(database)
            let appliedLater = try await migrate(database, [beans, origin], now: 2)

            guard case .failed(2, "broken", let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.message.contains("already exists"))
            #expect(left == ["bean", "schema_migration"])
            #expect(appliedLater == [origin])
        }
    }

    @Test func `programs that start together apply each migration once`() async throws {
        try await withDatabase(schema: "") { database, path in
            let other = try SQLiteDatabase(path: path)

            async let here = migrate(database, [beans, origin], now: 1)
            async let there = migrate(other, [beans, origin], now: 1)
            let applied = try await here + there

            #expect(Set(applied) == [beans, origin])
            #expect(applied.count == 2)
            await other.close()
        }
    }

    @Test func `the checksum is that of FNV-1a`() {
        // http://www.isthe.com/chongo/src/fnv/test_fnv.c
        let vectors = [
            "": "cbf29ce484222325", "a": "af63dc4c8601ec8c", "foobar": "85944171f73967e8",
        ]
        for (text, checksum) in vectors {
            let migration = Migration(number: 1, name: "", sqlite: text, postgres: "-")
            #expect(migration.checksum(for: .sqlite) == checksum)
        }
    }

    private func refusal(
        of migrations: [Migration], on database: SQLiteDatabase
    ) async -> MigrationError? {
        do throws(MigrationError) {
            _ = try await migrate(database, migrations, now: 9)
            return nil
        } catch {
            return error
        }
    }

    private func tables(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read { tx in
            try tx.all(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            ) { $0.text(0) }
        }
    }
}

private let beans = Migration(
    number: 1, name: "beans", sqlite: "CREATE TABLE bean (id INTEGER PRIMARY KEY) STRICT;",
    postgres: "CREATE TABLE bean (id BIGINT PRIMARY KEY);")

private let origin = Migration(
    number: 2, name: "origin", sqlite: "ALTER TABLE bean ADD COLUMN origin TEXT;",
    postgres: "ALTER TABLE bean ADD COLUMN origin TEXT;")
