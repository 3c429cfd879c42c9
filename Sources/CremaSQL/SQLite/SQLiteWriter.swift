/// Runs the queued writes on its thread, many to one commit.
///
/// Each member of a batch has a savepoint, so that one that throws undoes only its own. All are
/// answered after the commit, the failed ones too, since what they saw may be undone until then.
final class SQLiteWriter: Sendable {
    private let connection: SQLiteConnection
    private let queue: WorkQueue<any Request>
    private let checkpoints: SQLiteCheckpoints
    private let counters: DatabaseCounters
    private let batchLimit: Int
    private let patience: Patience

    init(
        connection: SQLiteConnection, queue: WorkQueue<any Request>, checkpoints: SQLiteCheckpoints,
        counters: DatabaseCounters, options: SQLiteOptions
    ) {
        self.connection = connection
        self.queue = queue
        self.checkpoints = checkpoints
        self.counters = counters
        batchLimit = options.batchLimit
        patience = Patience(milliseconds: options.patienceMilliseconds, counters: counters)
    }

    /// Returns once the queue is closed and drained.
    func run() {
        while true {
            let taken = queue.take(upTo: batchLimit)
            if taken.isEmpty { return }
            let batch = runBatch(patience.inTime(taken))
            answer(batch)
            checkpoints.afterCommit(on: connection)
        }
    }

    /// Runs what was taken and what has come meanwhile, and returns all of it with its outcomes.
    private func runBatch(_ taken: [any Request]) -> [any Request] {
        var members = taken
        if members.isEmpty { return [] }
        do throws(SQLError) {
            try connection.control(.beginImmediate)
        } catch {
            for member in members { member.failure = error }
            return members
        }
        do throws(SQLError) {
            var next = 0
            while next < members.count {
                try runInSavepoint(members[next])
                next += 1
                if next == members.count && next < batchLimit {
                    members += patience.inTime(
                        queue.takeWaiting(upTo: batchLimit - next))
                }
            }
            try commit()
        } catch {
            connection.rollback()
            counters.batchWasRunAgain()
            for member in members { runAlone(member) }
        }
        return members
    }

    /// Throws only where the batch is lost; what the closure threw is the member's own outcome.
    private func runInSavepoint(_ member: any Request) throws(SQLError) {
        try connection.control(.markMember)
        let transaction = Transaction(connection, isReadOnly: false)
        try run(member, in: transaction)
        if member.failure == nil {
            member.hooks = transaction.hooks
        } else {
            member.hooks = []
            try connection.control(.rollbackMember)
        }
        try connection.control(.releaseMember)
    }

    /// Throws where the transaction is gone, also where the closure caught the error that ended it.
    private func run(_ member: any Request, in transaction: Transaction) throws(SQLError) {
        member.runWhole(in: transaction)
        let ending = transaction.ending
        transaction.end()
        if connection.isInAutocommit {
            throw ending ?? .misuse("the closure ended its transaction")
        }
    }

    private func commit() throws(SQLError) {
        try counters.timingCommit { () throws(SQLError) in try connection.control(.commit) }
    }

    /// The second run, in a transaction of its own.
    private func runAlone(_ member: any Request) {
        member.hooks = []
        member.failure = nil
        do throws(SQLError) {
            try connection.control(.beginImmediate)
            let transaction = Transaction(connection, isReadOnly: false)
            try run(member, in: transaction)
            if member.failure != nil { return connection.rollback() }
            try commit()
            member.hooks = transaction.hooks
        } catch {
            connection.rollback()
            // What the closure threw says more than how SQLite took it.
            member.failure = member.failure ?? error
        }
    }

    private func answer(_ batch: [any Request]) {
        guard !batch.isEmpty else { return }
        counters.committed(batch)
        for member in batch {
            for hook in member.hooks { hook() }
        }
        for member in batch { member.answer() }
    }
}
