package import CremaDomain
package import CremaSQL

/// What drawing a call number tells: the number, and which menu is the current one.
package struct DrawnNumber: Sendable {
    package let callNumber: CallNumber
    package let menuVersion: Int64
}

/// Each location's own counter of call numbers.
package enum CallNumberStore {
    /// Draws the next number of a business date; also says which menu version holds now.
    ///
    /// A new date starts again from A001, unless an order of before is still open or can still be
    /// taken back: then the numbers go on, so that none is called twice. Where the clock was set
    /// back over midnight, they go on behind those of both dates.
    package static func draw(
        at location: ID<Location>, date: LocalDate, now: Timestamp, tx: Transaction
    ) throws -> DrawnNumber? {
        try tx.lock(.location(location))
        let sameDay = try tx.first(
            """
            UPDATE location_counter SET call_sequence = call_sequence + 1
            WHERE location_id = $1 AND business_date = $2
            RETURNING call_sequence, menu_version
            """, .text(location.rawValue), .text(date.iso)
        ) { drawn($0) }
        if let sameDay { return sameDay }
        let startsAgain = try !mustGoOn(at: location, now: now, tx: tx)
        let highest = try tx.first(
            """
            SELECT COALESCE(MAX(call_sequence), 0) FROM customer_order
            WHERE location_id = $1 AND business_date = $2
            """, .text(location.rawValue), .text(date.iso)
        ) { $0.int(0) }
        return try tx.first(
            """
            UPDATE location_counter SET
                call_sequence = CASE WHEN $1 = 1 AND business_date < $2 THEN 1
                    WHEN call_sequence < $3 THEN $3 + 1 ELSE call_sequence + 1 END,
                business_date = CASE WHEN business_date < $2 THEN $2 ELSE business_date END
            WHERE location_id = $4
            RETURNING call_sequence, menu_version
            """, SQLValue(startsAgain), .text(date.iso), .integer(highest ?? 0),
            .text(location.rawValue)
        ) { drawn($0) }
    }

    private static func drawn(_ row: borrowing Row) -> DrawnNumber {
        DrawnNumber(callNumber: CallNumber(sequence: row.int(0)), menuVersion: row.int(1))
    }

    private static func mustGoOn(
        at location: ID<Location>, now: Timestamp, tx: Transaction
    ) throws -> Bool {
        if try OrderStore.openCount(at: location, tx: tx) > 0 { return true }
        let since = Timestamp(
            milliseconds: now.milliseconds - OrderTransition.stepBackWindowMilliseconds)
        return try !OrderStore.recentlyCompleted(at: location, since: since, limit: 1, tx: tx)
            .isEmpty
    }
}
