import CremaDomain
import Synchronization

/// A clock that stands until it is set: within a step no time passes.
final class SimulatedClock: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ start: Timestamp) {
        milliseconds = Atomic(start.milliseconds)
    }

    var now: Timestamp {
        get { Timestamp(milliseconds: milliseconds.load(ordering: .sequentiallyConsistent)) }
        set { milliseconds.store(newValue.milliseconds, ordering: .sequentiallyConsistent) }
    }
}
