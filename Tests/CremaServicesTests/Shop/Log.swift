import Synchronization

/// Numbers in the order they came.
final class Log: Sendable {
    private let entries = Mutex<[Int64]>([])

    var ids: [Int64] { entries.withLock { $0 } }

    func add(_ id: Int64) {
        entries.withLock { $0.append(id) }
    }
}
