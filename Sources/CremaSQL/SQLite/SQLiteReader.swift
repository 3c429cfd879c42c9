/// Runs queued reads on its thread, each on a snapshot of its own.
final class SQLiteReader: Sendable {
    private let connection: SQLiteConnection
    private let queue: WorkQueue<any Request>
    private let counters: DatabaseCounters
    private let patience: Patience

    init(
        connection: SQLiteConnection, queue: WorkQueue<any Request>, counters: DatabaseCounters,
        options: SQLiteOptions
    ) {
        self.connection = connection
        self.queue = queue
        self.counters = counters
        patience = Patience(milliseconds: options.patienceMilliseconds, counters: counters)
    }

    /// Returns once the queue is closed and drained.
    func run() {
        while let taken = queue.take(upTo: 1).first {
            for request in patience.inTime([taken]) {
                run(request)
                counters.hasRead()
                request.answer()
            }
        }
    }

    private func run(_ request: any Request) {
        do throws(SQLError) {
            // Deferred: the snapshot is taken by the first statement that reads.
            try connection.control(.begin)
        } catch {
            request.failure = error
            return
        }
        let transaction = Transaction(connection, isReadOnly: true)
        request.runBody(in: transaction)
        transaction.end()
        connection.rollback()
    }
}
