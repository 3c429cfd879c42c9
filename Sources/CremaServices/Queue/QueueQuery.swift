package import CremaDomain
package import CremaStore

/// A location's queue.
package struct Queue: Sendable {
    /// By the time work must start.
    package let open: [OrderRecord]
    /// Completed within the window in which an order can be taken back, latest first.
    package let completed: [OrderRecord]
    /// Open in all, where not all are listed.
    package let openCount: Int
    /// The last event that this queue knows of.
    package let sequence: Int64
}

/// What the bar has to do.
package struct QueueQuery: Query {
    /// Tickets listed at most.
    package static let limit = 200
    /// Of those that wait to be paid first: they mustn't crowd out the bar's work.
    package static let unpaidLimit = 100

    package let locationID: ID<Location>

    package init(locationID: ID<Location>) {
        self.locationID = locationID
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .staff(at: locationID, atLeast: .barista) }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Queue {
        let open =
            try OrderStore.open(
                at: locationID, unpaid: false, limit: QueueQuery.limit, tx: scope.tx)
            + OrderStore.open(
                at: locationID, unpaid: true, limit: QueueQuery.unpaidLimit, tx: scope.tx)
        let since = Timestamp(
            milliseconds: scope.now.milliseconds - OrderTransition.stepBackWindowMilliseconds)
        return Queue(
            open: open.sorted {
                ($0.order.mustStartAt.milliseconds, $0.order.id.rawValue)
                    < ($1.order.mustStartAt.milliseconds, $1.order.id.rawValue)
            },
            completed: try OrderStore.recentlyCompleted(
                at: locationID, since: since, limit: 12, tx: scope.tx),
            openCount: try OrderStore.openCount(at: locationID, tx: scope.tx),
            sequence: try EventStore.bounds(tx: scope.tx)?.upperBound ?? 0)
    }
}

/// The work that waits at a location.
package struct Load: Sendable, Hashable {
    /// Work of the lines that aren't done, in seconds.
    package let workSeconds: Int
    /// Pieces of them.
    package let pieces: Int

    package init(workSeconds: Int, pieces: Int) {
        self.workSeconds = workSeconds
        self.pieces = pieces
    }
}

/// How much work waits at each location.
package struct LoadQuery: Query {
    package init() {}

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> [ID<Location>: Load] {
        var loads: [ID<Location>: Load] = [:]
        for row in try OrderStore.waitingWork(tx: scope.tx) {
            loads[row.locationID] = Load(workSeconds: row.workSeconds, pieces: row.pieces)
        }
        return loads
    }
}
