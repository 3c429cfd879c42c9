import Synchronization

/// A database on a PostgreSQL server, which many instances may share.
///
/// Writes of one lane share commits, on one of a few connections; reads have connections of their
/// own. Every connection belongs to one thread. A connection that is lost is made anew; what was
/// lost with it before its COMMIT was sent is run again. It makes no connection before the first
/// is needed.
package final class PostgresDatabase: Database {
    private let url: String
    private let options: PostgresOptions
    private let counters = DatabaseCounters()
    private let writes: LaneQueue<any Request>
    private let reads: WorkQueue<any Request>
    private let threads: [WorkerThread]
    private let listeners = Mutex<[(listener: PostgresListener, thread: WorkerThread)]>([])

    /// - Parameter url: As libpq takes it: `postgres://user@host:port/database?sslmode=…`.
    package init(url: String, options: PostgresOptions = PostgresOptions()) {
        let writes = LaneQueue<any Request>(limit: options.queueLimit)
        let reads = WorkQueue<any Request>(limit: options.queueLimit)
        let alone = ThreadPlaces(max(1, options.writers - 1))
        var threads: [WorkerThread] = []
        for _ in 0..<options.writers {
            let writer = PostgresWriter(
                link: PostgresLink(url, options: options, counters: counters), queue: writes,
                counters: counters, options: options, alone: alone)
            threads.append(WorkerThread(name: "postgres-write") { writer.run() })
        }
        for _ in 0..<options.readers {
            let reader = PostgresReader(
                link: PostgresLink(url, options: options, counters: counters), queue: reads,
                counters: counters, options: options)
            threads.append(WorkerThread(name: "postgres-read") { reader.run() })
        }
        self.url = url
        self.options = options
        self.writes = writes
        self.reads = reads
        self.threads = threads
    }

    deinit {
        writes.close()
        reads.close()
        listeners.withLock { for entry in $0 { entry.listener.stop() } }
    }

    package var dialect: Dialect { .postgres }

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
        try await withCheckedThrowingContinuation { continuation in
            let request = RequestFor(body, answering: continuation)
            refuse(continuation, for: writes.add(request, to: lane))
        }
    }

    package func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            refuse(continuation, for: reads.add(RequestFor(body, answering: continuation)))
        }
    }

    package func listen(_ body: @escaping @Sendable () -> Void) {
        let listener = PostgresListener(url, options: options, body: body)
        let thread = WorkerThread(name: "postgres-listen") { listener.run() }
        listeners.withLock { $0.append((listener, thread)) }
    }

    package func close() async {
        writes.close()
        reads.close()
        let listeners = listeners.withLock { $0 }
        for entry in listeners { entry.listener.stop() }
        for thread in threads + listeners.map(\.thread) { await thread.finished() }
    }

    private func refuse<T>(
        _ continuation: CheckedContinuation<T, any Error>,
        for refusal: QueueRefusal?
    ) {
        guard let refusal else { return }
        if refusal == .full { counters.wasRefused() }
        continuation.resume(throwing: SQLError(refusal))
    }
}
