import CremaSQL
import Testing

/// Mistakes of this program: thrown, with nothing written, and never a wrong value.
@Suite struct MistakeTests {
    @Test func `a column read as another type throws`() async throws {
        try await withDatabase { database, _ in
            let mistakes: [@Sendable (Transaction) throws -> Void] = [
                { _ = try $0.all("SELECT 'one'") { $0.int(0) } },
                { _ = try $0.all("SELECT 1") { $0.text(0) } },
                { _ = try $0.all("SELECT 1.5") { $0.int(0) } },
                { _ = try $0.all("SELECT 'one'") { $0.blob(0) } },
                { _ = try $0.first("SELECT NULL") { $0.int(0) } },
                { _ = try $0.first("SELECT NULL") { $0.textOrNil(0) ?? $0.text(0) } },
                { _ = try $0.first("SELECT 1") { $0.int(1) } },
                { _ = try $0.first("SELECT 1") { $0.intOrNil(-1) } },
            ]
            for mistake in mistakes {
                let error = try await misuse(of: mistake, on: database)
                #expect(error.message.hasPrefix("column"))
            }
        }
    }

    @Test func `a wrong column goes before what the closure made of it`() async throws {
        try await withDatabase { database, _ in
            let error = try await misuse(
                of: { tx in
                    _ = try tx.first("SELECT NULL") { row in
                        guard !row.text(0).isEmpty else { throw Spilled() }
                        return 1
                    }
                }, on: database)

            #expect(error.message == "column 0 is NULL, read as a text")
        }
    }

    @Test func `statements that PostgreSQL wouldn't take are refused`() async throws {
        try await withDatabase { database, _ in
            let mistakes: [@Sendable (Transaction) throws -> Void] = [
                { try $0.execute("SELECT ?", 1) },
                { try $0.execute("SELECT :name", 1) },
                { try $0.execute("SELECT $name", 1) },
                { try $0.execute("SELECT $0", 1) },
                { try $0.execute("SELECT $2", 1) },
                { try $0.execute("SELECT $1, $3", 1, 2) },
                { try $0.execute("SELECT $1::bigint", 1) },
                { try $0.execute("SELECT name FROM bean WHERE name = \"Sidamo\"") },
            ]
            for mistake in mistakes {
                _ = try await misuse(of: mistake, on: database)
            }
        }
    }

    @Test func `arguments must be as many as parameters`() async throws {
        try await withDatabase { database, _ in
            let mistakes: [@Sendable (Transaction) throws -> Void] = [
                { try $0.execute("SELECT $1") },
                { try $0.execute("SELECT $1", 1, 2) },
                { try $0.execute("SELECT 1", 1) },
            ]
            for mistake in mistakes {
                let error = try await misuse(of: mistake, on: database)
                #expect(error.message.contains("arguments for"))
            }
        }
    }

    @Test func `one statement at a time, and not none`() async throws {
        try await withDatabase { database, _ in
            let mistakes: [@Sendable (Transaction) throws -> Void] = [
                { try $0.execute("SELECT 1; SELECT 2") },
                { try $0.execute(" -- nothing") },
                { try $0.execute("x") },
                { try $0.execute("SELECT nothing FROM nowhere") },
            ]
            for mistake in mistakes {
                _ = try await misuse(of: mistake, on: database)
            }
            try await database.write { tx in _ = try tx.execute("SELECT 1 ;\n ") }
        }
    }

    @Test func `a description holds no argument`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.addBean("secret blend") }

            let outcome = await outcome(of: { try $0.addBean("secret blend") }, on: database)

            let error = try #require(outcome.sqlError)
            #expect(!"\(error)".contains("secret blend"))
            #expect("\(error)".contains("INSERT INTO bean (name, grams) VALUES ($1, $2)"))
            #expect("\(error)".contains("UNIQUE constraint failed"))
        }
    }

    private func misuse(
        of mistake: @escaping @Sendable (Transaction) throws -> Void, on database: SQLiteDatabase
    ) async throws -> SQLError {
        let error = await #expect(throws: SQLError.self) {
            try await database.write { tx in
                try tx.addBean("left behind")
                try mistake(tx)
            }
        }
        #expect(error?.kind == .misuse, "\(String(describing: error))")
        #expect(try await database.read { try $0.count() } == 0)
        return try #require(error)
    }
}
