package import CremaDomain
package import CremaSQL

/// How far workers have come that follow the stream of events, each under a name. Of several
/// instances one holds a name for a while; another takes it when the time is over.
package enum FollowerStore {
    /// The last event that was dealt with; 0 where none was.
    package static func position(of name: String, tx: Transaction) throws -> Int64 {
        try tx.first("SELECT event_id FROM follower WHERE name = $1", .text(name)) { $0.int(0) }
            ?? 0
    }

    /// Takes or keeps a name until an instant. Returns where the work stands; nil while somebody
    /// else holds it.
    package static func hold(
        _ name: String, by holder: String, until: Timestamp, at now: Timestamp, tx: Transaction
    ) throws -> Int64? {
        try tx.first(
            """
            INSERT INTO follower (name, event_id, holder, held_until) VALUES ($1, 0, $2, $3)
            ON CONFLICT (name) DO UPDATE SET holder = excluded.holder,
                held_until = excluded.held_until
            WHERE follower.holder = excluded.holder OR follower.held_until <= $4
            RETURNING event_id
            """,
            .text(name), .text(holder), .integer(until.milliseconds), .integer(now.milliseconds)
        ) { $0.int(0) }
    }

    /// Lets the name go before its time.
    package static func release(_ name: String, by holder: String, tx: Transaction) throws {
        try tx.execute(
            "UPDATE follower SET held_until = 0 WHERE name = $1 AND holder = $2", .text(name),
            .text(holder))
    }

    /// Notes that everything up to an event is done; false where somebody else holds the name by
    /// now.
    package static func advance(
        _ name: String, by holder: String, to event: Int64, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE follower SET event_id = $1 WHERE name = $2 AND holder = $3 AND event_id < $1",
            .integer(event), .text(name), .text(holder)) == 1
    }
}
