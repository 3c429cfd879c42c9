import CremaSQL
import Testing

@Suite struct StatementTests {
    @Test func `what is written is read`() async throws {
        try await withDatabase { database, _ in
            let id = try await database.write { try $0.addBean("Yirgacheffe", grams: 1000) }

            let found = try await database.read { tx in
                try tx.first("SELECT name, grams FROM bean WHERE id = $1", .integer(id)) { row in
                    "\(row.text(0)) \(row.int(1))"
                }
            }

            #expect(found == "Yirgacheffe 1000")
        }
    }

    @Test func `what is asked for is there when it is looked at`() async throws {
        try await withDatabase { database, _ in
            let found = try await database.write { tx in try tx.askForBeans() }

            #expect(found == [250, nil, 250])
        }
    }

    @Test func `parameters are bound by name, not by appearance`() async throws {
        try await withDatabase { database, _ in
            let found = try await database.read { tx in
                try tx.first("SELECT $2, $1, $2", .integer(1), .text("two")) { row in
                    "\(row.text(0)) \(row.int(1)) \(row.text(2))"
                }
            }

            #expect(found == "two 1 two")
        }
    }

    @Test func `more than nine parameters are told apart`() async throws {
        try await withDatabase { database, _ in
            let found = try await database.read { tx in
                try tx.first(
                    "SELECT $11, $1, $10, $2, $3 + $4 + $5 + $6 + $7 + $8 + $9",
                    args: (1...11).map { SQLValue($0) }
                ) { row in (0..<5).map { row.int($0) } }
            }

            #expect(found == [11, 1, 10, 2, 42])
        }
    }

    @Test func `execute tells how many rows it changed`() async throws {
        try await withDatabase { database, _ in
            let counts = try await database.write { tx in
                [
                    try tx.execute(
                        "INSERT INTO bean (name, grams) VALUES ('a', 1), ('b', 2), ('c', 3)"),
                    try tx.execute("UPDATE bean SET grams = 5 WHERE grams > $1", 1),
                    try tx.execute("UPDATE bean SET grams = 5 WHERE grams > $1", 100),
                    try tx.execute(
                        "INSERT INTO bean (name, grams) VALUES ('a', 1) ON CONFLICT DO NOTHING"),
                    try tx.execute("SELECT count(*) FROM bean"),
                    try tx.execute("DELETE FROM bean"),
                ]
            }

            #expect(counts == [3, 2, 0, 0, 0, 3])
        }
    }

    @Test func `first of a statement that writes writes all of it`() async throws {
        try await withDatabase { database, _ in
            let first = try await database.write { tx in
                try tx.first(
                    "INSERT INTO bean (name, grams) VALUES ('a', 1), ('b', 2) RETURNING name"
                ) { $0.text(0) }
            }

            #expect(first == "a")
            #expect(try await database.read { try $0.beans() } == ["a", "b"])
        }
    }

    @Test func `first of a statement that writes meets its foreign keys`() async throws {
        try await withDatabase { database, _ in
            let error = await #expect(throws: SQLError.self) {
                try await database.write { tx in
                    try tx.first("INSERT INTO roast VALUES (7, '2026-03-01') RETURNING day") {
                        $0.text(0)
                    }
                }
            }

            #expect(error?.constraint == Constraint(rule: .foreignKey))
        }
    }

    @Test func `first of nothing is nil and all of nothing is empty`() async throws {
        try await withDatabase { database, _ in
            let (first, all) = try await database.read { tx in
                (
                    try tx.first("SELECT name FROM bean") { $0.text(0) },
                    try tx.all("SELECT name FROM bean") { $0.text(0) }
                )
            }

            #expect(first == nil)
            #expect(all.isEmpty)
        }
    }

    @Test func `a statement is used again after it failed`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.addBean("Sidamo") }
            for _ in 1...3 {
                let outcome = await outcome(of: { try $0.addBean("Sidamo") }, on: database)
                #expect(outcome.sqlError?.constraint?.rule == .unique)
            }

            try await database.write { try $0.addBean("Huila") }

            #expect(try await database.read { try $0.beans() } == ["Sidamo", "Huila"])
        }
    }

    @Test(arguments: [true, false])
    func `a member that catches an error has failed all the same`(goesOn: Bool) async throws {
        try await withDatabase { database, _ in
            let outcome = await outcome(
                of: { tx in
                    try tx.addBean("Sidamo")
                    let first = #expect(throws: SQLError.self) { try tx.addBean("Sidamo") }
                    guard goesOn else { return 0 }
                    let second = #expect(throws: SQLError.self) { try tx.addBean("Huila") }
                    #expect(second == first)
                    return 0
                }, on: database)

            #expect(outcome.sqlError?.constraint?.rule == .unique)
            let beans = try await database.read { try $0.beans() }
            #expect(beans.isEmpty)
        }
    }

    @Test func `a statement may run inside its own rows`() async throws {
        try await withDatabase { database, _ in
            try await database.write { tx in for name in ["a", "b"] { try tx.addBean(name) } }

            let pairs = try await database.read { tx in
                try tx.outer { outer in try tx.outer { inner in outer + inner } }
            }

            #expect(pairs == [["aa", "ab"], ["ba", "bb"]])
        }
    }

    @Test func `rows whose closure throws leave the statement usable`() async throws {
        try await withDatabase { database, _ in
            try await database.write { tx in
                for name in ["a", "b"] { try tx.addBean(name) }
                #expect(throws: Spilled.self) { try tx.outer { _ in throw Spilled() } }
                #expect(try tx.outer { $0 } == ["a", "b"])
            }
        }
    }

    @Test func `statements outlive a change of the schema`() async throws {
        try await withDatabase { database, _ in
            try await database.write { try $0.addBean("Sidamo") }
            #expect(try await database.read { try $0.beans() } == ["Sidamo"])

            try await database.write { tx in
                try tx.executeScript("ALTER TABLE bean ADD COLUMN origin TEXT")
            }

            try await database.write { try $0.addBean("Huila") }
            #expect(try await database.read { try $0.beans() } == ["Sidamo", "Huila"])
        }
    }
}

extension Transaction {
    fileprivate func outer<T>(_ make: (String) throws -> T) throws -> [T] {
        try all("SELECT name FROM bean ORDER BY name") { try make($0.text(0)) }
    }
}
