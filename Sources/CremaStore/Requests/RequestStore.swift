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

    /// What the row is found by: the hash's first eight bytes. Short, so that the index stays
    /// small.
    package var key: Int64 { RequestRecord.key(nameHash) }

    static func key(_ nameHash: [UInt8]) -> Int64 {
        Int64(bitPattern: nameHash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}

/// Answers kept by idempotency key.
package enum RequestStore {
    /// How long an answer is kept, in milliseconds.
    package static let retentionMilliseconds: Int64 = 48 * 3_600_000

    /// What became of a request, nil where it isn't done.
    package static func find(_ nameHash: [UInt8], tx: Transaction) throws -> RequestRecord? {
        try ask(nameHash, tx: tx).value
    }

    /// The same, asked for.
    package static func ask(
        _ nameHash: [UInt8], tx: Transaction
    ) throws -> Asked<RequestRecord> {
        try tx.ask(
            """
            SELECT name_hash, body_hash, status, subject_id, response, at FROM request
            WHERE key = $1
            """, .integer(RequestRecord.key(nameHash))
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
            INSERT INTO request (key, name_hash, body_hash, status, subject_id, response, at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            .integer(record.key), .blob(record.nameHash), .blob(record.bodyHash),
            SQLValue(record.status), .text(record.subject), SQLValue(record.response),
            .integer(record.at.milliseconds))
    }

    /// Forgets the oldest answers, up to the first that isn't older than an instant; at most
    /// `limit` at a time. Returns how many.
    package static func prune(before: Timestamp, limit: Int, tx: Transaction) throws -> Int {
        let oldest = try tx.all(
            "SELECT id, at FROM request ORDER BY id LIMIT $1", SQLValue(limit)
        ) { ($0.int(0), $0.int(1)) }
        let old = oldest.prefix { $0.1 < before.milliseconds }
        guard let last = old.last else { return 0 }
        return try tx.execute("DELETE FROM request WHERE id <= $1", .integer(last.0))
    }
}
