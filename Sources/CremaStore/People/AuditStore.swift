package import CremaDomain
package import CremaSQL

/// Who changed what, and how it was before. Append-only.
package struct AuditRow: Sendable, Hashable {
    package let at: Timestamp
    package let personID: String
    /// Name of the use case.
    package let action: String
    package let subject: String
    package let before: String
    package let after: String

    package init(
        at: Timestamp, personID: String, action: String, subject: String, before: String,
        after: String
    ) {
        self.at = at
        self.personID = personID
        self.action = action
        self.subject = subject
        self.before = before
        self.after = after
    }
}

/// The audit log.
package enum AuditStore {
    package static func append(_ row: AuditRow, tx: Transaction) throws {
        try tx.executeLater(
            """
            INSERT INTO audit (at, person_id, action, subject_id, value_before, value_after)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            .integer(row.at.milliseconds), .text(row.personID), .text(row.action),
            .text(row.subject), .text(row.before), .text(row.after))
    }

    /// Rows about one subject, oldest first.
    package static func list(about subject: String, tx: Transaction) throws -> [AuditRow] {
        try tx.all(
            """
            SELECT at, person_id, action, subject_id, value_before, value_after FROM audit
            WHERE subject_id = $1 ORDER BY id
            """, .text(subject)
        ) { row in
            AuditRow(
                at: Timestamp(milliseconds: row.int(0)), personID: row.text(1),
                action: row.text(2), subject: row.text(3), before: row.text(4),
                after: row.text(5))
        }
    }
}
