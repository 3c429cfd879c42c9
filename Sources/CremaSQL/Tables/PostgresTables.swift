import CPostgres

/// The tables of a PostgreSQL database, in one transaction.
package final class PostgresTables: Tables {
    private let handle: OpaquePointer
    private static let page = 1000
    private static let copyBytes = 65_536

    package init(url: String) throws(SQLError) {
        handle = try PostgresServer.connect(url)
        try run("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0")
        try run("BEGIN ISOLATION LEVEL REPEATABLE READ")
    }

    deinit {
        PQfinish(handle)
    }

    /// Other programs of Crema that are connected to this database.
    package func otherPrograms() throws(SQLError) -> Int {
        try number(
            """
            SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database()
            AND application_name = 'crema' AND pid <> pg_backend_pid()
            """)
    }

    package func lock(_ tables: [Table]) throws(SQLError) {
        let names = tables.map(\.name).joined(separator: ", ")
        // Nothing is read before: the snapshot is of what is there once nobody writes any more.
        // It waits for as long as for any lock, in which the server ends an autovacuum.
        try run("LOCK TABLE \(names) IN SHARE ROW EXCLUSIVE MODE")
    }

    package func read(_ table: Table, _ body: ([SQLValue]) throws -> Void) throws {
        try run("DECLARE rows NO SCROLL CURSOR FOR \(table.selection)")
        while true {
            let sql = "FETCH \(PostgresTables.page) FROM rows"
            let result = PQexecParams(handle, sql, 0, nil, nil, nil, nil, 1)
            guard PQresultStatus(result) == PGRES_TUPLES_OK, let result else {
                defer { PQclear(result) }
                throw SQLError(result: result, sql: sql)
            }
            let isLast = PQntuples(result) < Int32(PostgresTables.page)
            let cursor = PostgresCursor(result, sql: "FETCH")
            while try cursor.step() {
                try body(table.values(of: cursor))
            }
            if isLast { break }
        }
        try run("CLOSE rows")
    }

    /// By COPY in its binary format (https://postgresql.org/docs/15/sql-copy.html).
    package func insert(
        into table: Table, _ source: (_ row: ([SQLValue]) throws -> Void) throws -> Void
    ) throws {
        let sql = "COPY \(table.name) (\(table.columnList)) FROM STDIN (FORMAT binary)"
        let started = PQexec(handle, sql)
        defer { PQclear(started) }
        guard PQresultStatus(started) == PGRES_COPY_IN else {
            throw SQLError(result: started, sql: sql)
        }
        var bytes =
            Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + [UInt8](repeating: 0, count: 8)
        do {
            try source { row in
                append(Int16(row.count), to: &bytes)
                for value in row { append(value, to: &bytes) }
                if bytes.count >= PostgresTables.copyBytes { try send(&bytes) }
            }
        } catch {
            PQputCopyEnd(handle, "the source failed")
            PQclear(PQgetResult(handle))
            throw error
        }
        append(Int16(-1), to: &bytes)
        try send(&bytes)
        guard PQputCopyEnd(handle, nil) == 1 else { throw SQLError.lost(handle) }
        let ended = PQgetResult(handle)
        defer { PQclear(ended) }
        guard PQresultStatus(ended) == PGRES_COMMAND_OK else {
            throw SQLError(result: ended, sql: sql)
        }
        while let more = PQgetResult(handle) { PQclear(more) }
        try advanceIdentity(of: table)
    }

    /// Rows came with their ids; the next one made here goes on behind them.
    private func advanceIdentity(of table: Table) throws(SQLError) {
        guard table.key.count == 1, let key = table.key.first else { return }
        let identities = try number(
            """
            SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = 'public'
            AND table_name = '\(table.name)' AND column_name = '\(key)' AND is_identity = 'YES'
            """)
        guard identities == 1 else { return }
        try run(
            """
            SELECT setval(pg_get_serial_sequence('\(table.name)', '\(key)'), MAX(\(key)))
            FROM \(table.name) HAVING MAX(\(key)) IS NOT NULL
            """)
    }

    package func commit() throws(SQLError) {
        try run("COMMIT")
    }

    /// Runs statements without values.
    package func run(_ sql: String) throws(SQLError) {
        try PostgresServer.run(sql, on: handle)
    }

    /// The first column of the first row.
    package func text(_ sql: String) throws(SQLError) -> String {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        guard PQresultStatus(result) == PGRES_TUPLES_OK, PQntuples(result) > 0,
            let value = PQgetvalue(result, 0, 0)
        else { throw SQLError(result: result, sql: sql) }
        return String(cString: value)
    }

    package func number(_ sql: String) throws(SQLError) -> Int {
        let text = try text(sql)
        guard let number = Int(text) else { throw .misuse("\(text) is no number", sql: sql) }
        return number
    }

    private func send(_ bytes: inout [UInt8]) throws(SQLError) {
        let isSent = bytes.withUnsafeBytes { block in
            PQputCopyData(
                handle, block.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(block.count))
        }
        guard isSent == 1 else { throw .lost(handle) }
        bytes.removeAll(keepingCapacity: true)
    }

    private func append(_ value: SQLValue, to bytes: inout [UInt8]) {
        switch value {
        case .integer(let integer):
            append(Int32(8), to: &bytes)
            append(integer, to: &bytes)
        case .text(let text):
            append(Int32(text.utf8.count), to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            append(Int32(blob.count), to: &bytes)
            bytes.append(contentsOf: blob)
        case .nullInteger, .nullText, .nullBlob: append(Int32(-1), to: &bytes)
        }
    }

    private func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }
}

/// What a connection's URL says, for other programs of PostgreSQL.
package enum PostgresURL {
    /// As environment variables: a password on a command line can be read by everybody.
    package static func environment(
        of url: String
    ) throws(SQLError) -> [(name: String, value: String)] {
        var complaint: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &complaint) else {
            defer { PQfreemem(complaint) }
            throw .misuse("--database isn't a URL that PostgreSQL understands")
        }
        defer { PQconninfoFree(options) }
        var variables: [(name: String, value: String)] = []
        var option = options
        while option.pointee.keyword != nil {
            if let name = option.pointee.envvar, let value = option.pointee.val {
                variables.append((String(cString: name), String(cString: value)))
            }
            option += 1
        }
        return variables
    }

    /// As it can be shown: without the password.
    package static func shown(_ url: String) -> String {
        // A text that can't be taken apart may have its password anywhere.
        guard let variables = try? environment(of: url) else { return "the database" }  // see above
        let values = Dictionary(variables.map { ($0.name, $0.value) }) { $1 }
        let host = values["PGHOST"] ?? "localhost"
        return "\(values["PGDATABASE"] ?? "the database") on \(host)"
    }
}
