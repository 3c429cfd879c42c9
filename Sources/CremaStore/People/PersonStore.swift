package import CremaDomain
package import CremaSQL

/// Someone with an account.
package struct PersonRecord: Sendable, Hashable {
    package let id: ID<Person>
    package let email: String
    package let name: String
    /// As libsodium's `crypto_pwhash_str` writes it.
    package let passwordHash: String

    package init(id: ID<Person>, email: String, name: String, passwordHash: String) {
        self.id = id
        self.email = email
        self.name = name
        self.passwordHash = passwordHash
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
            "SELECT id, email, name, password_hash FROM person WHERE email = $1", .text(email)
        ) { record($0) }
    }

    package static func find(_ id: ID<Person>, tx: Transaction) throws -> PersonRecord? {
        try tx.first(
            "SELECT id, email, name, password_hash FROM person WHERE id = $1",
            .text(id.rawValue)
        ) { record($0) }
    }

    /// Adds a person; false where the address is taken.
    package static func insert(
        _ person: PersonRecord, at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            INSERT INTO person (id, email, name, password_hash, created_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (email) DO NOTHING
            """,
            .text(person.id.rawValue), .text(person.email), .text(person.name),
            .text(person.passwordHash), .integer(now.milliseconds)) == 1
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
            id: ID(row.text(0)), email: row.text(1), name: row.text(2), passwordHash: row.text(3))
    }
}
