import CremaSQL
import Testing

@Suite struct ValueRoundTripTests {
    @Test(arguments: [0, 1, -1, .max, .min, 1 << 53, (1 << 53) + 1, Int64(Int32.max) + 1])
    func `an integer comes back as it went in`(_ integer: Int64) async throws {
        let found = try await roundTrip(.integer(integer), in: "a") { $0.int(0) }

        #expect(found == integer)
    }

    @Test(arguments: [
        "", " ", "caffè", "e\u{301}", "علي", "☕️👩🏽\u{200D}🍳", "a\0b", "\0", "'; DROP TABLE kept; --",
        String(repeating: "flat white ", count: 10_000),
    ])
    func `a text comes back as it went in, byte for byte`(_ text: String) async throws {
        let found = try await roundTrip(.text(text), in: "b") { $0.text(0) }

        #expect(found.map { Array($0.utf8) } == Array(text.utf8))
    }

    @Test(arguments: [
        [], [0], [0, 1, 0], [255, 254, 0, 0], [UInt8](repeating: 9, count: 100_000),
    ])
    func `a blob comes back as it went in`(_ blob: [UInt8]) async throws {
        let found = try await roundTrip(.blob(blob), in: "c") { $0.blob(0) }

        #expect(found == blob)
    }

    @Test func `a slice of a native text is bound whole`() async throws {
        let text = String("one flat white please".dropFirst(4).prefix(10))

        let found = try await roundTrip(.text(text), in: "b") { $0.text(0) }

        #expect(found == "flat white")
    }

    @Test func `NULL is told from 0 and empty`() async throws {
        try await withDatabase(schema: kept) { database, _ in
            let found = try await database.write { tx in
                try tx.execute(
                    "INSERT INTO kept (a, b, c) VALUES ($1, $2, $3)", .nullInteger, .nullText,
                    .nullBlob)
                try tx.execute(
                    "INSERT INTO kept (a, b, c) VALUES ($1, $2, $3)", 0, "", .blob([]))
                return try tx.all("SELECT a, b, c FROM kept ORDER BY rowid") { row in
                    let isNull = row.isNull(0) && row.isNull(1) && row.isNull(2)
                    let found =
                        "\(row.intOrNil(0) ?? -1) \(row.textOrNil(1) ?? "none") "
                        + "\(row.blobOrNil(2)?.count ?? -1)"
                    return "\(isNull) \(found)"
                }
            }

            #expect(found == ["true -1 none -1", "false 0  0"])
        }
    }

    @Test func `one statement takes values of every length, one after the other`() async throws {
        let texts = [0, 200_000, 3, 64, 65, 70_000, 0, 15, 16].map { count in
            String(repeating: "é", count: count) + "\(count)"
        }
        try await withDatabase(schema: kept) { database, _ in
            let found = try await database.write { tx in
                for text in texts {
                    // The same value twice, and one that comes before and behind it.
                    try tx.execute(
                        "INSERT INTO kept (b, c) VALUES ($1 || $2 || $1, $3)", .text(text), "-",
                        .blob(Array(text.utf8)))
                }
                return try tx.all("SELECT b, c, $1 FROM kept ORDER BY rowid", "bound") { row in
                    (row.text(0), String(decoding: row.blob(1), as: UTF8.self), row.text(2))
                }
            }

            #expect(found.map(\.0) == texts.map { $0 + "-" + $0 })
            #expect(found.map(\.1) == texts)
            #expect(found.map(\.2) == texts.map { _ in "bound" })
        }
    }

    @Test func `booleans are 0 and 1`() async throws {
        try await withDatabase(schema: kept) { database, _ in
            let found = try await database.write { tx in
                try tx.execute("INSERT INTO kept (a) VALUES ($1), ($2)", true, SQLValue(false))
                return try tx.all("SELECT a FROM kept ORDER BY rowid") { $0.bool(0) }
            }

            #expect(found == [true, false])
        }
    }

    private func roundTrip<T: Sendable>(
        _ value: SQLValue, in column: String,
        read: @escaping @Sendable (borrowing Row) throws -> T
    ) async throws -> T? {
        var found: T?
        try await withDatabase(schema: kept) { database, _ in
            try await database.write { tx in
                switch column {
                case "a": try tx.execute("INSERT INTO kept (a) VALUES ($1)", value)
                case "b": try tx.execute("INSERT INTO kept (b) VALUES ($1)", value)
                default: try tx.execute("INSERT INTO kept (c) VALUES ($1)", value)
                }
            }
            found = try await database.read { tx in
                switch column {
                case "a": try tx.first("SELECT a FROM kept", row: read)
                case "b": try tx.first("SELECT b FROM kept", row: read)
                default: try tx.first("SELECT c FROM kept", row: read)
                }
            }
        }
        return found
    }
}

private let kept = "CREATE TABLE kept (a INTEGER, b TEXT, c BLOB) STRICT"
