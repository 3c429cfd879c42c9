import CremaSQL
import Foundation
import Testing

@Suite struct BatchTests {
    @Test func `writes that wait together share one commit`() async throws {
        try await withDatabase { database, _ in
            let before = database.statistics

            let outcomes = try await inOneBatch(
                database, (1...5).map { number in { try $0.addBean("bean \(number)") } })

            #expect(outcomes.allSatisfy { $0.isSuccess })
            #expect(database.statistics.batches == before.batches + 1)
            #expect(database.statistics.largestBatch == 6)
            #expect(try await database.read { try $0.count() } == 5)
        }
    }

    @Test func `a batch holds no more than its limit`() async throws {
        var options = SQLiteOptions.patient
        options.batchLimit = 3
        try await withDatabase(options) { database, _ in
            _ = try await inOneBatch(
                database, (1...7).map { number in { try $0.addBean("bean \(number)") } })

            #expect(database.statistics.largestBatch == 3)
            #expect(try await database.read { try $0.count() } == 7)
        }
    }

    @Test func `a member that throws undoes only its own`() async throws {
        try await withDatabase { database, _ in
            let outcomes = try await inOneBatch(
                database,
                [
                    { try $0.addBean("Sidamo") },
                    { tx in
                        try tx.addBean("Kenya AA")
                        try tx.execute("UPDATE bean SET grams = 0 WHERE name = 'Sidamo'")
                        throw Spilled()
                    },
                    { try $0.addBean("Huila") },
                ])

            #expect(outcomes[0].isSuccess && outcomes[2].isSuccess)
            #expect(outcomes[1].error is Spilled)
            #expect(try await database.read { try $0.beans() } == ["Sidamo", "Huila"])
            let grams = try await database.read { tx in
                try tx.first("SELECT grams FROM bean WHERE name = 'Sidamo'") { $0.int(0) }
            }
            #expect(grams == 250)
            #expect(database.statistics.batchesRunAgain == 0)
        }
    }

    @Test func `a statement that fails undoes what its member wrote before`() async throws {
        try await withDatabase { database, _ in
            let outcomes = try await inOneBatch(
                database,
                [
                    { try $0.addBean("Sidamo") },
                    { tx in
                        try tx.addBean("Kenya AA")
                        return try tx.addBean("Sidamo")
                    },
                ])

            #expect(outcomes[0].isSuccess)
            #expect(outcomes[1].sqlError?.constraint?.rule == .unique)
            #expect(try await database.read { try $0.beans() } == ["Sidamo"])
        }
    }

    @Test func `a member sees what those before it wrote`() async throws {
        try await withDatabase { database, _ in
            let outcomes = try await inOneBatch(
                database,
                [{ try $0.addBean("Sidamo") }, { try $0.count() }])

            #expect(try outcomes[1].get() == 1)
        }
    }

    @Test func `nobody is answered before the commit, whether it went well or not`() async throws {
        try await withDatabase { database, path in
            let other = try OtherProgram(path)
            let hold = try await WriterHold(database)
            let journal = Journal()
            let looking = DispatchSemaphore(value: 0)
            let good = Task {
                try await database.write { try $0.addBean("Sidamo") }
                journal.note("good answered")
            }
            await hold.waitUntilQueued(1)
            let bad = Task {
                let outcome = await outcome(of: { _ in throw Spilled() }, on: database)
                journal.note("bad answered")
                return outcome
            }
            await hold.waitUntilQueued(2)
            let last = Task {
                try await database.write { _ in
                    // Long enough for an answer that comes too early to arrive.
                    _ = looking.wait(timeout: .now() + 0.1)
                    journal.note("last ran")
                }
            }
            await hold.waitUntilQueued(3)
            #expect(try other.integer("SELECT count(*) FROM bean") == 0)

            try await hold.release()
            try await good.value
            let visible = try other.integer("SELECT count(*) FROM bean")
            _ = await bad.value
            try await last.value

            #expect(journal.entries.first == "last ran")
            #expect(journal.entries.count == 3)
            #expect(visible == 1)
        }
    }

    @Test func `what was answered outlives a process that is killed at that moment`() async throws {
        try await withDatabase { database, path in
            let copy = path + ".copy"

            try await database.write { try $0.addBean("Sidamo") }
            // What the operating system holds now is what a killed process leaves behind.
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)
            }

            let reopened = try SQLiteDatabase(path: copy)
            #expect(try await reopened.read { try $0.beans() } == ["Sidamo"])
            await reopened.close()
        }
    }

    @Test func `fifty writers in two programs get no error`() async throws {
        var options = SQLiteOptions.patient
        options.busyTimeoutMilliseconds = 60_000
        try await withDatabase(options) { database, path in
            let other = try SQLiteDatabase(path: path, options: options)
            try await database.write { try $0.addBean("Sidamo", grams: 0) }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<50 {
                    group.addTask {
                        let database = writer % 2 == 0 ? database : other
                        for _ in 0..<20 {
                            try await database.write { try $0.addGram() }
                            _ = try await database.read { try $0.count() }
                        }
                    }
                }
                try await group.waitForAll()
            }

            let grams = try await database.read { tx in
                try tx.first("SELECT grams FROM bean") { $0.int(0) }
            }
            #expect(grams == 1000)
            #expect(database.statistics.failedTransactions == 0)
            #expect(other.statistics.failedTransactions == 0)
            await other.close()
        }
    }
}

extension Transaction {
    /// Reads and then writes, which is refused at once where it's not announced at the beginning.
    fileprivate func addGram() throws {
        let grams = try first("SELECT grams FROM bean") { $0.int(0) } ?? 0
        try execute("UPDATE bean SET grams = $1", .integer(grams + 1))
    }
}
