import CremaSQL
import CremaStore
import Foundation
import TestEngine
import Testing

/// The schema as the documents show it.
struct SchemaTests {
    private func document(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    @Test(.enabled(if: TestEngine.isSQLite))
    func `a migrated SQLite file is what docs/schema-sqlite.sql says`() async throws {
        try await withStore { database in
            let statements = try await database.read { tx in
                try tx.all(
                    """
                    SELECT sql FROM sqlite_schema
                    WHERE sql IS NOT NULL AND name <> 'schema_migration'
                    ORDER BY rowid
                    """
                ) { $0.text(0) }
            }

            let schema = statements.map { $0 + ";\n" }.joined(separator: "\n")
            #expect(schema == (try document("schema-sqlite.sql")))
        }
    }

    @Test func `PostgreSQL's text is what docs/schema-postgres.sql says`() throws {
        let schema = Schema.migrations.map { $0.text(for: .postgres) + "\n" }.joined()

        #expect(schema == (try document("schema-postgres.sql")))
    }

    @Test func `both engines have the same tables, columns and indexes`() {
        let sqlite = shape(of: Schema.migrations.map(\.sqlite))
        #expect(sqlite.tables.keys.contains("customer_order"))
        #expect(sqlite == shape(of: Schema.migrations.map(\.postgres)))
    }

    @Test func `text compares by its bytes on PostgreSQL, and nothing is SQLite's own`() {
        for migration in Schema.migrations {
            let postgres = migration.postgres
            let columns = postgres.split(separator: "\n").filter {
                $0.contains(" TEXT") && !$0.contains("CREATE")
            }
            #expect(columns.allSatisfy { $0.contains(#" TEXT COLLATE "C""#) })
            for word in ["STRICT", "WITHOUT ROWID", "INTEGER", "BLOB", "RAISE("] {
                #expect(!postgres.contains(word))
            }
        }
    }

    private struct Shape: Equatable {
        /// Columns by table, in order.
        var tables: [String: [String]] = [:]
        var indexes: Set<String> = []
    }

    /// What scripts lead to, one after the other. SQLite makes a table anew where PostgreSQL
    /// changes it.
    private func shape(of scripts: [String]) -> Shape {
        var shape = Shape()
        var table = ""
        for line in scripts.flatMap({ $0.split(separator: "\n") }) {
            let words = line.split(separator: " ").map(String.init)
            guard let first = words.first else { continue }
            if first == "CREATE", let index = words.firstIndex(where: { $0 == "TABLE" }) {
                table = words[index + 1]
                shape.tables[table] = []
            } else if first == "CREATE", let index = words.firstIndex(where: { $0 == "INDEX" }) {
                shape.indexes.insert(words[index + 1])
            } else if first == "ALTER", words.count > 6, words[4] == "COLUMN" {
                let isNullable = !line.contains("NOT NULL")
                shape.tables[words[2], default: []].append(words[5] + (isNullable ? "?" : ""))
            } else if words.count > 1,
                ["TEXT", "INTEGER", "BIGINT", "BLOB", "BYTEA"].contains(where: words[1].hasPrefix)
            {
                shape.tables[table, default: []].append(
                    first + (line.contains("NOT NULL") ? "" : "?"))
            }
        }
        return shape
    }

    @Test func `migrating twice changes nothing`() async throws {
        try await withStore { database in
            let again = try await migrate(database, Schema.migrations, now: 1)
            #expect(again.isEmpty)
        }
    }

    @Test(.enabled(if: TestEngine.isSQLite)) func `the hot reads go by an index`() async throws {
        try await withStore { database in
            let plans = try await database.read { tx in
                let count = try tx.all(
                    """
                    EXPLAIN QUERY PLAN SELECT COUNT(*) FROM customer_order
                    WHERE location_id = $1
                        AND state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
                    """, .text("corner")
                ) { $0.text(3) }
                let completed = try tx.all(
                    """
                    EXPLAIN QUERY PLAN SELECT id FROM customer_order
                    WHERE location_id = $1 AND state = 'completed' AND changed_at >= $2
                    ORDER BY changed_at DESC, id DESC LIMIT $3
                    """, .text("corner"), .integer(0), .integer(1)
                ) { $0.text(3) }
                let list = try tx.all(
                    """
                    EXPLAIN QUERY PLAN SELECT id FROM customer_order
                    WHERE owner_id = $1 AND (placed_at < $2 OR (placed_at = $2 AND id < $3))
                    ORDER BY placed_at DESC, id DESC LIMIT $4
                    """, .text("a"), .integer(0), .text("b"), .integer(1)
                ) { $0.text(3) }
                return [count, completed, list]
            }

            for plan in plans {
                #expect(plan.contains { $0.contains("USING") && $0.contains("INDEX") }, "\(plan)")
                #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            }
        }
    }
}
