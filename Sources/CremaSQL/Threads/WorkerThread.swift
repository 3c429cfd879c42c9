import Foundation
import Synchronization

/// A thread of its own for calls that block, which must not hold up the tasks' few threads.
final class WorkerThread: Sendable {
    private struct State {
        var isFinished = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    init(name: String, body: @escaping @Sendable () -> Void) {
        let thread = Thread {
            body()
            self.finish()
        }
        thread.name = name
        thread.start()
    }

    /// Returns once the thread's body has returned.
    func finished() async {
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiting.append(continuation) }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
    }

    private func finish() {
        let waiting = state.withLock { state in
            state.isFinished = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
