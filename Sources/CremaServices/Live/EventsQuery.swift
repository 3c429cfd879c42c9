import CremaDomain
package import CremaStore

/// The events that a client missed and that the hub no longer remembers.
package struct MissedEvents: Query {
    /// At most this many are sent again; whoever missed more starts anew.
    package static let limit = 2000

    package let after: Int64

    package init(after: Int64) {
        self.after = after
    }

    /// Nil where the id is older than the stream or too much was missed.
    package typealias Output = [Event]?

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> [Event]? {
        guard let bounds = try EventStore.bounds(tx: scope.tx) else { return nil }
        guard after >= bounds.lowerBound - 1, after <= bounds.upperBound else { return nil }
        let events = try EventStore.list(
            after: after, limit: MissedEvents.limit + 1, tx: scope.tx)
        return events.count > MissedEvents.limit ? nil : events
    }
}

/// The last event's id when this instance starts.
package struct LastEventID: Query {
    package init() {}

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Int64 {
        try EventStore.bounds(tx: scope.tx)?.upperBound ?? 0
    }
}
