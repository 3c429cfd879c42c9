import CremaDomain
import CremaSQL
import CremaStore
import Dispatch
import Synchronization
import TestEngine
import Testing

/// Ids of the event stream are in commit order, whoever is slow.
@Suite(.enabled(if: !TestEngine.isSQLite)) struct EventOrderTests {
    private func append(_ subject: String, _ tx: Transaction) throws {
        try EventStore.append(
            [
                Event(
                    at: Timestamp(milliseconds: 0), kind: .order, subject: subject, version: 1,
                    locationID: "corner", owner: "", payload: "{}")
            ], tx: tx
        ) { _, _ in }
    }

    private func subjects(_ database: any Database) async throws -> [String] {
        try await database.read { tx in
            try EventStore.list(after: 0, limit: 100, tx: tx).map { "\($0.id) \($0.subject)" }
        }
    }

    @Test func `a transaction that stays open across later commits comes after them`()
        async throws
    {
        try await withTwoPrograms { first, second in
            let isOpen = Mutex(false)
            let gate = DispatchSemaphore(value: 0)
            let slow = Task {
                try await first.write { tx in
                    tx.beforeCommit { try append("slow", $0) }
                    try tx.execute("UPDATE location_counter SET call_sequence = 9")
                    isOpen.withLock { $0 = true }
                    gate.wait()
                }
            }
            while !isOpen.withLock({ $0 }) { await Task.yield() }

            try await second.write { tx in tx.beforeCommit { try append("quick", $0) } }
            #expect(try await subjects(second) == ["1 quick"])
            gate.signal()
            try await slow.value

            #expect(try await subjects(second) == ["1 quick", "2 slow"])
        }
    }

    @Test func `nobody is given an id behind one that isn't committed yet`() async throws {
        try await withTwoPrograms { first, second in
            let hasID = Mutex(false)
            let gate = DispatchSemaphore(value: 0)
            let slow = Task {
                try await first.write { tx in
                    tx.beforeCommit { tx in
                        try append("slow", tx)
                        _ = try tx.first("SELECT COUNT(*) FROM event") { $0.int(0) }
                        hasID.withLock { $0 = true }
                        gate.wait()
                    }
                }
            }
            while !hasID.withLock({ $0 }) { await Task.yield() }
            let isDone = Mutex(false)
            let quick = Task {
                try await second.write { tx in tx.beforeCommit { try append("quick", $0) } }
                isDone.withLock { $0 = true }
            }

            try await Task.sleep(for: .milliseconds(150))
            #expect(!isDone.withLock { $0 })
            let seen = try await subjects(second)
            #expect(seen.isEmpty)
            gate.signal()
            try await slow.value
            try await quick.value

            #expect(try await subjects(second) == ["1 slow", "2 quick"])
        }
    }

    @Test func `a transaction that is undone leaves no gap`() async throws {
        try await withTwoPrograms { first, second in
            await #expect(throws: SQLError.self) {
                try await first.write { tx in
                    tx.beforeCommit { tx in
                        try append("undone", tx)
                        try tx.execute("SELECT nothing FROM nowhere")
                    }
                }
            }
            try await second.write { tx in tx.beforeCommit { try append("kept", $0) } }

            #expect(try await subjects(second) == ["1 kept"])
        }
    }

    @Test func `whoever listens is woken by another program's commit, ten times over`()
        async throws
    {
        try await withTwoPrograms { first, second in
            let calls = Mutex(Array(repeating: 0, count: 10))
            for number in 0..<10 {
                second.listen { calls.withLock { $0[number] += 1 } }
            }
            // Each is called once when it begins to listen.
            while calls.withLock({ $0.contains(0) }) { try await Task.sleep(for: .milliseconds(5)) }
            let before = calls.withLock { $0 }

            try await first.write { tx in tx.beforeCommit { try append("news", $0) } }

            while calls.withLock({ now in zip(now, before).contains { $0 <= $1 } }) {
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(try await subjects(second) == ["1 news"])
        }
    }

    private func withTwoPrograms(
        _ body: (any Database, any Database) async throws -> Void
    ) async throws {
        try await withTestDatabase { place in
            let (first, second) = (try place.open(), try place.open())
            do {
                _ = try await migrate(first, Schema.migrations, now: 0)
                try await first.addCorner()
                try await body(first, second)
            } catch {
                await first.close()
                await second.close()
                throw error
            }
            await first.close()
            await second.close()
        }
    }
}
