import CremaSQL
import Synchronization

/// A database whose reads are held back: each is done on its snapshot at once, and answered when
/// the test lets it through.
final class HeldDatabase: Database {
    private struct State {
        var isHolding = false
        var held: [CheckedContinuation<Void, Never>] = []
        var reads = 0
        var failures = 0
        var failure: (any Error)?
    }

    private let base: any Database
    private let state = Mutex(State())
    /// Called after each read of the base.
    private let afterRead: @Sendable () async throws -> Void

    init(
        _ base: any Database, afterRead: @escaping @Sendable () async throws -> Void = {}
    ) {
        self.base = base
        self.afterRead = afterRead
    }

    var dialect: Dialect { base.dialect }
    var statistics: DatabaseStatistics { base.statistics }
    var reads: Int { state.withLock { $0.reads } }
    var heldCount: Int { state.withLock { $0.held.count } }

    func hold() {
        state.withLock { $0.isHolding = true }
    }

    /// The next reads fail, so many of them.
    func fail(
        next count: Int, with error: any Error = Unexpected(what: "the disk was pulled out")
    ) {
        state.withLock {
            $0.failures = count
            $0.failure = error
        }
    }

    /// Answers what is held back, and what comes from now on.
    func letThrough() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [] }
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    @discardableResult
    func write<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await base.write(in: lane, body)
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        let failure: (any Error)? = state.withLock { state in
            state.reads += 1
            guard state.failures > 0 else { return nil }
            state.failures -= 1
            return state.failure
        }
        if let failure { throw failure }
        let value = try await base.read(body)
        try await afterRead()
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                guard state.isHolding else { return false }
                state.held.append(continuation)
                return true
            }
            if !isHeld { continuation.resume() }
        }
        return value
    }

    func listen(_ body: @escaping @Sendable () -> Void) { base.listen(body) }

    func close() async { await base.close() }
}

/// Waits until something holds; the test's time limit ends a wait in vain.
func wait(until holds: () -> Bool) async {
    while !holds() { await Task.yield() }
}

/// Something that has happened, told from one task to others.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() {
        value.withLock { $0 = true }
    }
}
