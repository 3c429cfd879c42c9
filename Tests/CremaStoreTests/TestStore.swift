import CremaDomain
import CremaSQL
import CremaStore
import Foundation
import Testing

/// Runs `body` on a migrated database in a folder of its own.
func withStore(_ body: (SQLiteDatabase) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("crema-store-\(UInt64.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let database = try SQLiteDatabase(path: folder + "/crema.db")
    do {
        _ = try await migrate(database, Schema.migrations, now: 0)
        try await body(database)
    } catch {
        await database.close()
        try FileManager.default.removeItem(atPath: folder)
        throw error
    }
    await database.close()
    try FileManager.default.removeItem(atPath: folder)
}

/// The place of the tests' orders.
let corner = ID<Location>("corner")

/// Settings with as little as there can be.
let plainDocument = LocationDocument(
    name: "Corner", currency: "EUR", timeZone: "Europe/London", hours: [:],
    taxes: LocationDocument.TaxesDocument(pricesIncludeTax: true, rules: []),
    legal: LocationDocument.LegalDocument(name: "Corner Coffee Ltd"))

extension SQLiteDatabase {
    /// Opens the corner shop.
    func addCorner() async throws {
        try await write { tx in
            try LocationStore.insert(plainDocument, id: corner, position: 0, tx: tx)
        }
    }
}
