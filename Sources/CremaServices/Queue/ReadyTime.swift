package import CremaDomain
import Synchronization

extension PlaceSnapshot {
    /// Minutes until an order of `ownSeconds` of work placed now is ready, given the work before
    /// it: one pair of hands, and a third more at worst.
    package func readyIn(after load: Load?, ownSeconds: Int = 60) -> ClosedRange<Int> {
        let seconds = (load?.workSeconds ?? 0) + ownSeconds
        let atBest = max(location.leadMinutes, (seconds + 59) / 60)
        return atBest...(atBest + max(2, atBest / 3))
    }
}

/// The load of all locations, worked out once a second at most: every menu shows it.
package final class LoadBoard: Sendable {
    private struct State {
        var loads: [ID<Location>: Load] = [:]
        var readAt: Int64?
    }

    private let state = Mutex(State())

    package init() {}

    /// Loads, at most a second old.
    package func loads(_ services: Services) async throws(ReadFailure) -> [ID<Location>: Load] {
        let now = services.environment.now().milliseconds
        let known = state.withLock { state -> [ID<Location>: Load]? in
            if let readAt = state.readAt, abs(now - readAt) <= 1000 { return state.loads }
            state.readAt = now
            return nil
        }
        if let known { return known }
        let fresh = try await services.read(LoadQuery(), by: .nobody)
        state.withLock { $0.loads = fresh }
        return fresh
    }
}
