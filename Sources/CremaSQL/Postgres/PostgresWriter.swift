/// Runs queued writes on its thread, those of one lane together in one commit.
///
/// Each member of a batch has a savepoint, so that one that throws undoes only its own. All are
/// answered after the commit, the failed ones too, since what they saw may be undone until then.
final class PostgresWriter: @unchecked Sendable {
    // Sendable since only its own thread uses it.
    private let link: PostgresLink
    private let queue: LaneQueue<any Request>
    private let counters: DatabaseCounters
    private let options: PostgresOptions
    private let patience: Patience
    /// For those that run a request alone, which may wait long for a lock: one writer at least
    /// isn't among them, so that other lanes go on.
    private let alone: ThreadPlaces
    private let clock = ContinuousClock()

    private static let firstPause = Duration.milliseconds(5)

    init(
        link: PostgresLink, queue: LaneQueue<any Request>, counters: DatabaseCounters,
        options: PostgresOptions, alone: ThreadPlaces
    ) {
        self.alone = alone
        self.link = link
        self.queue = queue
        self.counters = counters
        self.options = options
        patience = Patience(milliseconds: options.patienceMilliseconds, counters: counters)
    }

    /// Returns once the queue is closed and drained.
    func run() {
        while let (lane, taken) = queue.take(upTo: options.batchLimit) {
            let batch = commitTogether(patience.inTime(taken), of: lane)
            answer(batch.settled)
            queue.giveBack(lane, with: batch.unbegun)
            for member in batch.again where !runAgain(member) {
                queue.putBack(member, in: lane)
            }
        }
        link.close()
    }

    private func answer(_ batch: [any Request]) {
        guard !batch.isEmpty else { return }
        counters.committed(batch)
        for member in batch {
            for hook in member.hooks { hook() }
        }
        for member in batch { member.answer() }
    }

    /// What became of the members of a batch.
    private struct Batch {
        /// They have their outcome.
        var settled: [any Request] = []
        /// They are to be run again, each alone.
        var again: [any Request] = []
        /// There was no time for them.
        var unbegun: [any Request] = []
    }

    /// Runs what was taken and what has come meanwhile.
    private func commitTogether(_ taken: [any Request], of lane: Lane) -> Batch {
        if taken.isEmpty { return Batch() }
        let connection: PostgresConnection
        do throws(SQLError) {
            connection = try link.open(until: deadline(of: taken))
        } catch {
            for member in taken { member.failure = error }
            return Batch(settled: taken)
        }
        var (members, unbegun) = (taken, [any Request]())
        do throws(SQLError) {
            try runBatch(&members, leaving: &unbegun, of: lane, on: connection)
        } catch {
            connection.rollback()
            for member in members {
                member.hooks = []
                member.failure = error
            }
            if error.kind == .outcomeUnknown {
                return Batch(settled: members, unbegun: unbegun)
            }
            counters.batchWasRunAgain()
            return Batch(again: members, unbegun: unbegun)
        }
        // A member that lost against another transaction can't be run again while the batch holds
        // its locks.
        return Batch(
            settled: members.filter { !$0.isWorthRunningAgain },
            again: members.filter { $0.isWorthRunningAgain }, unbegun: unbegun)
    }

    private func runBatch(
        _ members: inout [any Request], leaving unbegun: inout [any Request], of lane: Lane,
        isAlone: Bool = false, on connection: PostgresConnection
    ) throws(SQLError) {
        try connection.control(.begin)
        if !isAlone { try connection.control(.hurry) }
        guard members.count > 1 else {
            let transaction = Transaction(connection, isReadOnly: false)
            members[0].failure = nil
            members[0].hooks = []
            members[0].runBody(in: transaction)
            guard members[0].failure == nil else {
                transaction.end()
                if connection.isLost { throw transaction.lossOrMisuse }
                return connection.rollback()
            }
            return try finish([(members[0], transaction)], on: connection)
        }
        let lastBegin = clock.now + .milliseconds(options.batchMilliseconds)
        var done: [(any Request, Transaction)] = []
        var next = 0
        while next < members.count {
            let member = members[next]
            if let transaction = try runInSavepoint(member, on: connection) {
                done.append((member, transaction))
            }
            next += 1
            // What holds one up may hold up the next, too.
            if member.isWorthRunningAgain || clock.now > lastBegin {
                unbegun = Array(members[next...])
                members.removeSubrange(next...)
                break
            } else if next == members.count && next < options.batchLimit {
                members += patience.inTime(
                    queue.takeWaiting(in: lane, upTo: options.batchLimit - next))
            }
        }
        try finish(done, on: connection)
    }

    /// Nil where the member failed. Throws only where the batch is lost.
    private func runInSavepoint(
        _ member: any Request, on connection: PostgresConnection
    ) throws(SQLError) -> Transaction? {
        let locks = connection.heldLocks
        member.failure = nil
        member.hooks = []
        try connection.control(.markMember)
        let transaction = Transaction(connection, isReadOnly: false)
        member.runBody(in: transaction)
        if connection.isLost { throw transaction.lossOrMisuse }
        guard member.failure != nil else {
            try connection.control(.releaseMember)
            return transaction
        }
        if let error = transaction.ending {
            // The error may be of a statement that an earlier member didn't wait for: whose it
            // was shows when each is run alone.
            if connection.mayBeOfEarlierMember { throw error }
            try? connection.synchronize()  // the same error again, thrown to the closure already
            if connection.isLost { throw error }
        }
        transaction.end()
        try connection.control(.rollbackMember)
        try connection.control(.releaseMember)
        connection.restoreLocks(locks)
        return nil
    }

    /// Runs what the members want done last, and commits.
    private func finish(
        _ done: [(member: any Request, transaction: Transaction)],
        on connection: PostgresConnection
    ) throws(SQLError) {
        for (member, transaction) in done {
            do {
                try transaction.runLastSteps()
            } catch let error as SQLError {
                throw error
            } catch {
                throw .misuse("unexpected before the commit: \(error)")
            }
            transaction.end()
            member.hooks = transaction.hooks
        }
        try counters.timingCommit { () throws(SQLError) in try connection.commit() }
    }

    /// Alone, where a writer can be spared: false, and it is still to be run, where none can. One
    /// whose caller has waited long enough is told to come again.
    private func runAgain(_ member: any Request) -> Bool {
        if clock.now >= deadline(of: [member]) {
            // It may bear the error of another member.
            if !member.isWorthRunningAgain {
                member.failure = SQLError(
                    kind: .overloaded, message: "there was no time to try again")
            }
        } else if !alone.take({ runAlone(member) }) {
            return false
        }
        answer([member])
        return true
    }

    /// In a transaction of its own, again and again while it loses against others or the database
    /// is away, as long as its caller waits.
    private func runAlone(_ member: any Request) {
        let deadline = deadline(of: [member])
        var pause = PostgresWriter.firstPause
        for attempt in 0...options.retries {
            var (one, none) = ([member], [any Request]())
            do throws(SQLError) {
                let connection = try link.open(until: deadline)
                do throws(SQLError) {
                    try runBatch(&one, leaving: &none, of: .common, isAlone: true, on: connection)
                } catch {
                    connection.rollback()
                    throw error
                }
            } catch {
                member.failure = error
                member.hooks = []
            }
            guard member.isWorthRunningAgain, attempt < options.retries, clock.now < deadline
            else { return }
            counters.batchWasRunAgain()
            PostgresLink.sleep(pause)
            pause = pause * 2
        }
    }

    /// Until when the caller who has waited longest is made to wait.
    private func deadline(of members: [any Request]) -> ContinuousClock.Instant {
        let first = members.map(\.askedAt).min() ?? clock.now
        return first + patience.limit
    }
}

extension Request {
    /// It lost against another transaction, or its connection before COMMIT was sent.
    fileprivate var isWorthRunningAgain: Bool {
        switch (failure as? SQLError)?.kind {
        case .busy, .connectionLost: true
        default: false
        }
    }
}

extension Transaction {
    /// Why the connection is lost.
    fileprivate var lossOrMisuse: SQLError {
        ending ?? SQLError(kind: .connectionLost, message: "the connection is lost")
    }
}
