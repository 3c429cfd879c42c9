import CremaSQL
import Foundation
import Testing

@Suite struct ReaderTests {
    @Test func `a read sees one moment, whatever is committed meanwhile`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.addBean("Sidamo") }
            let (hasStarted, mayGoOn) = (Flag(), DispatchSemaphore(value: 0))
            let reading = Task {
                try await database.read { tx in
                    let before = try tx.count()
                    hasStarted.set()
                    mayGoOn.wait()
                    return [before, try tx.count()]
                }
            }
            await hasStarted.wait()

            try await database.write { try $0.addBean("Huila") }
            let meanwhile = try await database.read { try $0.count() }
            mayGoOn.signal()

            #expect(meanwhile == 2)
            #expect(try await reading.value == [1, 1])
        }
    }

    @Test func `a read sees every write that was answered before`() async throws {
        try await withDatabase { database, _ in
            for expected in 1...200 {
                try await database.write { try $0.addBean("bean \(expected)") }
                #expect(try await database.read { try $0.count() } == Int64(expected))
            }
        }
    }

    @Test func `a read can't write`() async throws {
        try await withDatabase { database, _ in
            let attempts: [@Sendable (Transaction) throws -> Void] = [
                { try $0.addBean("Sidamo") },
                { try $0.execute("DELETE FROM bean") },
                { try $0.executeScript("CREATE TABLE cup (id INTEGER)") },
            ]
            for attempt in attempts {
                let error = await #expect(throws: SQLError.self) {
                    try await database.read(attempt)
                }
                #expect(error?.kind == .readOnly)
            }
            let count = try await database.read { try $0.count() }
            #expect(count == 0)
        }
    }

    @Test func `a read can't end its transaction`() async throws {
        try await withDatabase { database, _ in
            let error = await #expect(throws: SQLError.self) {
                try await database.read { try $0.executeScript("COMMIT") }
            }

            let count = try await database.read { try $0.count() }
            #expect(error?.kind == .misuse)
            #expect(count == 0)
        }
    }

    @Test func `a read that throws leaves its connection usable`() async throws {
        var options = SQLiteOptions.patient
        options.readers = 1
        try await withDatabase(options) { database, _ in
            await #expect(throws: Spilled.self) {
                try await database.read { tx in
                    _ = try tx.count()
                    throw Spilled()
                }
            }
            await #expect(throws: SQLError.self) {
                try await database.read { tx in _ = try tx.execute("SELECT * FROM nowhere") }
            }
            try await database.write { try $0.addBean("Sidamo") }

            #expect(try await database.read { try $0.count() } == 1)
        }
    }

    @Test func `reads don't wait for the writer`() async throws {
        try await withDatabase { database, _ in
            let hold = try await WriterHold(database)

            let count = try await database.read { try $0.count() }

            #expect(count == 0)
            try await hold.release()
        }
    }
}
