import CremaDomain
import CremaServer
import CremaServices
import CremaSQL
import CremaStore
import Foundation
import Testing

func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("crema-server-\(UInt64.random(in: .min ... .max))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    do {
        try await body(folder)
    } catch {
        try removeFolder(folder)
        throw error
    }
    try removeFolder(folder)
}

/// A database that is being closed deletes its log meanwhile, which is no failure.
private func removeFolder(_ path: String) throws {
    for _ in 1...20 {
        try? FileManager.default.removeItem(atPath: path)
        guard FileManager.default.fileExists(atPath: path) else { return }
        Thread.sleep(forTimeInterval: 0.05)
    }
    try FileManager.default.removeItem(atPath: path)
}

/// A folder's permissions, as in `chmod`.
func permissions(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? NSNumber).intValue & 0o777
}

/// Options of a server on any free port.
func options(_ folder: String) -> ServerOptions {
    var options = ServerOptions()
    options.dataPath = folder
    options.port = 0
    return options
}

/// Makes a real shop, which the demo has no business in.
func makeRealShop(in folder: String) async throws {
    let (_, database, services) = try await RunningServer.open(options(folder))
    let week = Weekday.allCases.map { ($0.name, ["00:00-24:00"]) }
    let document = LocationDocument(
        name: "Old Mill", currency: "EUR", timeZone: "Europe/Berlin",
        hours: Dictionary(uniqueKeysWithValues: week),
        taxes: LocationDocument.TaxesDocument(pricesIncludeTax: true, rules: []),
        legal: LocationDocument.LegalDocument(name: "A real shop"))
    let plan = ShopPlan(
        shop: Shop(
            name: "A real shop", currency: try #require(Currency(code: "EUR")), isDemo: false),
        // The demo traffic's place, of all names.
        locations: [(DemoShop.firstLocation, document)], people: [])
    _ = try await services.perform(
        CreateShop(plan: plan, environment: services.environment), by: .system)
    await database.close()
}
