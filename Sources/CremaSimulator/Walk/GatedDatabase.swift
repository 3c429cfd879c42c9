import CremaSQL
import Synchronization

/// A database whose writes can be held back before they begin.
///
/// An operation reads, prices and then writes. Held back at its write it is overtaken by others, in
/// whatever order the seed says; and since only one of them runs at a time, the same seed gives the
/// same interleaving on every engine.
final class GatedDatabase: Database {
    /// How far an operation got.
    enum Progress: Sendable {
        /// It waits at a write until it is let through.
        case held(CheckedContinuation<Void, Never>)
        case finished
    }

    private struct State {
        var holdsNextWrite = false
        var watcher: CheckedContinuation<Progress, Never>?
    }

    private let base: any Database
    private let state = Mutex(State())

    init(_ base: any Database) {
        self.base = base
    }

    var dialect: Dialect { base.dialect }
    var statistics: DatabaseStatistics { base.statistics }

    /// Lets one operation run by `body`, which starts it or lets it through, and returns once it is
    /// held back or finished.
    func run(holding: Bool, _ body: () -> Void) async -> Progress {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                state.holdsNextWrite = holding
                state.watcher = continuation
            }
            body()
        }
    }

    /// The operation that was let run is done.
    func finished() {
        watcher()?.resume(returning: .finished)
    }

    @discardableResult
    func write<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let isHeld = state.withLock { state in
            defer { state.holdsNextWrite = false }
            return state.holdsNextWrite
        }
        if isHeld {
            await withCheckedContinuation { continuation in
                watcher()?.resume(returning: .held(continuation))
            }
        }
        return try await base.write(in: lane, body)
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await base.read(body)
    }

    func listen(_ body: @escaping @Sendable () -> Void) { base.listen(body) }

    func close() async { await base.close() }

    private func watcher() -> CheckedContinuation<Progress, Never>? {
        state.withLock { state in
            // Whoever writes next, unwatched, isn't held back in place of one that had no need to.
            state.holdsNextWrite = false
            defer { state.watcher = nil }
            return state.watcher
        }
    }
}
