import CremaSQL
import Foundation
import Testing

@Suite struct QueueTests {
    @Test func `a full queue refuses at once, and what waits is done`() async throws {
        var options = SQLiteOptions.patient
        options.queueLimit = 3
        try await withDatabase(options) { database, _ in
            let hold = try await WriterHold(database)
            var waiting: [Task<Int64, any Error>] = []
            for number in 1...3 {
                waiting.append(
                    Task { try await database.write { try $0.addBean("bean \(number)") } })
                await hold.waitUntilQueued(number)
            }

            let refused = await outcome(of: { try $0.addBean("one too many") }, on: database)
            try await hold.release()
            for task in waiting { _ = try await task.value }

            #expect(refused.sqlError?.kind == .overloaded)
            #expect(refused.sqlError?.isTransient == true)
            #expect(database.statistics.refusals == 1)
            #expect(try await database.read { try $0.count() } == 3)
            try await database.write { try $0.addBean("later") }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `what waits for too long is refused and not begun`() async throws {
        var options = SQLiteOptions.patient
        options.patienceMilliseconds = 2_000
        try await withDatabase(options) { database, _ in
            let hold = try await WriterHold(database)
            let waiting = Task { await outcome(of: { try $0.addBean("Sidamo") }, on: database) }
            await hold.waitUntilQueued(1)
            try await Task.sleep(for: .milliseconds(2_100))
            try await hold.release()
            let late = await waiting.value

            #expect(late.sqlError?.kind == .overloaded)
            #expect(database.statistics.refusals == 1)
            #expect(try await database.read { try $0.count() } == 0)
            try await database.write { try $0.addBean("Yirga") }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a read that waits for too long is refused, too`() async throws {
        var options = SQLiteOptions.patient
        options.readers = 1
        options.patienceMilliseconds = 2_000
        try await withDatabase(options) { database, _ in
            let (entered, gate) = (Flag(), DispatchSemaphore(value: 0))
            let holder = Task {
                try await database.read { _ in
                    entered.set()
                    gate.wait()
                }
            }
            await entered.wait()
            let waiting = Task { try await database.read { try $0.count() } }
            while database.statistics.readQueueDepth == 0 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(2_100))
            gate.signal()
            try await holder.value
            let late = await waiting.result

            #expect(late.sqlError?.kind == .overloaded)
            #expect(try await database.read { try $0.count() } == 0)
        }
    }

    @Test func `closing finishes what is queued and refuses what comes`() async throws {
        try await withFolder { folder in
            let database = try SQLiteDatabase(path: folder + "/crema.db", options: .patient)
            try await database.write { try $0.executeScript(cellar) }
            let hold = try await WriterHold(database)
            var waiting: [Task<Int64, any Error>] = []
            for number in 1...5 {
                waiting.append(
                    Task { try await database.write { try $0.addBean("bean \(number)") } })
                await hold.waitUntilQueued(number)
            }
            let closings = (1...2).map { _ in Task { await database.close() } }
            while await canRead(database) { await Task.yield() }

            let late = await outcome(of: { try $0.addBean("late") }, on: database)
            try await hold.release()
            for task in waiting { _ = try await task.value }
            for closing in closings { await closing.value }

            #expect(late.sqlError?.kind == .closed)
            let reopened = try SQLiteDatabase(path: folder + "/crema.db")
            #expect(try await reopened.read { try $0.beans() } == (1...5).map { "bean \($0)" })
            await reopened.close()
        }
    }

    @Test func `closing leaves the whole database in one file`() async throws {
        try await withFolder { folder in
            let database = try SQLiteDatabase(path: folder + "/crema.db", options: .patient)
            try await database.write { try $0.executeScript(cellar) }
            try await database.write { try $0.addBean("Sidamo") }

            await database.close()

            #expect(fileSize(folder + "/crema.db-wal") == 0)
            let other = try OtherProgram(folder + "/crema.db")
            #expect(try other.integer("SELECT count(*) FROM bean") == 1)
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `a database that is let go lets go of its files`() async throws {
        try await withFolder { folder in
            let path = folder + "/crema.db"
            try await SQLiteDatabase(path: path).write { try $0.executeScript(cellar) }

            while try openFiles().contains(where: { $0.hasPrefix(folder) }) {
                await Task.yield()
            }

            #expect(try OtherProgram(path).integer("SELECT count(*) FROM bean") == 0)
        }
    }

    private func canRead(_ database: SQLiteDatabase) async -> Bool {
        do {
            _ = try await database.read { try $0.count() }
            return true
        } catch {
            return false
        }
    }

    private func openFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").map { number in
            let link = "/proc/self/fd/" + number
            // Another test may have closed it meanwhile.
            return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? ""
        }
    }
}
