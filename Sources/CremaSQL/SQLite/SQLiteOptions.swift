/// How a SQLite database is opened.
package struct SQLiteOptions: Sendable, Hashable {
    package enum Synchronous: Sendable, Hashable {
        /// A transaction that was answered outlives a power cut.
        case full
        /// For throw-away databases: fast, and nothing is promised.
        case off
    }

    package var synchronous = Synchronous.full
    /// Threads that read, each with a connection of its own.
    package var readers = 2
    /// Transactions that share one commit at most.
    package var batchLimit = 64
    /// Writes, and reads, that may wait; more are refused as `overloaded`.
    package var queueLimit = 4096
    /// How long another program's lock is waited for.
    package var busyTimeoutMilliseconds = 5000
    /// Holds the pages that a batch changes and the upper levels of the indexes. Files aren't
    /// mapped into memory: an I/O error would kill the process instead of throwing, and mapped
    /// pages count as the process's memory.
    package var writerCacheKibibytes = 16 * 1024
    /// Small, since the operating system keeps the file's pages as well.
    package var readerCacheKibibytes = 4 * 1024
    /// The length of the write-ahead log (in pages) from which it's copied into the file. A longer
    /// log copies a page that changes often fewer times; it costs disk space and a slower start
    /// after a crash.
    package var checkpointPages = 4096

    package init() {}

    /// The log's file is cut to this when it starts over; it's overwritten in place below that.
    var logBytesKept: Int {
        checkpointPages * 4096 * 2
    }
}
