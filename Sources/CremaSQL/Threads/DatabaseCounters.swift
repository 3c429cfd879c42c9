import Synchronization

/// Counts for the metrics, from the database threads.
final class DatabaseCounters: Sendable {
    private let counts = Mutex(DatabaseStatistics())
    private let clock = ContinuousClock()

    var statistics: DatabaseStatistics {
        counts.withLock { $0 }
    }

    func committed(_ batch: [any Request]) {
        let failed = batch.count { $0.failure != nil }
        counts.withLock {
            $0.batches += 1
            $0.transactions += batch.count
            $0.failedTransactions += failed
            $0.largestBatch = max($0.largestBatch, batch.count)
        }
    }

    func batchWasRunAgain() {
        counts.withLock { $0.batchesRunAgain += 1 }
    }

    func hasLostConnection() {
        counts.withLock { $0.connectionsLost += 1 }
    }

    func wasRefused() {
        counts.withLock { $0.refusals += 1 }
    }

    func hasRead() {
        counts.withLock { $0.reads += 1 }
    }

    func logLength(pages: Int) {
        counts.withLock { $0.logPages = pages }
    }

    func hasCheckpointed(startedOver: Bool) {
        counts.withLock {
            $0.checkpoints += 1
            $0.checkpointsHeldUp += startedOver ? 0 : 1
        }
    }

    func timingCommit(_ commit: () throws(SQLError) -> Void) throws(SQLError) {
        let start = clock.now
        try commit()
        let (seconds, attoseconds) = (clock.now - start).components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        counts.withLock { $0.commitNanoseconds += nanoseconds }
    }
}
