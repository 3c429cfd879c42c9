import CremaSQL
import Foundation
import Synchronization
import TestEngine
import Testing

/// Connections that are lost, locks that aren't to be had.
@Suite(.enabled(if: !TestEngine.isSQLite)) struct PostgresFaultTests {
    private func terminateAll(_ place: TestDatabase) throws {
        try RawPostgres.rows(
            place.address,
            """
            SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()
            """)
    }

    @Test func `idle connections that the server ended are made anew, unseen`() async throws {
        try await withPostgres { database, place in
            for round in 1...5 {
                try terminateAll(place)
                try await database.write { try $0.addBean("bean \(round)") }
                try terminateAll(place)
                let count = try await database.beanCount()
                #expect(count == Int64(round))
            }
            #expect(database.statistics.connectionsLost > 0)
        }
    }

    @Test func `a transaction that lost its connection before COMMIT is run again`() async throws {
        try await withPostgres { database, place in
            let runs = Mutex(0)

            try await database.write { tx in
                try tx.addBean("Sidamo")
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                if isFirst { try terminateAll(place) }
                _ = try tx.count()
            }

            #expect(runs.withLock { $0 } == 2)
            let names = try await database.beanNames()
            #expect(names == ["Sidamo"])
        }
    }

    @Test func `a read that lost its connection is run again`() async throws {
        try await withPostgres { database, place in
            let runs = Mutex(0)
            let count = try await database.read { tx in
                _ = try tx.count()
                let isFirst = runs.withLock { runs in
                    runs += 1
                    return runs == 1
                }
                if isFirst { try terminateAll(place) }
                return try tx.count()
            }
            #expect(count == 0)
            #expect(runs.withLock { $0 } == 2)
        }
    }

    @Test func `a COMMIT whose answer is lost is told as such, and never run again`() async throws {
        try await withPostgres { database, place in
            let wire = try FaultyWire(to: place.address)
            let wired = PostgresDatabase(url: wire.url)
            try await wired.write { try $0.addBean("before") }
            let runs = Mutex(0)
            wire.loseNextCommit()

            let error = await #expect(throws: SQLError.self) {
                try await wired.write { tx in
                    runs.withLock { $0 += 1 }
                    try tx.addBean("done, or not?")
                }
            }

            #expect(error?.kind == .outcomeUnknown)
            #expect(error?.isTransient == false)
            #expect(wire.lostCommits == 1)
            #expect(runs.withLock { $0 } == 1)
            let names = try await database.beanNames()
            #expect(names == ["before", "done, or not?"])
            try await wired.write { try $0.addBean("after") }
            await wired.close()
            wire.stop()
        }
    }

    @Test func `whoever loses a deadlock is run again, and nobody hears of it`() async throws {
        try await withPostgres { _, place in
            // Two programs, so that no batch of one keeps them apart.
            var options = PostgresOptions()
            options.patienceMilliseconds = 60_000
            options.retries = 100
            let programs = [
                PostgresDatabase(url: place.address, options: options),
                PostgresDatabase(url: place.address, options: options),
            ]
            try await programs[0].write { tx in for name in ["a", "b"] { try tx.addBean(name) } }

            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, names) in [["a", "b"], ["b", "a"]].enumerated() {
                    for _ in 1...3 {
                        group.addTask {
                            try await programs[index].write { tx in
                                for name in names {
                                    try tx.execute(
                                        "UPDATE bean SET grams = grams + 1 WHERE name = $1",
                                        .text(name))
                                    Thread.sleep(forTimeInterval: 0.05)
                                }
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }

            let grams = try await programs[0].read { tx in
                try tx.all("SELECT grams FROM bean ORDER BY name") { $0.int(0) }
            }
            #expect(grams == [256, 256])
            for program in programs { await program.close() }
        }
    }

    @Test func `a lock that is held for long is told as busy, and holds up nobody else`()
        async throws
    {
        try await withPostgres { database, place in
            var options = PostgresOptions()
            options.lockTimeoutMilliseconds = 200
            options.patienceMilliseconds = 800
            let hasty = PostgresDatabase(url: place.address, options: options)
            try await database.write { tx in for name in ["a", "b"] { try tx.addBean(name) } }
            let holder = HeldLock(place, "SELECT 1 FROM bean WHERE name = 'a' FOR UPDATE")
            try await holder.isHeld()

            async let blocked: SQLError? = sqlError {
                try await hasty.write {
                    try $0.execute("UPDATE bean SET grams = 1 WHERE name = 'a'")
                }
            }
            try await hasty.write { try $0.execute("UPDATE bean SET grams = 2 WHERE name = 'b'") }
            let error = await blocked
            holder.release()

            #expect(error?.kind == .busy)
            #expect(error?.isTransient == true)
            #expect(try place.rows("SELECT grams FROM bean ORDER BY name") == ["250", "2"])
            try await hasty.write { try $0.execute("UPDATE bean SET grams = 3 WHERE name = 'a'") }
            await hasty.close()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `what waits for too long is refused and not begun`() async throws {
        try await withPostgres { _, place in
            var options = PostgresOptions()
            options.writers = 1
            options.patienceMilliseconds = 2_000
            let database = PostgresDatabase(url: place.address, options: options)
            let queue = try await HeldQueue(database)
            let waiting = queue.addBeans(2)
            while database.statistics.queueDepth < 2 { await Task.yield() }
            try await Task.sleep(for: .milliseconds(2_100))
            try await queue.release()

            for task in waiting {
                let error = await sqlError { try await task.value }
                #expect(error?.kind == .overloaded)
            }
            #expect(database.statistics.refusals == 2)
            #expect(try place.rows("SELECT count(*) FROM bean") == ["0"])
            await database.close()
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `one that is held up is alone with it, and a writer is left for the others`()
        async throws
    {
        try await withPostgres { database, place in
            var options = PostgresOptions()
            options.writers = 2
            options.lockTimeoutMilliseconds = 25_000
            options.patienceMilliseconds = 60_000
            let patient = PostgresDatabase(url: place.address, options: options)
            try await database.write { tx in for name in ["a", "b"] { try tx.addBean(name) } }
            let holder = HeldLock(place, "SELECT 1 FROM bean WHERE name = 'a' FOR UPDATE")
            try await holder.isHeld()
            // Both writers are busy, so that the four come as one batch.
            let queue = try await HeldQueue(patient)
            let second = try await HeldQueue(patient, in: Lane("second"))
            let blocked = (1...4).map { _ in
                Task {
                    try await patient.write {
                        try $0.execute("UPDATE bean SET grams = grams + 1 WHERE name = 'a'")
                    }
                }
            }
            while patient.statistics.queueDepth < 4 { await Task.yield() }
            try await queue.release()
            try await second.release()

            // By then one of them is alone, and the others have been held up, too.
            try await Task.sleep(for: .milliseconds(1_500))
            let start = ContinuousClock.now
            for _ in 1...3 {
                try await patient.write(in: Lane("other")) {
                    try $0.execute("UPDATE bean SET grams = grams + 1 WHERE name = 'b'")
                }
            }
            // Each waits behind one that is held up for half a second, not for its lock.
            #expect(ContinuousClock.now - start < .seconds(10))
            let others = try place.rows("SELECT grams FROM bean WHERE name = 'b'")
            holder.release()
            var done = 0
            for task in blocked {
                let error = await sqlError { try await task.value }
                if error == nil { done += 1 }
                #expect(error == nil || error?.isTransient == true)
            }

            #expect(others == ["253"])
            #expect(done >= 1)
            #expect(
                try place.rows("SELECT grams FROM bean WHERE name = 'a'") == ["\(250 + done)"])
            await patient.close()
        }
    }

    @Test func `a shared commit that takes long takes no more on, and leaves nobody out`()
        async throws
    {
        try await withPostgres { _, place in
            var options = PostgresOptions()
            options.writers = 1
            options.batchMilliseconds = 0
            let database = PostgresDatabase(url: place.address, options: options)
            let queue = try await HeldQueue(database)
            let waiting = queue.addBeans(5)
            while database.statistics.queueDepth < 5 { await Task.yield() }
            try await queue.release()
            for task in waiting { _ = try await task.value }

            #expect(database.statistics.largestBatch == 1)
            #expect(database.statistics.batches == 6)
            #expect(try place.rows("SELECT count(*) FROM bean") == ["5"])
            await database.close()
        }
    }

    private func sqlError(_ body: () async throws -> Int) async -> SQLError? {
        do {
            _ = try await body()
            return nil
        } catch {
            return error as? SQLError
        }
    }
}

/// A writer, held in a write that doesn't return until it's released.
private struct HeldQueue {
    private let database: PostgresDatabase
    private let gate = DispatchSemaphore(value: 0)
    private let holder: Task<Void, any Error>

    init(_ database: PostgresDatabase, in lane: Lane = .common) async throws {
        self.database = database
        let (gate, entered) = (gate, Flag())
        holder = Task {
            try await database.write(in: lane) { _ in
                entered.set()
                gate.wait()
            }
        }
        await entered.wait()
    }

    func addBeans(_ count: Int) -> [Task<Int, any Error>] {
        (1...count).map { number in
            Task { [database] in Int(try await database.write { try $0.addBean("bean \(number)") })
            }
        }
    }

    func release() async throws {
        gate.signal()
        try await holder.value
    }
}

/// Another program that holds a row's lock until it's told to let go.
private final class HeldLock: Sendable {
    private let database: any Database
    private let gate = DispatchSemaphore(value: 0)
    private let holding = Mutex(false)
    private let task: Task<Void, any Error>

    init(_ place: TestDatabase, _ sql: StaticString) {
        let database = PostgresDatabase(url: place.address)
        let (gate, held) = (gate, Flag())
        self.database = database
        flag = held
        task = Task {
            try await database.write { tx in
                try tx.execute(sql)
                held.set()
                gate.wait()
            }
            await database.close()
        }
    }

    private let flag: Flag

    func isHeld() async throws {
        while !flag.isSet { try await Task.sleep(for: .milliseconds(5)) }
    }

    func release() {
        gate.signal()
    }
}
