package import CremaDomain
package import CremaSQL

/// What a location may keep a count of.
package struct StockedThing: Sendable, Hashable, Comparable {
    /// "item" or "modifier".
    package let kind: String
    package let id: String

    package init(_ item: ID<MenuItem>) {
        kind = "item"
        id = item.rawValue
    }

    package init(_ modifier: ID<Modifier>) {
        kind = "modifier"
        id = modifier.rawValue
    }

    init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }

    package static func < (left: StockedThing, right: StockedThing) -> Bool {
        (left.kind, left.id) < (right.kind, right.id)
    }
}

/// Pieces of a counted thing.
package struct StockCount: Sendable, Hashable {
    package let thing: StockedThing
    package let count: Int

    package init(_ thing: StockedThing, _ count: Int) {
        self.thing = thing
        self.count = count
    }
}

/// The catalogue's editions and what each location can sell of them.
package enum MenuStore {
    /// The current edition's document; nil before the first.
    package static func currentDocument(tx: Transaction) throws -> (edition: Int64, text: String)? {
        try tx.first(
            """
            SELECT m.edition, m.document FROM menu_edition m
            JOIN shop s ON s.menu_edition = m.edition
            """
        ) { ($0.int(0), $0.text(1)) }
    }

    /// Adds an edition, makes it the current one, and gives every location a new menu version.
    package static func publish(
        document: String, by person: ID<Person>?, at now: Timestamp, tx: Transaction
    ) throws -> Int64 {
        try tx.lock(.menu)
        let locations = try tx.all("SELECT location_id FROM location_counter ORDER BY location_id")
        { $0.text(0) }
        for location in locations { try tx.lock(.location(ID(location))) }
        let edition = try tx.first(
            """
            INSERT INTO menu_edition (edition, document, person_id, created_at)
            SELECT COALESCE(MAX(edition), 0) + 1, $1, $2, $3 FROM menu_edition
            RETURNING edition
            """, .text(document), SQLValue(person?.rawValue), .integer(now.milliseconds)
        ) { $0.int(0) }
        guard let edition else { throw StoredValueError(subject: "menu", column: "edition") }
        try tx.execute("UPDATE shop SET menu_edition = $1", .integer(edition))
        try tx.execute("UPDATE location_counter SET menu_version = menu_version + 1")
        return edition
    }

    /// Menu version of a location.
    package static func version(at location: ID<Location>, tx: Transaction) throws -> Int64? {
        try tx.first(
            "SELECT menu_version FROM location_counter WHERE location_id = $1",
            .text(location.rawValue)
        ) { $0.int(0) }
    }

    /// Gives a location's menu a new version, which it returns.
    package static func touch(_ location: ID<Location>, tx: Transaction) throws -> Int64 {
        try tx.lock(.location(location))
        let version = try tx.first(
            """
            UPDATE location_counter SET menu_version = menu_version + 1
            WHERE location_id = $1 RETURNING menu_version
            """, .text(location.rawValue)
        ) { $0.int(0) }
        guard let version else {
            throw StoredValueError(subject: location.rawValue, column: "menu_version")
        }
        return version
    }

    /// What a location can sell, by kind ("item", "modifier", "size") and id.
    package static func availability(
        at location: ID<Location>, tx: Transaction
    ) throws -> [(kind: String, subject: String, state: Availability)] {
        try tx.all(
            """
            SELECT kind, subject_id, is_sold_out, stock, price FROM availability
            WHERE location_id = $1 ORDER BY kind, subject_id
            """, .text(location.rawValue)
        ) { row in
            (
                row.text(0), row.text(1),
                Availability(
                    isSoldOut: row.bool(2), stock: row.intOrNil(3).map { Int($0) },
                    price: row.intOrNil(4).map { Money($0) })
            )
        }
    }

    /// What a location can sell of one thing; nil where nothing is set.
    package static func availability(
        of subject: String, kind: String, at location: ID<Location>, tx: Transaction
    ) throws -> Availability? {
        try tx.first(
            """
            SELECT is_sold_out, stock, price FROM availability
            WHERE location_id = $1 AND kind = $2 AND subject_id = $3
            """, .text(location.rawValue), .text(kind), .text(subject)
        ) { availability($0) }
    }

    /// Changes what a location can sell of one thing, in one statement: what a change keeps is
    /// what stands there by then, whoever else changes it. Returns how it is now.
    package static func change(
        _ change: AvailabilityChange, kind: String, subject: String, at location: ID<Location>,
        tx: Transaction
    ) throws -> Availability {
        let fresh = change.applied(to: Availability())
        try tx.lock(.location(location))
        let state = try tx.first(
            """
            INSERT INTO availability (location_id, kind, subject_id, is_sold_out, stock, price)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (location_id, kind, subject_id) DO UPDATE SET
                is_sold_out = CASE WHEN $7 = 1 THEN excluded.is_sold_out
                    ELSE availability.is_sold_out END,
                stock = CASE WHEN $8 = 1 THEN excluded.stock ELSE availability.stock END,
                price = CASE WHEN $9 = 1 THEN excluded.price ELSE availability.price END
            RETURNING is_sold_out, stock, price
            """,
            .text(location.rawValue), .text(kind), .text(subject), SQLValue(fresh.isSoldOut),
            SQLValue(fresh.stock.map { Int64($0) }), SQLValue(fresh.price?.minorUnits),
            SQLValue(change.isSoldOut != .keep), SQLValue(change.stock != .keep),
            SQLValue(change.price != .keep)
        ) { availability($0) }
        guard let state else { throw StoredValueError(subject: subject, column: "availability") }
        return state
    }

    private static func availability(_ row: borrowing Row) -> Availability {
        Availability(
            isSoldOut: row.bool(0), stock: row.intOrNil(1).map { Int($0) },
            price: row.intOrNil(2).map { Money($0) })
    }

    /// Takes pieces from a counted stock. Returns what is left, nil where it doesn't suffice.
    package static func takeStock(
        of thing: StockedThing, count: Int, at location: ID<Location>, tx: Transaction
    ) throws -> Int? {
        try tx.lock(.location(location))
        let left = try tx.first(
            """
            UPDATE availability SET stock = stock - $1
            WHERE location_id = $2 AND kind = $3 AND subject_id = $4 AND stock >= $1
            RETURNING stock
            """, SQLValue(count), .text(location.rawValue), .text(thing.kind), .text(thing.id)
        ) { $0.int(0) }
        return left.map { Int($0) }
    }

    /// Gives pieces back to a counted stock; uncounted items have none.
    package static func returnStock(
        of thing: StockedThing, count: Int, at location: ID<Location>, tx: Transaction
    ) throws -> Int? {
        try tx.lock(.location(location))
        let left = try tx.first(
            """
            UPDATE availability SET stock = stock + $1
            WHERE location_id = $2 AND kind = $3 AND subject_id = $4 AND stock IS NOT NULL
            RETURNING stock
            """, SQLValue(count), .text(location.rawValue), .text(thing.kind), .text(thing.id)
        ) { $0.int(0) }
        return left.map { Int($0) }
    }
}
