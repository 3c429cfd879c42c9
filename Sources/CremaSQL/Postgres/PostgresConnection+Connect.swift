import CPostgres
import Foundation

extension PostgresConnection {
    /// The oldest server that works.
    static let oldestVersion: Int32 = 150_000

    /// A connection that is ready for the pipeline. What stands in the URL goes before what is
    /// set here.
    static func connect(_ url: String, options: PostgresOptions) throws(SQLError) -> OpaquePointer {
        let parameters: [(String, String)] = [
            ("connect_timeout", "\(options.connectTimeoutSeconds)"),
            ("application_name", "crema"),
            // A connection that leads nowhere is noticed within half a minute.
            ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
            ("tcp_user_timeout", "\(options.silenceMilliseconds)"),
            ("dbname", url),
            ("client_encoding", "UTF8"),
        ]
        guard let handle = open(parameters) else {
            throw SQLError(kind: .other, message: "no memory")
        }
        do throws(SQLError) {
            try prepare(handle, options: options)
            return handle
        } catch {
            PQfinish(handle)
            throw error
        }
    }

    private static func open(_ parameters: [(String, String)]) -> OpaquePointer? {
        let texts = parameters.map { (strdup($0.0), strdup($0.1)) }
        defer {
            for (name, value) in texts {
                free(name)
                free(value)
            }
        }
        let names = texts.map { UnsafePointer($0.0) } + [nil]
        let values = texts.map { UnsafePointer($0.1) } + [nil]
        return PQconnectdbParams(names, values, 1)
    }

    private static func prepare(
        _ handle: OpaquePointer, options: PostgresOptions
    ) throws(SQLError) {
        guard PQstatus(handle) == CONNECTION_OK else { throw .lost(handle) }
        let version = PQserverVersion(handle)
        guard version >= oldestVersion else {
            throw SQLError(
                kind: .foreignFile,
                message: "PostgreSQL 15 or newer is needed, and this is \(version / 10_000)")
        }
        let encoding = PQparameterStatus(handle, "server_encoding").map { String(cString: $0) }
        guard encoding == "UTF8" else {
            throw SQLError(
                kind: .foreignFile,
                message: "the database's encoding must be UTF8, and is \(encoding ?? "unknown")")
        }
        // The server says a lot that nobody asked for.
        PQsetNoticeProcessor(handle, { _, _ in }, nil)
        let settings = PQexec(
            handle,
            """
            SET client_min_messages = warning;
            SET statement_timeout = \(options.statementTimeoutMilliseconds);
            SET lock_timeout = \(options.lockTimeoutMilliseconds);
            SET idle_in_transaction_session_timeout = \(options.silenceMilliseconds);
            SET TimeZone = 'UTC';
            """)
        defer { PQclear(settings) }
        guard PQresultStatus(settings) == PGRES_COMMAND_OK else {
            // A connection that is lost by now leaves no result, or one without a code.
            guard PQstatus(handle) == CONNECTION_OK else { throw .lost(handle) }
            throw SQLError(result: settings, sql: "SET")
        }
        guard PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
            throw .lost(handle)
        }
    }
}
