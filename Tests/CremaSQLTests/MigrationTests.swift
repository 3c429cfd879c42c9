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
}

private let beans = Migration(
    number: 1, name: "beans", sqlite: "CREATE TABLE bean (id INTEGER PRIMARY KEY) STRICT;",
    postgres: "CREATE TABLE bean (id BIGINT PRIMARY KEY);")

private let origin = Migration(
    number: 2, name: "origin", sqlite: "ALTER TABLE bean ADD COLUMN origin TEXT;",
    postgres: "ALTER TABLE bean ADD COLUMN origin TEXT;")
