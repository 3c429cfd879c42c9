import CremaSQL
import Synchronization
import Testing

/// SQLite answers some errors by throwing away the whole transaction, the other members' too.
@Suite struct BatchLostTests {
    @Test func `a trigger that rolls all back costs only its own member`() async throws {
        try await withDatabase(schema: cellar + refusesDecaf) { database, _ in
            let runs = Mutex(0)

            let outcomes = try await inOneBatch(
                database,
                [
                    { tx in
                        runs.withLock { $0 += 1 }
                        return try tx.addBean("Sidamo")
                    },
                    { try $0.addBean("decaf") },
                    { try $0.addBean("Huila") },
                ])

            #expect(outcomes[0].isSuccess && outcomes[2].isSuccess)
            #expect(
                outcomes[1].sqlError?.constraint == Constraint(rule: .trigger, name: "no decaf"))
            #expect(try await database.read { try $0.beans() } == ["Sidamo", "Huila"])
            #expect(runs.withLock { $0 } == 2)
            #expect(database.statistics.batchesRunAgain == 1)
        }
    }

    @Test func `a member that hides the lost transaction writes nothing`() async throws {
        try await withDatabase(schema: cellar + refusesDecaf) { database, _ in
            let afterwards = Journal()

            let outcomes = try await inOneBatch(
                database,
                [
                    { try $0.addBean("Sidamo") },
                    { tx in
                        do {
                            try tx.addBean("decaf")
                        } catch {
                            afterwards.note("caught")
                        }
                        // Would be a transaction of its own, and stay.
                        do {
                            try tx.addBean("Kenya AA")
                        } catch let error as SQLError {
                            afterwards.note(error.message)
                        }
                        return 0
                    },
                ])

            #expect(outcomes[0].isSuccess)
            #expect(outcomes[1].sqlError?.constraint?.name == "no decaf")
            #expect(afterwards.entries == ["caught", "no decaf", "caught", "no decaf"])
            #expect(try await database.read { try $0.beans() } == ["Sidamo"])
        }
    }

    @Test func `a full disk costs only those for whom there is no room`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.executeScript("PRAGMA max_page_count = 24") }

            let outcomes = try await inOneBatch(
                database,
                [
                    { try $0.addBean("Sidamo") },
                    { try $0.addPicture(bytes: 400_000) },
                    { try $0.addBean("Huila") },
                ])

            #expect(outcomes[0].isSuccess && outcomes[2].isSuccess)
            #expect(outcomes[1].sqlError?.kind == .diskFull)
            #expect(try await database.read { try $0.beans() } == ["Sidamo", "Huila"])
        }
    }

    @Test func `a full disk that ends the batch is survived, and room made is used`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.executeScript("PRAGMA max_page_count = 24") }

            // Each has room alone until the file is full; a statement that inserts one row has no
            // journal of its own, so SQLite undoes the transaction.
            let outcomes = try await inOneBatch(
                database,
                (1...8).map { number in
                    { try $0.addPicture("bean \(number)", bytes: 20_000) }
                })
            let stored = try await database.read { try $0.count() }
            try await database.write { try $0.executeScript("PRAGMA max_page_count = 1000") }
            try await database.write { try $0.addPicture(bytes: 400_000) }

            let refused = outcomes.filter { $0.sqlError?.kind == .diskFull }
            #expect(!refused.isEmpty)
            #expect(outcomes.count { $0.isSuccess } == Int(stored))
            #expect(outcomes.count { $0.isSuccess } + refused.count == 8)
            #expect(database.statistics.batchesRunAgain > 0)
            #expect(try await database.read { try $0.count() } == stored + 1)
        }
    }

    @Test func `a closure can't end the transaction of its batch`() async throws {
        try await withDatabase { database, _ in
            let outcomes = try await inOneBatch(
                database,
                [
                    { try $0.addBean("Sidamo") },
                    { tx in
                        try tx.addBean("Kenya AA")
                        try tx.executeScript("COMMIT; BEGIN")
                        return 0
                    },
                    { tx in Int64(try tx.execute("ROLLBACK")) },
                    { tx in Int64(try tx.execute("RELEASE member")) },
                ])

            #expect(outcomes[0].isSuccess)
            for outcome in outcomes.dropFirst() {
                #expect(outcome.sqlError?.kind == .misuse)
            }
            #expect(try await database.read { try $0.beans() } == ["Sidamo"])
            #expect(database.statistics.batchesRunAgain == 0)
        }
    }

    @Test func `hooks of a batch that was run again run once`() async throws {
        try await withDatabase(schema: cellar + refusesDecaf) { database, _ in
            let journal = Journal()

            _ = try await inOneBatch(
                database,
                ["Sidamo", "decaf", "Huila"].map { name in
                    { tx in
                        tx.afterCommit { journal.note(name) }
                        return try tx.addBean(name)
                    }
                })

            #expect(journal.entries == ["Sidamo", "Huila"])
        }
    }
}

private let refusesDecaf = """
    CREATE TRIGGER refuses_decaf BEFORE INSERT ON bean WHEN NEW.name = 'decaf'
    BEGIN SELECT RAISE(ROLLBACK, 'no decaf'); END;
    """

extension Transaction {
    @discardableResult
    fileprivate func addPicture(_ name: String = "picture", bytes: Int) throws -> Int64 {
        try execute(
            "INSERT INTO bean (name, grams, picture) VALUES ($1, 1, $2)", .text(name),
            .blob([UInt8](repeating: 7, count: bytes)))
        return 0
    }
}
