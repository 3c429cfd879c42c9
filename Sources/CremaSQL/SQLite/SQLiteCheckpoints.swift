import CSQLite
import Synchronization

/// Keeps the write-ahead log short without holding up commits.
///
/// A thread with its own connection copies the log into the database file while the writer goes
/// on. That alone never ends, since the log grows meanwhile and starts over only when all of it is
/// copied. So the writer then copies the short rest between two batches, and the log starts over.
/// A reader on an old snapshot prevents that. The writer waits for it, a moment at first, and as
/// long as for any lock once the log is far too long; again when it has grown by half since, so
/// that a reader that hangs doesn't hold up everybody again and again.
final class SQLiteCheckpoints: Sendable {
    private enum Step {
        case idle
        /// The thread is copying.
        case copying
        /// The thread has copied what was there; the writer is to copy the rest.
        case restLeft
    }

    private struct State {
        var step = Step.idle
        /// The length of the log at which the next round begins.
        var nextRoundPages: Int
    }

    private let connection: SQLiteConnection
    private let counters: DatabaseCounters
    private let options: SQLiteOptions
    private let requests = WorkQueue<Void>(limit: 1)
    private let state: Mutex<State>

    init(connection: SQLiteConnection, counters: DatabaseCounters, options: SQLiteOptions) {
        self.connection = connection
        self.counters = counters
        self.options = options
        state = Mutex(State(nextRoundPages: options.checkpointPages))
    }

    /// The thread's body; returns once stopped.
    func run() {
        while !requests.take(upTo: 1).isEmpty {
            // What can't be copied now stays in the log, where it's safe, for the next round.
            _ = connection.checkpoint(
                SQLITE_CHECKPOINT_PASSIVE, waitingMilliseconds: options.busyTimeoutMilliseconds)
            state.withLock { $0.step = .restLeft }
        }
    }

    func stop() {
        requests.close()
    }

    /// Called by the writer between two batches.
    func afterCommit(on writer: SQLiteConnection) {
        let pages = writer.logPages
        counters.logLength(pages: pages)
        let step = state.withLock { state in
            if state.step == .idle && pages >= state.nextRoundPages {
                state.step = .copying
                return Step.idle
            }
            return state.step == .restLeft ? .restLeft : .copying
        }
        switch step {
        case .idle:
            // Refused only when stopping, and then the last checkpoint comes anyway.
            _ = requests.add(())
        case .copying:
            break
        case .restLeft:
            copyRest(of: pages, on: writer)
        }
    }

    private func copyRest(of pages: Int, on writer: SQLiteConnection) {
        let isFarTooLong = pages >= 16 * options.checkpointPages
        let hasStartedOver = writer.checkpoint(
            SQLITE_CHECKPOINT_RESTART,
            waitingMilliseconds: isFarTooLong ? options.busyTimeoutMilliseconds : 20)
        writer.setBusyTimeout(milliseconds: options.busyTimeoutMilliseconds)
        counters.hasCheckpointed(startedOver: hasStartedOver)
        state.withLock { state in
            state.step = .idle
            state.nextRoundPages =
                hasStartedOver
                ? options.checkpointPages
                : pages + (isFarTooLong ? pages / 2 : options.checkpointPages / 2)
        }
    }
}
