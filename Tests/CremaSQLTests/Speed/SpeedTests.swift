import CremaSQL
import Foundation
import Testing

/// Measures the seam against a bare loop over SQLite's own functions that writes the same rows in
/// the same batches:
///
///     CREMA_SPEED=100000 swift test -c release --filter SpeedTests
@Suite(.enabled(if: ordersToPlace > 0, "set CREMA_SPEED to a number of orders"), .serialized)
struct SpeedTests {
    @Test func `orders placed through the seam and by a bare loop`() async throws {
        var ratios: [Double] = []
        for round in 1...5 {
            let bare = try await withFolder2 { try placeBare(ordersToPlace, in: $0) }
            let seam = try await withFolder2 { try await placeThroughSeam(ordersToPlace, in: $0) }
            ratios.append(seam.rate / bare.rate)
            note("round \(round): bare loop \(bare), seam \(seam)")
        }
        let median = ratios.sorted()[ratios.count / 2]
        note("seam / bare loop, median: \(Int(median * 100)) %")

        #expect(median > 0.5)
    }

    private func placeThroughSeam(_ count: Int, in folder: String) async throws -> Measurement {
        let database = try SQLiteDatabase(path: folder + "/crema.db")
        try await database.write { try $0.executeScript(shopSchema) }
        let start = Meter()
        let clients = 64
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in 0..<clients {
                group.addTask {
                    for number in stride(from: client, to: count, by: clients) {
                        try await database.write { try $0.place(PlacedOrder(number)) }
                    }
                }
            }
            try await group.waitForAll()
        }
        let measurement = start.measure(count)
        let statistics = database.statistics
        note(
            "  \(statistics.transactions / statistics.batches) a batch, commit "
                + "\(statistics.commitNanoseconds / Int64(statistics.batches) / 1000) µs, "
                + "log \(statistics.logPages) pages, \(statistics.checkpoints) checkpoints")
        await database.close()
        return measurement
    }
}

/// What one order writes: the texts are made the same way for both.
struct PlacedOrder {
    let number: Int64
    let id: String
    let key: String
    let fingerprint: String
    let payload: String

    init(_ number: Int) {
        self.number = Int64(number)
        let digits = String(number)
        let zeros = String(repeating: "0", count: 12 - digits.count)
        id = "01900000-0000-7000-8000-" + zeros + digits
        key = "key-00000000000000000000" + zeros + digits
        fingerprint = "000000000000000000000000" + zeros + digits
        payload = "{\"id\":\"\(id)\",\"state\":\"pending\",\"version\":1,\"total\":1380}"
    }
}

extension Transaction {
    func place(_ order: PlacedOrder) throws {
        let known = try first(
            "SELECT fingerprint, status FROM idempotency WHERE person = $1 AND key = $2",
            .text(guest), .text(order.key)
        ) { row in (row.text(0), row.int(1)) }
        guard known == nil else { return }
        try execute(
            """
            INSERT INTO idempotency (person, key, fingerprint, status, at)
            VALUES ($1, $2, $3, $4, $5)
            """, .text(guest), .text(order.key), .text(order.fingerprint), 201,
            .integer(1_700_000_000_000 + order.number))
        let call = try first(
            """
            UPDATE call_counter SET last = last + 1
            WHERE location = $1 AND business_date = $2 RETURNING last
            """, "corner", "2026-03-01"
        ) { $0.int(0) }
        try execute(
            """
            INSERT INTO orders (id, location, person, state, number, name, request, fulfilment,
                currency, subtotal, discount, tax, tip, total, due, fingerprint, business_date,
                placed_at, version)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                $18, $19)
            """, .text(order.id), "corner", .text(guest), "pending", SQLValue(call),
            "Ada Lovelace", "extra hot please", "takeAway", "EUR", 1280, 0, 106, 100, 1380, 1380,
            .text(order.fingerprint), "2026-03-01", .integer(1_700_000_000_000 + order.number), 1)
        for position in 0..<3 {
            try execute(
                """
                INSERT INTO order_line (order_id, position, item, name, modifiers, quantity, unit,
                    gross, tax, station)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                """, .text(order.id), SQLValue(position), "flat-white-0123456789", "Flat white",
                "large:oat milk:extra shot:no sugar:hot", 2, 420, 840, 70, "bar")
        }
        try execute(
            """
            INSERT INTO tender (order_id, position, kind, amount, state)
            VALUES ($1, $2, $3, $4, $5)
            """,
            .text(order.id), 0, "counter", 1380, "due")
        try execute(
            "INSERT INTO event (topic, kind, subject, payload, at) VALUES ($1, $2, $3, $4, $5)",
            "location:corner", "order.placed", .text(order.id), .text(order.payload),
            .integer(1_700_000_000_000 + order.number))
    }
}

let guest = "guest-0123456789abcdef"

private let ordersToPlace =
    ProcessInfo.processInfo.environment["CREMA_SPEED"].flatMap { Int($0) } ?? 0

func note(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
}

private func withFolder2<T>(_ body: (String) async throws -> T) async throws -> T {
    var value: T?
    try await withFolder { value = try await body($0) }
    return try #require(value)
}

struct Measurement: CustomStringConvertible {
    let rate: Double
    let processorMicroseconds: Double

    var description: String {
        "\(Int(rate))/s (\(Int(processorMicroseconds)) µs of processor each)"
    }
}

/// Time on the wall and on the processors since it was made.
struct Meter {
    private let start = ContinuousClock.now
    private let used = Meter.processorMicroseconds()

    func measure(_ count: Int) -> Measurement {
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        return Measurement(
            rate: Double(count) / seconds,
            processorMicroseconds: (Meter.processorMicroseconds() - used) / Double(count))
    }

    private static func processorMicroseconds() -> Double {
        var usage = rusage()
        getrusage(0 /* RUSAGE_SELF, which Swift types in two ways */, &usage)
        let seconds = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
        return Double(seconds) * 1e6 + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
}

let shopSchema = """
    CREATE TABLE idempotency (
        person TEXT NOT NULL, key TEXT NOT NULL, fingerprint TEXT NOT NULL,
        status INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (person, key)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE call_counter (
        location TEXT NOT NULL, business_date TEXT NOT NULL, last INTEGER NOT NULL,
        PRIMARY KEY (location, business_date)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO call_counter VALUES ('corner', '2026-03-01', 0);
    CREATE TABLE orders (
        id TEXT PRIMARY KEY, location TEXT NOT NULL, person TEXT NOT NULL, state TEXT NOT NULL,
        number INTEGER NOT NULL, name TEXT NOT NULL, request TEXT NOT NULL,
        fulfilment TEXT NOT NULL, currency TEXT NOT NULL, subtotal INTEGER NOT NULL,
        discount INTEGER NOT NULL, tax INTEGER NOT NULL, tip INTEGER NOT NULL,
        total INTEGER NOT NULL, due INTEGER NOT NULL, fingerprint TEXT NOT NULL,
        business_date TEXT NOT NULL, placed_at INTEGER NOT NULL, version INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX order_by_location ON orders (location, placed_at, id);
    CREATE TABLE order_line (
        order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL,
        item TEXT NOT NULL, name TEXT NOT NULL, modifiers TEXT NOT NULL,
        quantity INTEGER NOT NULL, unit INTEGER NOT NULL, gross INTEGER NOT NULL,
        tax INTEGER NOT NULL, station TEXT NOT NULL, PRIMARY KEY (order_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE tender (
        order_id TEXT NOT NULL REFERENCES orders (id), position INTEGER NOT NULL,
        kind TEXT NOT NULL, amount INTEGER NOT NULL, state TEXT NOT NULL,
        PRIMARY KEY (order_id, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE event (
        id INTEGER PRIMARY KEY AUTOINCREMENT, topic TEXT NOT NULL, kind TEXT NOT NULL,
        subject TEXT NOT NULL, payload TEXT NOT NULL, at INTEGER NOT NULL
    ) STRICT;
    """
