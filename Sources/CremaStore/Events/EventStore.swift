package import CremaDomain
package import CremaSQL

/// What an event is about.
package enum EventKind: String, Sendable, Hashable, CaseIterable {
    /// An order was placed, moved or paid.
    case order
    /// A line of a ticket was ticked off.
    case ticket
    /// A location's menu changed.
    case menu
    /// A location's settings changed.
    case location
    /// What a person has in the wallet changed.
    case wallet
    /// Somebody is to get a mail; told to nobody else.
    case mail
    /// There is work to be done with the payment provider; told to nobody else.
    case payment
    /// Something that only a newer program knows; told to nobody.
    case other
}

/// A change of state, as everything that follows the stream sees it.
package struct Event: Sendable, Hashable {
    /// Grows in commit order; 0 before it is written.
    package var id: Int64
    package let at: Timestamp
    package let kind: EventKind
    /// The order, location … that changed.
    package let subject: String
    /// The subject's version after the change.
    package let version: Int64
    package let locationID: String
    /// Whose it is, as `Owner.text`; empty where it is everybody's.
    package let owner: String
    /// JSON: what a screen needs to decide whether to refetch. No words of a customer.
    package let payload: String

    package init(
        id: Int64 = 0, at: Timestamp, kind: EventKind, subject: String, version: Int64,
        locationID: String, owner: String, payload: String
    ) {
        self.id = id
        self.at = at
        self.kind = kind
        self.subject = subject
        self.version = version
        self.locationID = locationID
        self.owner = owner
        self.payload = payload
    }
}

/// The one stream of events.
package enum EventStore {
    /// Appends events, which get their ids in their order; `written` gets the id of each by the
    /// time of the commit.
    ///
    /// Called last in a transaction (`beforeCommit`). Whoever appends holds the stream's end until
    /// its commit, so that ids have no gap and are in commit order: who has seen an id has nothing
    /// before it to wait for. A sequence couldn't promise that, since it's drawn from before others
    /// commit.
    package static func append(
        _ events: [Event], tx: Transaction,
        written: @escaping @Sendable (_ index: Int, _ id: Int64) -> Void
    ) throws {
        try tx.lock(.events)
        for start in stride(from: 0, to: events.count, by: 2) {
            let part = events[start..<min(start + 2, events.count)]
            try append(part.map(row), tx) { last in
                for index in part.indices {
                    written(index, last - Int64(part.endIndex - 1 - index))
                }
            }
        }
        try tx.wakeOthers()
    }

    /// Two by one statement, such as those of an order and of the wallet that paid it: a statement
    /// costs more than its rows do. A place without an event has no kind.
    private static func append(
        _ rows: [[SQLValue]], _ tx: Transaction, written: @escaping (_ last: Int64) -> Void
    ) throws {
        var last: Int64 = 0
        try tx.executeLater(
            """
            INSERT INTO event (id, at, kind, subject_id, version, location_id, owner_id, payload)
            SELECT l.id + e.column1, e.column2, e.column3, e.column4, e.column5, e.column6,
                e.column7, e.column8
            FROM (SELECT COALESCE(MAX(id), 0) AS id FROM event) l
            CROSS JOIN (VALUES (1, $1, $2, $3, $4, $5, $6, $7),
                (2, $8, $9, $10, $11, $12, $13, $14)) e
            WHERE e.column3 IS NOT NULL ORDER BY e.column1
            RETURNING id
            """, args: rows[0] + (rows.count > 1 ? rows[1] : noRow)
        ) { row in
            last = max(last, row.int(0))
            written(last)
        }
    }

    private static let noRow: [SQLValue] = [
        .nullInteger, .nullText, .nullText, .nullInteger, .nullText, .nullText, .nullText,
    ]

    private static func row(_ event: Event) -> [SQLValue] {
        [
            .integer(event.at.milliseconds), .text(event.kind.rawValue), .text(event.subject),
            .integer(event.version), .text(event.locationID), .text(event.owner),
            .text(event.payload),
        ]
    }

    /// Events behind an id, oldest first.
    package static func list(after id: Int64, limit: Int, tx: Transaction) throws -> [Event] {
        try tx.all(
            """
            SELECT id, at, kind, subject_id, version, location_id, owner_id, payload
            FROM event WHERE id > $1 ORDER BY id LIMIT $2
            """, .integer(id), SQLValue(limit)
        ) { try event($0) }
    }

    /// The same of one kind, up to an id.
    package static func list(
        _ kind: EventKind, after id: Int64, through last: Int64, limit: Int, tx: Transaction
    ) throws -> [Event] {
        try tx.all(
            """
            SELECT id, at, kind, subject_id, version, location_id, owner_id, payload
            FROM event WHERE id > $1 AND id <= $2 AND kind = $3 ORDER BY id LIMIT $4
            """, .integer(id), .integer(last), .text(kind.rawValue), SQLValue(limit)
        ) { try event($0) }
    }

    private static func event(_ row: borrowing Row) throws -> Event {
        Event(
            id: row.int(0), at: Timestamp(milliseconds: row.int(1)),
            kind: EventKind(rawValue: row.text(2)) ?? .other,
            subject: row.text(3), version: row.int(4), locationID: row.text(5),
            owner: row.text(6), payload: row.text(7))
    }

    /// How long an event is kept, in milliseconds.
    package static let retentionMilliseconds: Int64 = 7 * 86_400_000

    /// Forgets the oldest events up to the first that isn't older than an instant; at most `limit`
    /// at a time. Returns how many.
    ///
    /// What is left has no gap, so that whoever resumes misses nothing unsaid. The last event
    /// always stays: the next one's id goes on from it, and no id is ever given twice.
    package static func prune(before: Timestamp, limit: Int, tx: Transaction) throws -> Int {
        let oldest = try tx.all(
            "SELECT id, at FROM event ORDER BY id LIMIT $1", SQLValue(limit + 1)
        ) { ($0.int(0), $0.int(1)) }
        let old = oldest.dropLast().prefix { $0.1 < before.milliseconds }
        guard let last = old.last else { return 0 }
        return try tx.execute("DELETE FROM event WHERE id <= $1", .integer(last.0))
    }

    /// First and last id that the stream holds; nil where it is empty.
    package static func bounds(tx: Transaction) throws -> ClosedRange<Int64>? {
        let bounds = try tx.first("SELECT MIN(id), MAX(id) FROM event") { row in
            (row.intOrNil(0), row.intOrNil(1))
        }
        guard let first = bounds?.0, let last = bounds?.1 else { return nil }
        return first...last
    }
}
