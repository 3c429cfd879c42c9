import CremaSQL
import Testing

@Suite struct StatementTests {
    @Test func `what is written is read`() async throws {
        try await withDatabase { database, _ in
            let id = try await database.write { try $0.addBean("Yirgacheffe", grams: 1000) }

            let found = try await database.read { tx in
                try tx.first("SELECT name, grams FROM bean WHERE id = $1", .integer(id)) { row in
                    "\(row.text(0)) \(row.int(1))"
                }
            }

            #expect(found == "Yirgacheffe 1000")
        }
    }

    @Test func `parameters are bound by name, not by appearance`() async throws {
        try await withDatabase { database, _ in
            let pair = try await database.read { tx in
                try tx.first("SELECT $2, $1, $2", .integer(1), .text("two")) { row in
                    "\(row.text(0)) \(row.int(1)) \(row.text(2))"
                }
            }

            #expect(pair == "two 1 two")
        }
    }
}
