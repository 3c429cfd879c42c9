import CPostgres

/// A PostgreSQL server as its administrator sees it, by the URL of one of its databases.
package enum PostgresServer {
    /// Runs one statement outside any transaction, such as CREATE DATABASE.
    package static func run(_ sql: String, at url: String) throws(SQLError) {
        let handle = try connect(url)
        defer { PQfinish(handle) }
        try run(sql, on: handle)
    }

    /// A connection that waits for each answer.
    static func connect(_ url: String) throws(SQLError) -> OpaquePointer {
        let handle = try PostgresConnection.connect(url, options: PostgresOptions())
        guard PQexitPipelineMode(handle) == 1, PQsetnonblocking(handle, 0) == 0 else {
            defer { PQfinish(handle) }
            throw .lost(handle)
        }
        return handle
    }

    /// Runs statements without values.
    static func run(_ sql: String, on handle: OpaquePointer) throws(SQLError) {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: throw SQLError(result: result, sql: sql)
        }
    }
}
