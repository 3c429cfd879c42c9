import Foundation

/// What may share a commit. Writes of one lane run one after the other, in the order they came;
/// those of different lanes may run at the same time.
///
/// A driver with one writer needs no lanes.
package struct Lane: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }

    /// What has no lane of its own.
    package static let common = Lane("")
}

/// A bounded queue of work in lanes. A thread has a lane to itself until it gives it back, so that
/// no two batches wait for each other's locks.
final class LaneQueue<Work: Sendable>: @unchecked Sendable {
    // Sendable since `condition` guards the other properties.
    private let condition = NSCondition()
    private let limit: Int
    private var waiting: [Lane: [Work]] = [:]
    /// Lanes with work that no thread has, in the order their work came.
    private var ready: [Lane] = []
    private var taken: Set<Lane> = []
    private var size = 0
    private var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    var count: Int {
        condition.withLock { size }
    }

    /// Adds work at the end of its lane, or tells why not.
    func add(_ work: Work, to lane: Lane) -> QueueRefusal? {
        condition.lock()
        defer { condition.unlock() }
        if isClosed { return .closed }
        if size >= limit { return .full }
        size += 1
        waiting[lane, default: []].append(work)
        if waiting[lane]?.count == 1 && !taken.contains(lane) {
            ready.append(lane)
            condition.signal()
        }
        return nil
    }

    /// Waits for a lane with work, and takes it with at most `limit` pieces; it must be given back.
    /// Nil only once closed and drained.
    func take(upTo limit: Int) -> (lane: Lane, work: [Work])? {
        condition.lock()
        defer { condition.unlock() }
        while ready.isEmpty {
            if isClosed && size == 0 { return nil }
            condition.wait()
        }
        let lane = ready.removeFirst()
        taken.insert(lane)
        return (lane, removeFirst(limit, of: lane))
    }

    /// Takes more of a lane that the caller has, of what is there now.
    func takeWaiting(in lane: Lane, upTo limit: Int) -> [Work] {
        condition.lock()
        defer { condition.unlock() }
        return removeFirst(limit, of: lane)
    }

    /// Also takes back, to the front, what was taken and not begun.
    func giveBack(_ lane: Lane, with unbegun: [Work] = []) {
        condition.lock()
        defer { condition.unlock() }
        taken.remove(lane)
        if !unbegun.isEmpty {
            size += unbegun.count
            waiting[lane] = unbegun + waiting[lane, default: []]
        }
        if waiting[lane] != nil { ready.append(lane) }
        // Also for those who wait for the last piece of a closed queue.
        condition.broadcast()
    }

    /// Takes back one piece that was taken from a lane that has been given back.
    func putBack(_ work: Work, in lane: Lane) {
        condition.lock()
        defer { condition.unlock() }
        size += 1
        let isNew = waiting[lane] == nil
        waiting[lane] = [work] + waiting[lane, default: []]
        guard isNew, !taken.contains(lane) else { return }
        ready.append(lane)
        condition.signal()
    }

    /// Refuses what comes from now on; what waits is still handed out.
    func close() {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        condition.broadcast()
    }

    private func removeFirst(_ limit: Int, of lane: Lane) -> [Work] {
        guard limit > 0, var work = waiting.removeValue(forKey: lane) else { return [] }
        if work.count > limit {
            let first = Array(work[..<limit])
            work.removeFirst(limit)
            waiting[lane] = work
            size -= limit
            return first
        }
        size -= work.count
        return work
    }
}
