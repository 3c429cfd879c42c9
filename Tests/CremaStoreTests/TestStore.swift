import CremaDomain
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// Runs `body` on a migrated database in a folder of its own.
func withStore(_ body: (any Database) async throws -> Void) async throws {
    try await withTestDatabase { place in
        let database = try place.open()
        do {
            _ = try await migrate(database, Schema.migrations, now: 0)
            try await body(database)
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

/// The place of the tests' orders.
let corner = ID<Location>("corner")

/// Settings with as little as there can be.
let plainDocument = LocationDocument(
    name: "Corner", currency: "EUR", timeZone: "Europe/London", hours: [:],
    taxes: LocationDocument.TaxesDocument(pricesIncludeTax: true, rules: []),
    legal: LocationDocument.LegalDocument(name: "Corner Coffee Ltd"))

extension Database {
    /// Opens the corner shop.
    func addCorner() async throws {
        try await write { tx in
            try LocationStore.insert(plainDocument, id: corner, position: 0, tx: tx)
        }
    }
}
