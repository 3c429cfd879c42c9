import CremaSQL
import Testing

@Suite struct HookTests {
    @Test func `hooks run in commit order, before anyone is answered`() async throws {
        try await withDatabase { database, path in
            let journal = Journal()
            let other = try OtherProgram(path)
            let hold = try await WriterHold(database)
            var tasks: [Task<Void, any Error>] = []
            for number in 1...3 {
                tasks.append(
                    Task {
                        try await database.write { tx in
                            tx.afterCommit { journal.note("hook \(number)") }
                            try tx.addBean("bean \(number)")
                        }
                        journal.note("answer")
                    })
                await hold.waitUntilQueued(number)
            }

            try await hold.release()
            for task in tasks { try await task.value }

            #expect(journal.entries.prefix(3) == ["hook 1", "hook 2", "hook 3"])
            #expect(journal.entries.dropFirst(3) == ["answer", "answer", "answer"])
            #expect(try other.integer("SELECT count(*) FROM bean") == 3)
        }
    }

    @Test func `a hook sees the commit`() async throws {
        try await withDatabase { database, path in
            let journal = Journal()

            try await database.write { tx in
                try tx.addBean("Sidamo")
                tx.afterCommit {
                    do {
                        let count = try OtherProgram(path).integer("SELECT count(*) FROM bean")
                        journal.note("\(count)")
                    } catch {
                        journal.note("\(error)")
                    }
                }
            }

            #expect(journal.entries == ["1"])
        }
    }

    @Test func `hooks of a member that throws are dropped`() async throws {
        try await withDatabase { database, _ in
            let journal = Journal()

            _ = await outcome(
                of: { tx in
                    tx.afterCommit { journal.note("hook") }
                    throw Spilled()
                }, on: database)

            #expect(journal.entries.isEmpty)
        }
    }
}
