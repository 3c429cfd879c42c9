/// One step of the schema's history. Its text never changes once it has been released.
package struct Migration: Sendable, Hashable {
    /// 1, 2, 3 and so on, without a gap.
    package let number: Int
    package let name: String
    package let sqlite: String
    package let postgres: String
    /// What the rows that are there already need besides, in the same transaction. It finds the
    /// schema as of this step, not the latest: a later step that changes what it reads ends it.
    package let carryOver: @Sendable (Transaction) throws -> Void

    package init(
        number: Int, name: String, sqlite: String, postgres: String,
        carryOver: @escaping @Sendable (Transaction) throws -> Void = { _ in }
    ) {
        self.carryOver = carryOver
        self.number = number
        self.name = name
        self.sqlite = sqlite
        self.postgres = postgres
    }

    package func text(for dialect: Dialect) -> String {
        switch dialect {
        case .sqlite: sqlite
        case .postgres: postgres
        }
    }

    package static func == (left: Migration, right: Migration) -> Bool {
        left.number == right.number && left.name == right.name && left.sqlite == right.sqlite
            && left.postgres == right.postgres
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    /// FNV-1a, 64 bits: it's to notice an edit by mistake, not one by an attacker, who could as
    /// well change the table it stands in.
    package func checksum(for dialect: Dialect) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text(for: dialect).utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

package enum MigrationError: Error, Sendable, Hashable {
    /// The program's own list isn't 1, 2, 3 and so on.
    case notNumberedInOrder(found: Int, expected: Int)
    /// The database holds a migration that this program doesn't know: a newer one made it.
    case databaseIsNewer(number: Int, name: String)
    /// A migration was edited after it had been applied.
    case changed(number: Int, name: String)
    /// The database lacks a migration before one that it holds.
    case gap(number: Int)
    case failed(number: Int, name: String, SQLError)
    /// What was to be done before the first change failed, so nothing was changed.
    case notPrepared(String)
    case database(SQLError)
}

extension MigrationError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notNumberedInOrder(let found, let expected):
            "migration \(found) stands where number \(expected) belongs"
        case .databaseIsNewer(let number, let name):
            "the database is newer than this program: it holds migration \(number) (\(name))"
        case .changed(let number, let name):
            "migration \(number) (\(name)) was changed after it had been applied"
        case .gap(let number):
            "the database lacks migration \(number), although later ones were applied"
        case .failed(let number, let name, let error):
            "migration \(number) (\(name)) failed: \(error)"
        case .notPrepared(let reason):
            "the database wasn't changed, since it couldn't be backed up before: \(reason)"
        case .database(let error):
            "the migrations can't be read: \(error)"
        }
    }
}

/// Brings the schema up to date, each migration in a transaction of its own.
///
/// Returns the migrations applied now, none where the schema was up to date. Several programs may
/// call it at once. Throws before it changes anything where the database doesn't fit the list.
///
/// - Parameter prepare: Called before the first change of a database that isn't empty, with what
///   will be applied; nothing is where it throws.
package func migrate(
    _ database: any Database, _ migrations: [Migration], now: Int64,
    prepare: ([Migration]) async throws -> Void = { _ in }
) async throws(MigrationError) -> [Migration] {
    for (index, migration) in migrations.enumerated() where migration.number != index + 1 {
        throw .notNumberedInOrder(found: migration.number, expected: index + 1)
    }
    let missing = try await asMigrationError(MigrationError.database) {
        try await database.write { tx in
            // Of several instances that start at once, one makes the table.
            try tx.lock(.migrations)
            try createHistory(in: tx)
            return try pending(of: migrations, in: tx)
        }
    }
    if let first = missing.first, first.number > 1 {
        do {
            try await prepare(Array(missing))
        } catch {
            throw .notPrepared("\(error)")
        }
    }
    var applied: [Migration] = []
    for migration in missing {
        let isApplied = try await asMigrationError {
            MigrationError.failed(number: migration.number, name: migration.name, $0)
        } _: {
            try await database.write { tx in
                try apply(migration, of: migrations, in: tx, now: now)
            }
        }
        if isApplied { applied.append(migration) }
    }
    return applied
}

/// What an up-to-date program would still apply; throws where the history doesn't fit.
private func pending(
    of migrations: [Migration], in tx: Transaction
) throws -> ArraySlice<Migration> {
    let history = try tx.all(
        "SELECT number, name, checksum FROM schema_migration ORDER BY number"
    ) { row in
        (number: Int(row.int(0)), name: row.text(1), checksum: row.text(2))
    }
    for (index, applied) in history.enumerated() {
        guard applied.number <= migrations.count else {
            throw MigrationError.databaseIsNewer(number: applied.number, name: applied.name)
        }
        guard applied.number == index + 1 else {
            throw MigrationError.gap(number: index + 1)
        }
        guard migrations[index].checksum(for: tx.dialect) == applied.checksum else {
            throw MigrationError.changed(number: applied.number, name: applied.name)
        }
    }
    return migrations[history.count...]
}

/// False where another program was faster.
private func apply(
    _ migration: Migration, of migrations: [Migration], in tx: Transaction, now: Int64
) throws -> Bool {
    try tx.lock(.migrations)
    guard try pending(of: migrations, in: tx).first?.number == migration.number else {
        return false
    }
    try tx.executeScript(migration.text(for: tx.dialect))
    try migration.carryOver(tx)
    try tx.execute(
        "INSERT INTO schema_migration (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
        SQLValue(migration.number), .text(migration.name),
        .text(migration.checksum(for: tx.dialect)), .integer(now))
    return true
}

extension LockName {
    /// The schema's history.
    fileprivate static let migrations = LockName(kind: "schema_migration", key: "")
}

private func createHistory(in tx: Transaction) throws(SQLError) {
    switch tx.dialect {
    case .sqlite:
        try tx.execute(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                number INTEGER PRIMARY KEY,
                name TEXT NOT NULL,
                checksum TEXT NOT NULL,
                applied_at INTEGER NOT NULL
            ) STRICT
            """)
    case .postgres:
        try tx.execute(
            """
            CREATE TABLE IF NOT EXISTS schema_migration (
                number BIGINT PRIMARY KEY,
                name TEXT NOT NULL,
                checksum TEXT NOT NULL,
                applied_at BIGINT NOT NULL
            )
            """)
    }
}

private func asMigrationError<T: Sendable>(
    _ wrap: (SQLError) -> MigrationError, _ body: () async throws -> T
) async throws(MigrationError) -> T {
    do {
        return try await body()
    } catch let error as MigrationError {
        throw error
    } catch let error as SQLError {
        throw wrap(error)
    } catch {
        throw .database(.misuse("unexpected: \(error)"))
    }
}
