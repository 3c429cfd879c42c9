import CremaDomain
package import CremaStore
import Synchronization

/// Hands each event to the live screens and workers of this instance, in commit order.
///
/// It remembers the latest events, so that a client that was away for a moment gets what it
/// missed without a read. Backlog and stream meet without a gap: both are handed over under one
/// lock.
package final class EventHub: Sendable {
    /// Events remembered.
    package static let memory = 4096

    /// What a client that resumes gets.
    package enum Resume: Sendable {
        /// It is subscribed; it has everything behind its id.
        case attached
        /// Its id is older than what is remembered: read the rest from the database first.
        case tooOld(oldestRemembered: Int64)
    }

    private struct State {
        var recent: [Event] = []
        var start = 0
        var last: Int64 = 0
        var sink: (@Sendable (Event) -> Void)?
        var listeners: [@Sendable (Event) -> Void] = []
        var isBehind: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    package init() {}

    /// The id of the last event told.
    package var lastID: Int64 { state.withLock { $0.last } }

    /// What was told before this instance started.
    package func begin(at id: Int64) {
        state.withLock { $0.last = max($0.last, id) }
    }

    /// Where events go: one place for live streams.
    package func connect(_ sink: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.sink = sink }
    }

    /// Calls a worker for each event from now on. It must be quick and mustn't block.
    package func listen(_ listener: @escaping @Sendable (Event) -> Void) {
        state.withLock { $0.listeners.append(listener) }
    }

    /// Whom to call when events were committed that another program wrote before ours: they are
    /// to be read, and told by `catchUp`.
    package func whenBehind(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.isBehind = body }
    }

    /// Tells events that this instance has just committed, up to the first that doesn't follow the
    /// last one told: what stands between was written by another program, or is told in a moment by
    /// another thread of this one.
    package func publish(_ events: [Event]) {
        let isBehind: (@Sendable () -> Void)? = state.withLock { state in
            for event in events where event.id > state.last {
                guard event.id == state.last + 1 else { return state.isBehind }
                tell(event, &state)
            }
            return nil
        }
        isBehind?()
    }

    /// Tells events as they were read from the stream, all of those behind the last one told.
    package func catchUp(_ events: [Event]) {
        state.withLock { state in
            for event in events where event.id > state.last { tell(event, &state) }
        }
    }

    private func tell(_ event: Event, _ state: inout State) {
        state.last = event.id
        if state.recent.count < EventHub.memory {
            state.recent.append(event)
        } else {
            state.recent[state.start] = event
            state.start = (state.start + 1) % EventHub.memory
        }
        // Caches first: whoever is told by a stream may ask for what changed at once.
        for listener in state.listeners { listener(event) }
        state.sink?(event)
    }

    /// Subscribes a client: `open` is called, under the lock, with the events it missed and the
    /// id from which on it is sent everything. Without `after` it missed nothing.
    package func attach(
        after: Int64?, matching isWanted: (Event) -> Bool,
        open: (_ missed: [Event], _ from: Int64) -> Void
    ) -> Resume {
        state.withLock { state in
            guard let after, after < state.last else {
                // A client may know of an event from the database before it is told here.
                open([], max(after ?? 0, state.last))
                return .attached
            }
            let ordered = state.recent[state.start...] + state.recent[..<state.start]
            let oldest = ordered.first?.id ?? state.last + 1
            guard after >= oldest - 1 else { return .tooOld(oldestRemembered: oldest) }
            open(ordered.filter { $0.id > after && isWanted($0) }, state.last)
            return .attached
        }
    }
}
