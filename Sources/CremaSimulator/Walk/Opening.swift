import CremaDomain
import CremaServices
import CremaSQL
import CremaStore

/// Opens a shop on an empty database.
struct Opening {
    let services: Services
    let surroundings: Surroundings
    let rules: OrderRules

    func open(_ random: inout SeededGenerator) async throws -> ShopModel {
        let environment = services.environment
        let now = environment.now()
        let gate = services.database
        _ = try await migrated(gate, now)
        let code = PlaceChoice.currency(&random)
        guard let currency = Currency(code: code) else {
            throw Finding(.asAsked, expected: "a currency", found: code)
        }
        let documents = Cast.places.map { ($0, PlaceChoice.opening(code, &random)) }
        let plan = ShopPlan(
            shop: Shop(name: "Corner Coffee", currency: currency, isDemo: false),
            locations: documents.map { (id: $0.0, document: $0.1) }, people: [])
        _ = try await services.perform(
            CreateShop(plan: plan, environment: environment), by: .system)
        try await hire()
        let catalog = CatalogChoice.opening(&random)
        _ = try await services.perform(PublishMenu(catalog: catalog), by: .system)
        var places: [ID<Location>: PlaceModel] = [:]
        for (id, document) in documents {
            var place = try PlaceModel(
                id: id, document: document, menuVersion: 2, zone: surroundings.zone)
            place.renewMenu(catalog)
            places[id] = place
        }
        return ShopModel(
            rules: rules, placeIDs: Cast.places, places: places, catalog: catalog, edition: 1)
    }

    private func migrated(_ database: any Database, _ now: Timestamp) async throws -> Int {
        try await migrate(database, Schema.migrations, now: now.milliseconds).count
    }

    /// The owner, who signs in from time to time, and the accounts of all others.
    private func hire() async throws {
        let cast = Cast.standard
        let people = (cast.customers + cast.baristas.values).compactMap(\.person)
        try await services.database.write { tx in
            for id in people {
                _ = try PersonStore.insert(
                    PersonRecord(
                        id: id, email: "\(id.rawValue)@corner.example", name: id.rawValue,
                        passwordHash: "none"), at: Timestamp(milliseconds: 0), tx: tx)
            }
        }
        guard let hash = await services.passwords.hash(SessionDesk.password) else {
            throw Finding(.noInternalErrors, expected: "a password's hash", found: "none")
        }
        _ = try await services.perform(
            AddStaff(
                email: SessionDesk.email, personName: "Olga",
                membership: Membership(locationID: nil, role: .owner), passwordHash: hash,
                newID: SessionDesk.person), by: .system)
    }
}
