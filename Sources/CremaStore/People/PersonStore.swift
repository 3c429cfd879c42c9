package import CremaDomain
package import CremaSQL

/// Someone with an account.
package struct PersonRecord: Sendable, Hashable {
    package let id: ID<Person>
    package let email: String
    package let name: String
    /// As libsodium's `crypto_pwhash_str` writes it.
    package let passwordHash: String
    /// Since when this person wants to hear of news; nil who doesn't.
    package let newsSince: Timestamp?
    /// When it was found that this person reads the address's mails; nil as long as that isn't
    /// known.
    package let emailVerifiedAt: Timestamp?

    package init(
        id: ID<Person>, email: String, name: String, passwordHash: String,
        newsSince: Timestamp? = nil, emailVerifiedAt: Timestamp? = nil
    ) {
        self.id = id
        self.email = email
        self.name = name
        self.passwordHash = passwordHash
        self.newsSince = newsSince
        self.emailVerifiedAt = emailVerifiedAt
    }
}

/// A role at a location, or at all of them.
package struct Membership: Sendable, Hashable {
    /// Nil for all locations.
    package let locationID: ID<Location>?
    package let role: Role

    package init(locationID: ID<Location>?, role: Role) {
        self.locationID = locationID
        self.role = role
    }
}

/// People and their roles.
package enum PersonStore {
    package static func find(email: String, tx: Transaction) throws -> PersonRecord? {
        try tx.first(
            """
            SELECT id, email, name, password_hash, news_since, email_verified_at
            FROM person WHERE email = $1
            """, .text(email)
        ) { record($0) }
    }

    package static func find(_ id: ID<Person>, tx: Transaction) throws -> PersonRecord? {
        try tx.first(
            """
            SELECT id, email, name, password_hash, news_since, email_verified_at
            FROM person WHERE id = $1
            """, .text(id.rawValue)
        ) { record($0) }
    }

    /// Whether there is such an account.
    package static func exists(_ id: ID<Person>, tx: Transaction) throws -> Bool {
        try askExists(id, tx: tx).value ?? false
    }

    /// The same, asked for.
    package static func askExists(_ id: ID<Person>, tx: Transaction) throws -> Asked<Bool> {
        try tx.ask("SELECT 1 FROM person WHERE id = $1", .text(id.rawValue)) { $0.int(0) == 1 }
    }

    /// Adds a person; false where the address is taken.
    package static func insert(
        _ person: PersonRecord, at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            INSERT INTO person (id, email, name, password_hash, news_since, created_at)
            VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (email) DO NOTHING
            """,
            .text(person.id.rawValue), .text(person.email), .text(person.name),
            .text(person.passwordHash), SQLValue(person.newsSince?.milliseconds),
            .integer(now.milliseconds)) == 1
    }

    /// Notes a name, and whether news are wanted; nil leaves that as it is. Whoever says so again
    /// has wanted them since the first time.
    package static func set(
        name: String, wantsNews: Bool?, of id: ID<Person>, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.execute("UPDATE person SET name = $1 WHERE id = $2", .text(name), .text(id.rawValue))
        guard let wantsNews else { return }
        if wantsNews {
            try tx.execute(
                "UPDATE person SET news_since = $1 WHERE id = $2 AND news_since IS NULL",
                .integer(now.milliseconds), .text(id.rawValue))
        } else {
            try tx.execute(
                "UPDATE person SET news_since = NULL WHERE id = $1", .text(id.rawValue))
        }
    }

    /// Notes that the address is known to be the person's; the first time counts.
    package static func verifyEmail(
        of id: ID<Person>, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.execute(
            """
            UPDATE person SET email_verified_at = $1 WHERE id = $2 AND email_verified_at IS NULL
            """, .integer(now.milliseconds), .text(id.rawValue))
    }

    /// Forgets a person who has neither sessions nor roles.
    package static func delete(_ id: ID<Person>, tx: Transaction) throws {
        try tx.execute("DELETE FROM person WHERE id = $1", .text(id.rawValue))
    }

    package static func setPassword(
        _ hash: String, of id: ID<Person>, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE person SET password_hash = $1 WHERE id = $2", .text(hash),
            .text(id.rawValue)) == 1
    }

    package static func memberships(of id: ID<Person>, tx: Transaction) throws -> [Membership] {
        try tx.all(
            """
            SELECT location_id, role FROM membership WHERE person_id = $1 ORDER BY location_id
            """, .text(id.rawValue)
        ) { row in
            guard let role = Role(rawValue: row.text(1)) else {
                throw StoredValueError(subject: id.rawValue, column: "role")
            }
            let location = row.text(0)
            return Membership(locationID: location.isEmpty ? nil : ID(location), role: role)
        }
    }

    /// Gives a role, in place of the one held at the same location.
    package static func setMembership(
        _ membership: Membership, of id: ID<Person>, tx: Transaction
    ) throws {
        try tx.execute(
            """
            INSERT INTO membership (person_id, location_id, role) VALUES ($1, $2, $3)
            ON CONFLICT (person_id, location_id) DO UPDATE SET role = excluded.role
            """,
            .text(id.rawValue), .text(membership.locationID?.rawValue ?? ""),
            .text(membership.role.rawValue))
    }

    private static func record(_ row: borrowing Row) -> PersonRecord {
        PersonRecord(
            id: ID(row.text(0)), email: row.text(1), name: row.text(2), passwordHash: row.text(3),
            newsSince: row.intOrNil(4).map { Timestamp(milliseconds: $0) },
            emailVerifiedAt: row.intOrNil(5).map { Timestamp(milliseconds: $0) })
    }
}
