import Foundation

/// A bounded first-in-first-out queue between tasks, which never wait, and threads, which do.
final class WorkQueue<Work: Sendable>: @unchecked Sendable {
    // Sendable since `condition` guards the other properties.
    private let condition = NSCondition()
    private let limit: Int
    private var waiting: [Work] = []
    private var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int {
        condition.withLock { waiting.count }
    }

    /// Adds work at the end, or tells why not.
    func add(_ work: Work) -> QueueRefusal? {
        condition.lock()
        defer { condition.unlock() }
        if isClosed { return .closed }
        if waiting.count >= limit { return .full }
        waiting.append(work)
        condition.signal()
        return nil
    }

    /// Waits for work and takes at most `limit` pieces. Empty only once closed and drained.
    func take(upTo limit: Int) -> [Work] {
        condition.lock()
        defer { condition.unlock() }
        while waiting.isEmpty && !isClosed { condition.wait() }
        return removeFirst(limit)
    }

    /// Takes at most `limit` pieces of what is there now.
    func takeWaiting(upTo limit: Int) -> [Work] {
        condition.lock()
        defer { condition.unlock() }
        return removeFirst(limit)
    }

    /// Refuses what comes from now on; what waits is still handed out.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    private func removeFirst(_ limit: Int) -> [Work] {
        if waiting.count <= limit {
            defer { waiting.removeAll(keepingCapacity: false) }
            return waiting
        }
        let taken = Array(waiting[..<limit])
        waiting.removeFirst(limit)
        return taken
    }
}

/// Why work isn't taken.
enum QueueRefusal {
    case full
    case closed
}

extension SQLError {
    init(_ refusal: QueueRefusal) {
        switch refusal {
        case .full: self.init(kind: .overloaded, message: "too much work is waiting")
        case .closed: self.init(kind: .closed, message: "the database is closed")
        }
    }
}
