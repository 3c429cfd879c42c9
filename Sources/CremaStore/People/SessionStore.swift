package import CremaDomain
package import CremaSQL

/// Where a session lives.
package enum SessionKind: String, Sendable, Hashable {
    /// In a cookie.
    case browser
    /// In a client's keychain: access and refresh tokens.
    case api
}

/// A signed-in person on one device. Tokens stand here as hashes only.
package struct SessionRecord: Sendable, Hashable {
    package let id: String
    package let personID: ID<Person>
    package let kind: SessionKind
    /// What it runs on, in words for its holder: "Firefox on Android"; may be empty.
    package let client: String
    package let accessHash: [UInt8]
    package let refreshHash: [UInt8]?
    package let accessExpiresAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        id: String, personID: ID<Person>, kind: SessionKind, client: String, accessHash: [UInt8],
        refreshHash: [UInt8]?, accessExpiresAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.personID = personID
        self.kind = kind
        self.client = client
        self.accessHash = accessHash
        self.refreshHash = refreshHash
        self.accessExpiresAt = accessExpiresAt
        self.expiresAt = expiresAt
    }
}

/// A refresh token that was presented for a session.
package struct RefreshMatch: Sendable {
    package enum Standing: Sendable, Hashable {
        /// The one given out last.
        case latest
        /// The one before it, replaced at that time.
        case replaced(at: Timestamp)
        /// One that was replaced earlier, or that never was.
        case unknown
    }

    package let session: SessionRecord
    package let standing: Standing
}

/// Sessions.
package enum SessionStore {
    package static func insert(
        _ session: SessionRecord, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO session (id, person_id, kind, access_hash, refresh_hash,
                access_expires_at, expires_at, created_at, client)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            .text(session.id), .text(session.personID.rawValue), .text(session.kind.rawValue),
            .blob(session.accessHash), SQLValue(session.refreshHash),
            .integer(session.accessExpiresAt.milliseconds),
            .integer(session.expiresAt.milliseconds), .integer(now.milliseconds),
            .text(session.client))
    }

    /// The session of an access token, ended or not.
    package static func find(
        accessHash: [UInt8], tx: Transaction
    ) throws -> SessionRecord? {
        try tx.first(
            """
            SELECT id, person_id, kind, access_hash, refresh_hash, access_expires_at, expires_at,
                client
            FROM session WHERE access_hash = $1
            """, .blob(accessHash)
        ) { try record($0) }
    }

    /// A session, and how a refresh token presented for it stands.
    package static func find(
        id: String, refreshHash: [UInt8], tx: Transaction
    ) throws -> RefreshMatch? {
        try tx.first(
            """
            SELECT id, person_id, kind, access_hash, refresh_hash, access_expires_at, expires_at,
                client, previous_refresh_hash, rotated_at
            FROM session WHERE id = $1 AND kind = 'api'
            """, .text(id)
        ) { row in
            let session = try record(row)
            if session.refreshHash == refreshHash {
                return RefreshMatch(session: session, standing: .latest)
            }
            guard row.blobOrNil(8) == refreshHash, let rotatedAt = row.intOrNil(9) else {
                return RefreshMatch(session: session, standing: .unknown)
            }
            return RefreshMatch(
                session: session,
                standing: .replaced(at: Timestamp(milliseconds: rotatedAt)))
        }
    }

    /// Replaces a session's tokens; the refresh token before stays known.
    package static func rotate(
        _ session: SessionRecord, accessHash: [UInt8], refreshHash: [UInt8],
        accessExpiresAt: Timestamp, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.execute(
            """
            UPDATE session SET access_hash = $1, previous_refresh_hash = refresh_hash,
                refresh_hash = $2, rotated_at = $3, access_expires_at = $4
            WHERE id = $5
            """,
            .blob(accessHash), .blob(refreshHash), .integer(now.milliseconds),
            .integer(accessExpiresAt.milliseconds), .text(session.id))
    }

    /// Forgets sessions that are over; at most `limit` at a time. Returns how many.
    package static func prune(before: Timestamp, limit: Int, tx: Transaction) throws -> Int {
        try tx.execute(
            """
            DELETE FROM session
            WHERE id IN (SELECT id FROM session WHERE expires_at < $1 LIMIT $2)
            """, .integer(before.milliseconds), SQLValue(limit))
    }

    /// Ends all sessions of a person.
    package static func deleteAll(of person: ID<Person>, tx: Transaction) throws {
        try tx.execute("DELETE FROM session WHERE person_id = $1", .text(person.rawValue))
    }

    package static func delete(id: String, tx: Transaction) throws {
        try tx.execute("DELETE FROM session WHERE id = $1", .text(id))
    }

    private static func record(_ row: borrowing Row) throws -> SessionRecord {
        guard let kind = SessionKind(rawValue: row.text(2)) else {
            throw StoredValueError(subject: row.text(0), column: "session.kind")
        }
        return SessionRecord(
            id: row.text(0), personID: ID(row.text(1)), kind: kind, client: row.text(7),
            accessHash: row.blob(3), refreshHash: row.blobOrNil(4),
            accessExpiresAt: Timestamp(milliseconds: row.int(5)),
            expiresAt: Timestamp(milliseconds: row.int(6)))
    }
}

/// A session as its holder sees it.
package struct SessionSummary: Sendable, Hashable {
    package let session: SessionRecord
    package let startedAt: Timestamp
    /// When its tokens were replaced last; never for a browser's.
    package let refreshedAt: Timestamp?
}

extension SessionStore {
    /// A person's sessions that aren't over, latest first.
    package static func list(
        of person: ID<Person>, at now: Timestamp, limit: Int, tx: Transaction
    ) throws -> [SessionSummary] {
        try tx.all(
            """
            SELECT id, person_id, kind, access_hash, refresh_hash, access_expires_at, expires_at,
                client, created_at, rotated_at
            FROM session
            WHERE person_id = $1 AND expires_at > $2
                AND (kind = 'api' OR access_expires_at > $2)
            ORDER BY created_at DESC, id DESC LIMIT $3
            """, .text(person.rawValue), .integer(now.milliseconds), SQLValue(limit)
        ) { row in
            SessionSummary(
                session: try record(row), startedAt: Timestamp(milliseconds: row.int(8)),
                refreshedAt: row.intOrNil(9).map { Timestamp(milliseconds: $0) })
        }
    }

    /// Ends one session of a person's; false where that person has none by this id.
    package static func delete(
        id: String, of person: ID<Person>, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "DELETE FROM session WHERE id = $1 AND person_id = $2", .text(id),
            .text(person.rawValue)) == 1
    }

    /// Ends all sessions of a person but the one of an access token.
    package static func deleteOthers(
        of person: ID<Person>, accessHash: [UInt8], tx: Transaction
    ) throws {
        try tx.execute(
            "DELETE FROM session WHERE person_id = $1 AND access_hash <> $2",
            .text(person.rawValue), .blob(accessHash))
    }
}
