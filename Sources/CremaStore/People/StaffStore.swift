package import CremaDomain
package import CremaSQL

/// Someone who works for the shop.
package struct StaffRecord: Sendable, Hashable {
    package let id: ID<Person>
    package let name: String
    package let email: String
    package let memberships: [Membership]

    package init(id: ID<Person>, name: String, email: String, memberships: [Membership]) {
        self.id = id
        self.name = name
        self.email = email
        self.memberships = memberships
    }
}

/// Those who work for the shop.
package enum StaffStore {
    /// Everyone with a role, by name.
    package static func list(tx: Transaction) throws -> [StaffRecord] {
        var found: [StaffRecord] = []
        let rows = try tx.all(
            """
            SELECT p.id, p.name, p.email, m.location_id, m.role
            FROM membership m JOIN person p ON p.id = m.person_id
            ORDER BY p.name, p.id, m.location_id
            """
        ) { row in (row.text(0), row.text(1), row.text(2), row.text(3), row.text(4)) }
        for (id, name, email, location, roleName) in rows {
            guard let role = Role(rawValue: roleName) else {
                throw StoredValueError(subject: id, column: "role")
            }
            let membership = Membership(
                locationID: location.isEmpty ? nil : ID(location), role: role)
            if let last = found.last, last.id.rawValue == id {
                found[found.count - 1] = StaffRecord(
                    id: last.id, name: name, email: email,
                    memberships: last.memberships + [membership])
            } else {
                found.append(
                    StaffRecord(id: ID(id), name: name, email: email, memberships: [membership]))
            }
        }
        return found
    }

    /// How many own the shop.
    package static func ownerCount(tx: Transaction) throws -> Int {
        let count = try tx.first(
            "SELECT COUNT(*) FROM membership WHERE role = 'owner' AND location_id = ''"
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// Takes a role. Returns the one that was held; nil where none was.
    package static func removeMembership(
        of person: ID<Person>, at location: ID<Location>?, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "DELETE FROM membership WHERE person_id = $1 AND location_id = $2",
            .text(person.rawValue), .text(location?.rawValue ?? "")) == 1
    }
}
