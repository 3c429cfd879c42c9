import CremaDomain
import CremaSQL
import CremaServices
import CremaStore
import Foundation

/// `crema init`: makes the shop and its first owner.
enum InitCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let server = try ShopPlace.options(options)
        let name = try options.required("name")
        let email = try options.required("email")
        guard let currency = Currency(code: try options.required("currency")) else {
            throw UsageError("--currency takes a code of ISO 4217, like EUR")
        }
        let locations = try locations(options, name: name, currency: currency)
        let password = try Passwords.ask("Password of the owner: ")
        try Blocking.run {
            let (_, database, services) = try await RunningServer.open(server)
            guard let hash = await services.passwords.hash(password) else {
                await database.close()
                throw StartError("there is no memory to hash a password")
            }
            let plan = ShopPlan(
                shop: Shop(name: name, currency: currency, isDemo: false), locations: locations,
                people: [
                    ShopPlan.NewPerson(
                        email: email, name: "Owner", passwordHash: hash,
                        memberships: [Membership(locationID: nil, role: .owner)])
                ])
            do throws(Failure<CreateShopRefusal>) {
                _ = try await services.perform(
                    CreateShop(plan: plan, environment: services.environment), by: .system)
            } catch {
                await database.close()
                throw StartError(sentence(error))
            }
            await database.close()
        }
        let count = locations.count
        Terminal.out(
            "crema: made \(name) with \(count) location\(count == 1 ? "" : "s") in "
                + "\(server.dataPath). Next: crema import menu FILE, then crema serve")
        return 0
    }

    private static func locations(
        _ options: Options, name: String, currency: Currency
    ) throws -> [(id: ID<Location>, document: LocationDocument)] {
        let files = options.all("location")
        guard files.isEmpty else {
            return try files.map { file in
                let stem = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
                guard let id = ID<Location>(checking: stem) else {
                    throw StartError(
                        "\(file): its name becomes the location's id: letters, digits, - and _")
                }
                return (id, try LocationFile.read(file))
            }
        }
        let week = Weekday.allCases.map { ($0.name, ["08:00-18:00"]) }
        let document = LocationDocument(
            name: name, currency: currency.code, timeZone: try options.required("zone"),
            hours: Dictionary(uniqueKeysWithValues: week),
            taxes: LocationDocument.TaxesDocument(pricesIncludeTax: true, rules: []),
            legal: LocationDocument.LegalDocument(name: name))
        return [(ID("main"), document)]
    }

    private static func sentence(_ failure: Failure<CreateShopRefusal>) -> String {
        switch failure {
        case .refused(.exists): "there is a shop here already"
        case .refused(.location(let problem)): "a location can't be used: \(problem)"
        case .refused(.currencyDiffers(let code)): "a location uses \(code), the shop doesn't"
        case .refused(.emailNotPlausible(let email)): "\(email) isn't an address"
        case .refused(.emailTaken(let email)): "\(email) is taken"
        case .denied, .keyReused, .versionMissing, .stale: "the shop can't be made"
        case .unavailable(let error): "\(error)"
        case .broken(let error): "\(error)"
        }
    }
}
