package import CremaDomain
package import CremaSQL

/// Days' reports: written once, by the database's own word.
package enum DayReportStore {
    /// What the books have on a location's days, by account and kind of posting, and in or out of
    /// a drawer.
    package static func sums(
        at location: ID<Location>, from first: LocalDate, through last: LocalDate,
        tx: Transaction
    ) throws -> [DayReport.Sum] {
        try tx.all(
            """
            SELECT CASE WHEN s.session_id IS NULL THEN 0 ELSE 1 END AS in_drawer, p.kind,
                CASE WHEN e.account LIKE 'wallet:%' THEN 'wallet' ELSE e.account END AS name,
                CAST(SUM(e.amount) AS BIGINT)
            FROM posting p JOIN ledger_entry e ON e.posting_id = p.id
                LEFT JOIN session_posting s ON s.posting_id = p.id
            WHERE p.location_id = $1 AND p.business_date >= $2 AND p.business_date <= $3
            GROUP BY 1, 2, 3 HAVING SUM(e.amount) <> 0 ORDER BY 1, 2, 3
            """, .text(location.rawValue), .text(first.iso), .text(last.iso)
        ) { row in
            DayReport.Sum(
                isInDrawer: row.bool(0), kind: row.text(1), account: row.text(2),
                amount: Money(row.int(3)))
        }
    }

    /// How many postings a location's days have.
    package static func postingCount(
        at location: ID<Location>, from first: LocalDate, through last: LocalDate,
        tx: Transaction
    ) throws -> Int {
        let count = try tx.first(
            """
            SELECT COUNT(*) FROM posting
            WHERE location_id = $1 AND business_date >= $2 AND business_date <= $3
            """, .text(location.rawValue), .text(first.iso), .text(last.iso)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// A location's last report, and who counted; nil where there is none.
    package static func last(
        at location: ID<Location>, tx: Transaction
    ) throws -> (number: Int, closedBy: String)? {
        try tx.first(
            """
            SELECT number, closed_by FROM day_report WHERE location_id = $1
            ORDER BY number DESC LIMIT 1
            """, .text(location.rawValue)
        ) { (Int($0.int(0)), $0.text(1)) }
    }

    /// Freezes a report.
    package static func insert(_ report: DayReport, tx: Transaction) throws {
        let location = SQLValue.text(report.session.locationID.rawValue)
        let piles = report.piles.map { "\($0.value.minorUnits),\($0.pieces)" }
        try tx.execute(
            """
            INSERT INTO day_report (location_id, number, session_id, closed_at, closed_by,
                expected, counted, piles, posting_count)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            location, SQLValue(report.number), .text(report.session.id.rawValue),
            .integer(report.closedAt.milliseconds), .text(report.closedBy),
            .integer(report.expected.minorUnits), .integer(report.counted.minorUnits),
            .text(piles.joined(separator: ";")), SQLValue(report.postingCount))
        for sum in report.sums {
            try tx.executeLater(
                """
                INSERT INTO day_report_sum (location_id, number, in_drawer, kind, account, amount)
                VALUES ($1, $2, $3, $4, $5, $6)
                """,
                location, SQLValue(report.number), SQLValue(sum.isInDrawer), .text(sum.kind),
                .text(sum.account), .integer(sum.amount.minorUnits))
        }
        for order in report.unpaid {
            try tx.executeLater(
                """
                INSERT INTO day_report_unpaid (location_id, number, order_id, call_number, due)
                VALUES ($1, $2, $3, $4, $5)
                """,
                location, SQLValue(report.number), .text(order.id.rawValue),
                .text(order.callNumber), .integer(order.due.minorUnits))
        }
    }

    /// The number of the report that ended a session; nil where none did.
    package static func number(
        of session: ID<DrawerSession>, tx: Transaction
    ) throws -> Int? {
        try tx.first(
            "SELECT number FROM day_report WHERE session_id = $1", .text(session.rawValue)
        ) { Int($0.int(0)) }
    }

    /// A location's reports before a number, the latest first.
    package static func list(
        at location: ID<Location>, before number: Int, limit: Int, tx: Transaction
    ) throws -> [DayReport] {
        let numbers = try tx.all(
            """
            SELECT number FROM day_report WHERE location_id = $1 AND number < $2
            ORDER BY number DESC LIMIT $3
            """, .text(location.rawValue), SQLValue(number), SQLValue(limit)
        ) { Int($0.int(0)) }
        return try numbers.compactMap { try find(at: location, number: $0, tx: tx) }
    }

    /// A report as it was frozen; nil where there is none.
    package static func find(
        at location: ID<Location>, number: Int, tx: Transaction
    ) throws -> DayReport? {
        let place = SQLValue.text(location.rawValue)
        let head = try tx.first(
            """
            SELECT session_id, closed_at, closed_by, expected, counted, piles, posting_count
            FROM day_report WHERE location_id = $1 AND number = $2
            """, place, SQLValue(number)
        ) { row in
            (
                session: ID<DrawerSession>(row.text(0)), at: Timestamp(milliseconds: row.int(1)),
                by: row.text(2), expected: Money(row.int(3)), counted: Money(row.int(4)),
                piles: row.text(5), postings: Int(row.int(6))
            )
        }
        guard let head else { return nil }
        guard let session = try TillStore.session(head.session, tx: tx) else {
            throw StoredValueError(subject: location.rawValue, column: "day_report.session_id")
        }
        let sums = try tx.all(
            """
            SELECT in_drawer, kind, account, amount FROM day_report_sum
            WHERE location_id = $1 AND number = $2 ORDER BY in_drawer, kind, account
            """, place, SQLValue(number)
        ) {
            DayReport.Sum(
                isInDrawer: $0.bool(0), kind: $0.text(1), account: $0.text(2),
                amount: Money($0.int(3)))
        }
        let unpaid = try tx.all(
            """
            SELECT order_id, call_number, due FROM day_report_unpaid
            WHERE location_id = $1 AND number = $2 ORDER BY order_id
            """, place, SQLValue(number)
        ) {
            DayReport.UnpaidOrder(
                id: ID($0.text(0)), callNumber: $0.text(1), due: Money($0.int(2)))
        }
        return DayReport(
            number: number, session: session, closedBy: head.by, closedAt: head.at,
            expected: head.expected, counted: head.counted, piles: try piles(head.piles, session),
            sums: sums, postingCount: head.postings, unpaid: unpaid)
    }

    private static func piles(
        _ text: String, _ session: DrawerSession
    ) throws -> [CashCount.Pile] {
        try text.split(separator: ";").map { pile in
            let numbers = pile.split(separator: ",").compactMap { Int64($0) }
            guard numbers.count == 2 else {
                throw StoredValueError(subject: session.id.rawValue, column: "day_report.piles")
            }
            return CashCount.Pile(value: Money(numbers[0]), pieces: Int(numbers[1]))
        }
    }

    /// Some reports behind one, in order of location and number.
    package static func numbers(
        after location: String, _ number: Int, limit: Int, tx: Transaction
    ) throws -> [(location: ID<Location>, number: Int)] {
        try tx.all(
            """
            SELECT location_id, number FROM day_report
            WHERE location_id > $1 OR (location_id = $1 AND number > $2)
            ORDER BY location_id, number LIMIT $3
            """, .text(location), SQLValue(number), SQLValue(limit)
        ) { (ID($0.text(0)), Int($0.int(1))) }
    }

    /// Sessions that were ended and have no report.
    package static func sessionsWithoutReport(tx: Transaction) throws -> [String] {
        try tx.all(
            """
            SELECT id FROM drawer_session d WHERE closed_at IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM day_report r WHERE r.session_id = d.id)
            ORDER BY id
            """
        ) { $0.text(0) }
    }
}
