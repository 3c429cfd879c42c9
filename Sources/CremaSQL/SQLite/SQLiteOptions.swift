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
    /// How long a request waits for its turn before it is refused as `overloaded`.
    package var patienceMilliseconds = 5_000
    /// How long another program's lock is waited for.
    package var busyTimeoutMilliseconds = 5000
    /// Holds the pages that a batch changes, some hundred, and the upper levels of the indexes;
    /// the operating system keeps the file's other pages. The file isn't mapped into memory: an I/O
    /// error would kill the process instead of throwing, and its pages would count as ours.
    package var writerCacheKibibytes = 8 * 1024
    package var readerCacheKibibytes = 2 * 1024
    /// The length of the write-ahead log (in pages) from which it's copied into the file. A longer
    /// log copies a page that changes often fewer times; it costs disk space and a slower start
    /// after a crash.
    package var checkpointPages = 4096

    package init() {}

    /// For tests and demonstrations that keep nothing: a power cut may lose or damage the file.
    package static var throwaway: SQLiteOptions {
        var options = SQLiteOptions()
        options.synchronous = .off
        options.readers = 1
        return options
    }

    /// The log's file is cut to this when it starts over; it's overwritten in place below that.
    var logBytesKept: Int {
        checkpointPages * 4096 * 2
    }
}
