import CSQLite
import Synchronization

/// A SQLite file with one thread that writes, some that read, and one that tidies the log.
package final class SQLiteDatabase: Database {
    package let dialect = Dialect.sqlite
    private let writes: WorkQueue<any Request>
    private let reads: WorkQueue<any Request>
    private let checkpoints: SQLiteCheckpoints
    private let counters: DatabaseCounters
    private let writerConnection: SQLiteConnection
    private let writerThread: WorkerThread
    private let readerThreads: [WorkerThread]
    private let checkpointThread: WorkerThread
    private let lastThread = Mutex<WorkerThread?>(nil)

    /// Opens the file, or makes it where there is none.
    ///
    /// Throws `foreignFile` for a file of another program, `readOnly`, `busy` while another program
    /// holds its lock, or `io`.
    package init(path: String, options: SQLiteOptions = SQLiteOptions()) throws(SQLError) {
        let counters = DatabaseCounters()
        let writes = WorkQueue<any Request>(limit: options.queueLimit)
        let reads = WorkQueue<any Request>(limit: options.queueLimit)
        let writerConnection = try SQLiteConnection(path: path, role: .writer, options: options)
        var readers: [SQLiteReader] = []
        for _ in 0..<options.readers {
            let connection = try SQLiteConnection(path: path, role: .reader, options: options)
            readers.append(
                SQLiteReader(
                    connection: connection, queue: reads, counters: counters, options: options))
        }
        let checkpoints = SQLiteCheckpoints(
            connection: try SQLiteConnection(path: path, role: .checkpointer, options: options),
            counters: counters, options: options)
        let writer = SQLiteWriter(
            connection: writerConnection, queue: writes, checkpoints: checkpoints,
            counters: counters, options: options)
        self.counters = counters
        self.writes = writes
        self.reads = reads
        self.checkpoints = checkpoints
        self.writerConnection = writerConnection
        writerThread = WorkerThread(name: "sqlite-write") { writer.run() }
        readerThreads = readers.map { reader in
            WorkerThread(name: "sqlite-read") { reader.run() }
        }
        checkpointThread = WorkerThread(name: "sqlite-log") { checkpoints.run() }
    }

    deinit {
        writes.close()
        reads.close()
        checkpoints.stop()
    }

    package var statistics: DatabaseStatistics {
        var statistics = counters.statistics
        statistics.queueDepth = writes.count
        statistics.readQueueDepth = reads.count
        return statistics
    }

    @discardableResult
    package func write<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await enqueue(body, in: writes)
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await enqueue(body, in: reads)
    }

    package func listen(_ body: @escaping @Sendable () -> Void) {}

    package func close() async {
        writes.close()
        reads.close()
        await writerThread.finished()
        for thread in readerThreads { await thread.finished() }
        checkpoints.stop()
        await checkpointThread.finished()
        await copyLog().finished()
    }

    private func enqueue<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T, in queue: WorkQueue<any Request>
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            guard let refusal = queue.add(RequestFor(body, answering: continuation)) else { return }
            if refusal == .full { counters.wasRefused() }
            continuation.resume(throwing: SQLError(refusal))
        }
    }

    /// Leaves the whole database in its one file, on a thread since it waits for the disk.
    private func copyLog() -> WorkerThread {
        lastThread.withLock { thread in
            if let thread { return thread }
            let connection = writerConnection
            let started = WorkerThread(name: "sqlite-close") {
                // A log that stays, since another program reads, is found at the next start.
                _ = connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE, waitingMilliseconds: 1000)
            }
            thread = started
            return started
        }
    }
}
