/// Refuses the work whose turn comes too late.
///
/// Work for callers who have given up would make the next ones wait until they give up, too.
struct Patience: Sendable {
    /// How long a request waits for its turn.
    let limit: Duration
    let counters: DatabaseCounters

    init(milliseconds: Int, counters: DatabaseCounters) {
        limit = .milliseconds(milliseconds)
        self.counters = counters
    }

    /// Those of the requests, none of them begun, that still have somebody who waits; the others
    /// are told to come again.
    func inTime(_ taken: [any Request]) -> [any Request] {
        let now = ContinuousClock.now
        return taken.filter { request in
            if now - request.askedAt <= limit { return true }
            request.failure = SQLError(
                kind: .overloaded, message: "the work before it took too long")
            counters.wasRefused()
            request.answer()
            return false
        }
    }
}
