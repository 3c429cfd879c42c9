package import CremaDomain
package import CremaSQL
import FoundationEssentials

/// The shop as a whole.
package struct Shop: Sendable, Hashable {
    package let name: String
    package let currency: Currency
    /// Made by `crema demo`: it has the demo people and accepts to run without limits.
    package let isDemo: Bool

    package init(name: String, currency: Currency, isDemo: Bool) {
        self.name = name
        self.currency = currency
        self.isDemo = isDemo
    }
}

/// The shop and its places.
package enum LocationStore {
    /// The shop; nil before `crema init`.
    package static func shop(tx: Transaction) throws -> Shop? {
        try tx.first("SELECT name, currency, is_demo FROM shop WHERE id = 1") { row in
            guard let currency = Currency(code: row.text(1)) else {
                throw StoredValueError(subject: "shop", column: "currency")
            }
            return Shop(name: row.text(0), currency: currency, isDemo: row.bool(2))
        }
    }

    /// Makes the shop. There is one; a second is refused by its key.
    package static func insert(_ shop: Shop, at now: Timestamp, tx: Transaction) throws {
        try tx.execute(
            """
            INSERT INTO shop (id, name, currency, is_demo, menu_edition, created_at)
            VALUES (1, $1, $2, $3, 0, $4)
            """,
            .text(shop.name), .text(shop.currency.code), SQLValue(shop.isDemo),
            .integer(now.milliseconds))
    }

    /// Adds a place.
    package static func insert(
        _ document: LocationDocument, id: ID<Location>, position: Int, tx: Transaction
    ) throws {
        try tx.execute(
            "INSERT INTO location (id, position, settings, version) VALUES ($1, $2, $3, 1)",
            .text(id.rawValue), SQLValue(position), .text(try StoredJSON.text(document)))
        try tx.execute(
            """
            INSERT INTO location_counter (location_id, business_date, call_sequence, menu_version)
            VALUES ($1, '', 0, 1)
            """, .text(id.rawValue))
    }

    /// Replaces a place's settings; its menu gets a new version, since prices may hang on them.
    package static func update(
        _ document: LocationDocument, id: ID<Location>, tx: Transaction
    ) throws -> Bool {
        let changed = try tx.execute(
            "UPDATE location SET settings = $1, version = version + 1 WHERE id = $2",
            .text(try StoredJSON.text(document)), .text(id.rawValue))
        guard changed == 1 else { return false }
        _ = try MenuStore.touch(id, tx: tx)
        return true
    }

    /// Settings of one place.
    package static func document(
        of id: ID<Location>, tx: Transaction
    ) throws -> LocationDocument? {
        try tx.first("SELECT settings FROM location WHERE id = $1", .text(id.rawValue)) { row in
            try StoredJSON.value(LocationDocument.self, row.text(0))
        }
    }

    /// Settings as the audit log has them.
    package static func text(of document: LocationDocument) throws -> String {
        try StoredJSON.text(document)
    }

    /// One place; nil where there is none of that id.
    package static func location(_ id: ID<Location>, tx: Transaction) throws -> Location? {
        let document = try tx.first(
            "SELECT settings FROM location WHERE id = $1", .text(id.rawValue)
        ) { row in
            try StoredJSON.value(LocationDocument.self, row.text(0))
        }
        return try document.map { try $0.location(id: id) }
    }

    /// All places, in the shop's order.
    package static func all(tx: Transaction) throws -> [Location] {
        let rows = try tx.all("SELECT id, settings FROM location ORDER BY position, id") { row in
            (row.text(0), try StoredJSON.value(LocationDocument.self, row.text(1)))
        }
        return try rows.map { try $0.1.location(id: ID($0.0)) }
    }
}
