import CremaSQL
import Foundation
import Testing

@Suite struct LogTests {
    @Test func `the log starts over while writes and reads go on`() async throws {
        var options = smallLog
        options.busyTimeoutMilliseconds = 10_000
        try await withDatabase(options) { database, path in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<8 {
                    group.addTask {
                        for number in 0..<150 {
                            try await database.write { try $0.addNote(task * 1000 + number) }
                            _ = try await database.read { try $0.count() }
                        }
                    }
                }
                try await group.waitForAll()
            }

            // From 16 times its length it waits for readers as long as need be. Without starting
            // over it would hold each row's page at least once.
            let pages = fileSize(path + "-wal") / 4096
            #expect(database.statistics.checkpoints > 2)
            #expect(pages < 16 * 16 + 200, "the log has grown to \(pages) pages")
            #expect(try await database.read { try $0.count() } == 8 * 150)
        }
    }

    @Test func `a long read holds the log, not the writer, and the log recovers`() async throws {
        try await withDatabase(smallLog) { database, _ in
            let (hasStarted, mayEnd) = (Flag(), DispatchSemaphore(value: 0))
            let reading = Task {
                try await database.read { tx in
                    let before = try tx.count()
                    hasStarted.set()
                    mayEnd.wait()
                    return [before, try tx.count()]
                }
            }
            await hasStarted.wait()
            for number in 0..<40 { try await database.write { try $0.addNote(number) } }
            let held = database.statistics.logPages

            mayEnd.signal()
            let seen = try await reading.value
            var number = 40
            while database.statistics.logPages >= held && number < 2000 {
                let next = number
                try await database.write { try $0.addNote(next) }
                number += 1
            }

            #expect(seen == [0, 0])
            #expect(held > 40)
            #expect(database.statistics.logPages < held)
        }
    }

    private var smallLog: SQLiteOptions {
        var options = SQLiteOptions.patient
        options.checkpointPages = 16
        options.busyTimeoutMilliseconds = 20
        return options
    }
}

extension Transaction {
    fileprivate func addNote(_ number: Int) throws {
        try execute(
            "INSERT INTO bean (name, grams, note) VALUES ($1, 1, $2)", .text("bean \(number)"),
            .text(String(repeating: "n", count: 4000)))
    }
}
