import Synchronization

/// A number of places, of which each thread takes one at most.
final class ThreadPlaces: Sendable {
    private let free: Mutex<Int>

    init(_ count: Int) {
        free = Mutex(count)
    }

    /// Runs the body in a place; false, and it isn't run, where none is free.
    func take(_ body: () -> Void) -> Bool {
        let isTaken = free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
        guard isTaken else { return false }
        body()
        free.withLock { $0 += 1 }
        return true
    }
}
