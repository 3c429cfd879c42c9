package import CremaDomain
package import CremaSQL

/// A request that was answered, by its idempotency key.
package struct RequestRecord: Sendable {
    /// SHA-256 of person, method, path and key.
    package let nameHash: [UInt8]
    /// SHA-256 of the body.
    package let bodyHash: [UInt8]
    package let status: Int
    /// What it made or changed.
    package let subject: String
    /// The answer; nil where it is worked out again from the subject.
    package let response: [UInt8]?
    package let at: Timestamp

    package init(
        nameHash: [UInt8], bodyHash: [UInt8], status: Int, subject: String, response: [UInt8]?,
        at: Timestamp
    ) {
        self.nameHash = nameHash
        self.bodyHash = bodyHash
        self.status = status
        self.subject = subject
        self.response = response
        self.at = at
    }

    /// The row's key: the hash's first eight bytes. Short, so that the index stays small.
    package var id: Int64 { RequestRecord.id(nameHash) }

    static func id(_ nameHash: [UInt8]) -> Int64 {
        Int64(bitPattern: nameHash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// Answers kept by idempotency key.
package enum RequestStore {
    /// How long an answer is kept, in milliseconds.
    package static let retentionMilliseconds: Int64 = 48 * 3_600_000

    /// What became of a request, nil where it isn't done.
    package static func find(_ nameHash: [UInt8], tx: Transaction) throws -> RequestRecord? {
        try tx.first(
            """
            SELECT name_hash, body_hash, status, subject_id, response, at FROM request
            WHERE id = $1
            """, .integer(RequestRecord.id(nameHash))
        ) { row in
            RequestRecord(
                nameHash: row.blob(0), bodyHash: row.blob(1), status: Int(row.int(2)),
                subject: row.text(3), response: row.blobOrNil(4),
                at: Timestamp(milliseconds: row.int(5)))
        }
    }

    /// Keeps an answer. The key is taken by nobody: the same transaction has looked.
    package static func insert(_ record: RequestRecord, tx: Transaction) throws {
        try tx.executeLater(
            """
            INSERT INTO request (id, name_hash, body_hash, status, subject_id, response, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .integer(record.id), .blob(record.nameHash), .blob(record.bodyHash),
            SQLValue(record.status), .text(record.subject), SQLValue(record.response),
            .integer(record.at.milliseconds))
    }

    /// Looks through some of the rows behind an id for answers older than an instant. Ids are
    /// hashes, in no order of time, so all rows must be looked through: by a reader, a few at a
    /// time, for the one writer has better to do. `next` is nil at the end.
    package static func old(
        after id: Int64, limit: Int, before: Timestamp, tx: Transaction
    ) throws -> (ids: [Int64], next: Int64?) {
        let rows = try tx.all(
            "SELECT id, at FROM request WHERE id > $1 ORDER BY id LIMIT $2",
            .integer(id), SQLValue(limit)
        ) { ($0.int(0), $0.int(1)) }
        let ids = rows.filter { $0.1 < before.milliseconds }.map(\.0)
        return (ids, rows.count < limit ? nil : rows.last?.0)
    }

    /// Forgets the answers of these ids that are older than an instant. Returns how many.
    package static func delete(_ ids: [Int64], before: Timestamp, tx: Transaction) throws -> Int {
        var count = 0
        for id in ids {
            count += try tx.execute(
                "DELETE FROM request WHERE id = $1 AND at < $2", .integer(id),
                .integer(before.milliseconds))
        }
        return count
    }
}
