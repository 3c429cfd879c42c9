/// How a PostgreSQL database is used.
package struct PostgresOptions: Sendable, Hashable {
    /// Connections that write, each with a thread of its own.
    package var writers = 3
    /// Connections that read.
    package var readers = 4
    /// Transactions that share one commit at most. Each has a savepoint; above 64 the server's
    /// cache of subtransactions overflows, and every snapshot gets slower.
    package var batchLimit = 60
    /// How long a shared commit may take on members: what waits longer for the server than that
    /// isn't held up by its neighbours, too.
    package var batchMilliseconds = 250
    /// Writes, and reads, that may wait; more are refused as `overloaded`.
    package var queueLimit = 4096
    /// How long one statement may take at the server.
    package var statementTimeoutMilliseconds = 30_000
    /// How long a lock is waited for. Longer than the server takes to find a deadlock.
    package var lockTimeoutMilliseconds = 3_000
    /// How long a request waits for its turn, or for a database that is away, before it is told so.
    package var patienceMilliseconds = 5_000
    /// How long the server may take to accept a connection.
    package var connectTimeoutSeconds = 5
    /// How often a batch that lost against another is run again.
    package var retries = 8

    package init() {}

    /// Connections of one instance at most; one of them listens.
    package var connections: Int { writers + readers + 1 }

    /// Silence after which a connection counts as lost: the server itself gives up before.
    var silenceMilliseconds: Int { statementTimeoutMilliseconds + 5_000 }
}
