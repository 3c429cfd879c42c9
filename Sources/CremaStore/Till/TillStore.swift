package import CremaDomain
package import CremaSQL

/// Drawers, and what went in and out of them without a sale.
package enum TillStore {
    /// Where a location's till stands.
    package static func till(at location: ID<Location>, tx: Transaction) throws -> Till {
        try till(try askTill(at: location, tx: tx))
    }

    /// Asks where a location's till stands. Days of sessions only go forward, so that the last
    /// one's tells all.
    package static func askTill(
        at location: ID<Location>, tx: Transaction
    ) throws -> Asked<LastSession> {
        try tx.ask(
            """
            SELECT id, business_date, closed_at FROM drawer_session
            WHERE location_id = $1 ORDER BY business_date DESC LIMIT 1
            """, .text(location.rawValue)
        ) { LastSession(id: $0.text(0), date: $0.text(1), isOpen: $0.isNull(2)) }
    }

    /// What was asked for.
    package static func till(_ asked: Asked<LastSession>) throws -> Till {
        guard let last = try asked.value else { return .unused }
        let date = try date(last.date, of: last.id)
        return last.isOpen ? .inUse(ID(last.id), date) : .locked(through: date)
    }

    /// The last session of a location as it is stored.
    package struct LastSession {
        let id: String
        let date: String
        let isOpen: Bool
    }

    /// Writes an opened drawer. A second one of its location is refused by the database.
    package static func insert(_ session: DrawerSession, tx: Transaction) throws {
        try tx.execute(
            """
            INSERT INTO drawer_session (id, location_id, business_date, first_date, float_amount,
                opened_at, opened_by)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .text(session.id.rawValue), .text(session.locationID.rawValue),
            .text(session.businessDate.iso), .text(session.firstDate.iso),
            .integer(session.float.minorUnits), .integer(session.openedAt.milliseconds),
            .text(session.openedBy))
    }

    /// A session; nil where there is none.
    package static func session(
        _ id: ID<DrawerSession>, tx: Transaction
    ) throws -> DrawerSession? {
        try tx.first(
            """
            SELECT id, location_id, business_date, first_date, float_amount, opened_at, opened_by,
                closed_at
            FROM drawer_session WHERE id = $1
            """, .text(id.rawValue)
        ) { row in
            DrawerSession(
                id: ID(row.text(0)), locationID: ID(row.text(1)),
                businessDate: try date(row.text(2), of: row.text(0)),
                firstDate: try date(row.text(3), of: row.text(0)), float: Money(row.int(4)),
                openedAt: Timestamp(milliseconds: row.int(5)), openedBy: row.text(6),
                closedAt: row.isNull(7) ? nil : Timestamp(milliseconds: row.int(7)))
        }
    }

    /// Ends a session; false where it was ended before.
    package static func close(
        _ id: ID<DrawerSession>, at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE drawer_session SET closed_at = $1 WHERE id = $2 AND closed_at IS NULL",
            .integer(now.milliseconds), .text(id.rawValue)) == 1
    }

    /// Writes what went in or out.
    package static func insert(
        _ movement: CashMovement, of session: ID<DrawerSession>, tx: Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO cash_movement (session_id, number, kind, amount, reason, at, person_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .text(session.rawValue), SQLValue(movement.number), .text(movement.kind.rawValue),
            .integer(movement.amount.minorUnits), .text(movement.reason),
            .integer(movement.at.milliseconds), .text(movement.by))
    }

    /// A session's movements, the oldest first.
    package static func movements(
        of session: ID<DrawerSession>, tx: Transaction
    ) throws -> [CashMovement] {
        try tx.all(
            """
            SELECT number, kind, amount, reason, at, person_id FROM cash_movement
            WHERE session_id = $1 ORDER BY number
            """, .text(session.rawValue)
        ) { row in
            guard let kind = CashMovementKind(rawValue: row.text(1)) else {
                throw StoredValueError(subject: session.rawValue, column: "cash_movement.kind")
            }
            return CashMovement(
                number: Int(row.int(0)), kind: kind, amount: Money(row.int(2)),
                reason: row.text(3), at: Timestamp(milliseconds: row.int(4)), by: row.text(5))
        }
    }

    /// How often cash came into a drawer or left it.
    package static func cashPostings(
        of session: DrawerSession, tx: Transaction
    ) throws -> Int {
        let count = try tx.first(
            """
            SELECT COUNT(*) FROM posting p JOIN session_posting s ON s.posting_id = p.id
            JOIN ledger_entry e ON e.posting_id = p.id
            WHERE p.location_id = $1 AND p.business_date = $2 AND s.session_id = $3
                AND e.account = 'cash'
            """,
            .text(session.locationID.rawValue), .text(session.businessDate.iso),
            .text(session.id.rawValue)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// Orders of a location that are on their way and not paid, the oldest first.
    package static func unpaidOrders(
        at location: ID<Location>, limit: Int, tx: Transaction
    ) throws -> [DayReport.UnpaidOrder] {
        try tx.all(
            """
            SELECT id, call_sequence, due FROM customer_order
            WHERE location_id = $1
                AND state IN ('awaitingPayment', 'pending', 'preparing', 'ready') AND due > 0
            ORDER BY placed_at, id LIMIT $2
            """, .text(location.rawValue), SQLValue(limit)
        ) { row in
            DayReport.UnpaidOrder(
                id: ID(row.text(0)),
                callNumber: CallNumber(sequence: row.int(1)).description,
                due: Money(row.int(2)))
        }
    }

    static func date(_ text: String, of subject: String) throws -> LocalDate {
        guard let date = LocalDate(iso: text) else {
            throw StoredValueError(subject: subject, column: "business_date")
        }
        return date
    }
}
