import CPostgres

/// Talks to a PostgreSQL server over a connection of its own.
package enum RawPostgres {
    /// The rows of a statement, columns separated by a bar.
    @discardableResult
    package static func rows(_ url: String, _ sql: String) throws -> [String] {
        let connection = PQconnectdb(url)
        defer { PQfinish(connection) }
        let result = PQexec(connection, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
        default: throw TestEngineError("\(String(cString: PQerrorMessage(connection))): \(sql)")
        }
        return (0..<PQntuples(result)).map { row in
            (0..<PQnfields(result)).map { column in
                guard PQgetisnull(result, row, column) == 0 else { return "NULL" }
                return String(cString: PQgetvalue(result, row, column))
            }.joined(separator: "|")
        }
    }
}
