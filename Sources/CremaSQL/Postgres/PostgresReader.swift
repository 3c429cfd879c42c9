/// Runs queued reads on its thread, each on a snapshot of its own.
final class PostgresReader: @unchecked Sendable {
    // Sendable since only its own thread uses it.
    private let link: PostgresLink
    private let queue: WorkQueue<any Request>
    private let counters: DatabaseCounters
    private let patience: Patience

    init(
        link: PostgresLink, queue: WorkQueue<any Request>, counters: DatabaseCounters,
        options: PostgresOptions
    ) {
        self.link = link
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
        link.close()
    }

    /// A read changes nothing, so it's run again for as long as its caller waits.
    private func run(_ request: any Request) {
        let deadline = request.askedAt + patience.limit
        repeat {
            request.failure = nil
            do throws(SQLError) {
                let connection = try link.open(until: deadline)
                try connection.control(.beginReading)
                let transaction = Transaction(connection, isReadOnly: true)
                request.runBody(in: transaction)
                transaction.end()
                connection.rollback()
            } catch {
                request.failure = error
            }
        } while request.lostItsConnection && ContinuousClock.now < deadline
    }
}

extension Request {
    fileprivate var lostItsConnection: Bool {
        (failure as? SQLError)?.kind == .connectionLost
    }
}
