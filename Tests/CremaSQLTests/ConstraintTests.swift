import CremaSQL
import Testing

@Suite struct ConstraintTests {
    @Test(arguments: [
        (
            "INSERT INTO bean (name, grams) VALUES ('Sidamo', 1)",
            Constraint(rule: .unique, table: "bean", columns: ["name"])
        ),
        (
            "INSERT INTO bean (id, name, grams) VALUES (1, 'Huila', 1)",
            Constraint(rule: .unique, table: "bean", columns: ["id"])
        ),
        (
            "INSERT INTO roast (bean_id, day) VALUES (1, '2026-03-01')",
            Constraint(rule: .unique, table: "roast", columns: ["bean_id", "day"])
        ),
        (
            "INSERT INTO bean (name, grams, note) VALUES ('Huila', 1, 'NUTTY')",
            Constraint(rule: .unique, name: "one_note")
        ),
        (
            "UPDATE bean SET grams = grams - 1000",
            Constraint(rule: .check, name: "grams_left")
        ),
        (
            "INSERT INTO bean (name, grams) VALUES (NULL, 1)",
            Constraint(rule: .notNull, table: "bean", columns: ["name"])
        ),
        (
            "INSERT INTO roast (bean_id, day) VALUES (7, '2026-03-01')",
            Constraint(rule: .foreignKey)
        ),
        (
            "DELETE FROM bean",
            Constraint(rule: .foreignKey)
        ),
        (
            "UPDATE roast SET day = '2026-03-02'",
            Constraint(rule: .trigger, name: "a roast is for ever")
        ),
        (
            "INSERT INTO bean (name, grams) VALUES ('Huila', 'many')",
            Constraint(
                rule: .dataType, name: "cannot store TEXT value in INTEGER column bean.grams")
        ),
    ])
    func `a constraint is named by its rule`(_ sql: String, _ expected: Constraint) async throws {
        try await withDatabase(schema: cellar + rules) { database, _ in
            let error = await #expect(throws: SQLError.self) {
                try await database.write { try $0.executeScript(sql) }
            }

            #expect(error?.constraint == expected)
            #expect(error?.isTransient == false)
        }
    }

    @Test func `replacing a row fires its triggers`() async throws {
        try await withDatabase(
            schema: cellar + rules
                + "CREATE TRIGGER kept BEFORE DELETE ON roast "
                + "BEGIN SELECT RAISE(ABORT, 'kept'); END;"
        ) { database, _ in
            let error = await #expect(throws: SQLError.self) {
                try await database.write { tx in
                    try tx.execute("INSERT OR REPLACE INTO roast VALUES (1, '2026-03-01')")
                }
            }

            #expect(error?.constraint == Constraint(rule: .trigger, name: "kept"))
        }
    }
}

private let rules = """
    CREATE UNIQUE INDEX one_note ON bean (lower(note));
    CREATE TRIGGER roast_stays BEFORE UPDATE ON roast
    BEGIN SELECT RAISE(ABORT, 'a roast is for ever'); END;
    INSERT INTO bean (id, name, grams, note) VALUES (1, 'Sidamo', 250, 'nutty');
    INSERT INTO roast VALUES (1, '2026-03-01');
    """
