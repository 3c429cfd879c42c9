/// The one door to the database.
///
/// A closure is synchronous and does nothing outside of the database, since it may be run again.
package protocol Database: Sendable {
    var dialect: Dialect { get }

    /// What the driver has done so far, for the metrics.
    var statistics: DatabaseStatistics { get }

    /// Runs a transaction that may write, and returns once it is durable.
    ///
    /// Throws what the closure threw, with everything it wrote undone, or `SQLError`.
    ///
    /// - Parameter lane: Whom it may share a commit with.
    @discardableResult
    func write<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T

    /// Runs a transaction that only reads, on a snapshot that doesn't change while it runs.
    func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T

    /// Calls `body`, on a thread of its own, whenever another program may have committed something
    /// with `Transaction.wakeOthers`; now and then without a reason. Never where the engine has no
    /// way to tell.
    func listen(_ body: @escaping @Sendable () -> Void)

    /// Refuses new work, finishes what is queued, and closes. Closing twice is harmless.
    func close() async
}

extension Database {
    @discardableResult
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await write(in: .common, body)
    }
}

/// Where statements can't be the same on both engines; more than a handful is a design fault.
package enum Dialect: Sendable, Hashable {
    case sqlite
    case postgres
}

/// What `Transaction.lock` takes hold of, such as one pick-up slot of one location.
///
/// The store names its locks in an extension; equal kind and key mean the same lock.
package struct LockName: Sendable, Hashable {
    package let kind: String
    package let key: String
    /// Held together with others that share it; whoever wants it alone waits for all of them.
    package private(set) var isShared = false

    package init(kind: String, key: String) {
        self.kind = kind
        self.key = key
    }

    /// The same lock, shared.
    package var shared: LockName {
        var name = self
        name.isShared = true
        return name
    }
}

/// Counters since the database was opened, and gauges of this moment.
package struct DatabaseStatistics: Sendable, Hashable {
    /// Batches committed; with `transactions` this gives the mean size of a batch.
    package var batches = 0
    /// Write transactions answered, the failed ones too.
    package var transactions = 0
    package var failedTransactions = 0
    package var largestBatch = 0
    /// Batches that the engine threw away whole, whose members were run again one by one.
    package var batchesRunAgain = 0
    /// Write and read transactions refused because the queue was full, or because
    /// their turn came too late.
    package var refusals = 0
    package var reads = 0
    /// Connections to a database server that were made anew.
    package var connectionsLost = 0
    /// Checkpoints that copied the log into the database file.
    package var checkpoints = 0
    /// Those after which the log couldn't start over, because of a long read or an error.
    package var checkpointsHeldUp = 0
    /// Pages in the write-ahead log at the last commit.
    package var logPages = 0
    /// Time spent in COMMIT, where the disk is waited for.
    package var commitNanoseconds: Int64 = 0
    /// Writes waiting now.
    package var queueDepth = 0
    /// Reads waiting now.
    package var readQueueDepth = 0
}
