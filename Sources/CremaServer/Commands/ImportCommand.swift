import CremaDomain
import CremaSQL
import CremaServices
import CremaStore
import Foundation

/// `crema import menu FILE`: takes a menu over, whole or not at all.
enum ImportCommand {
    static func run(_ options: Options) throws -> Int32 {
        if options.words.first == "photo" { return try PhotoCommand.run(options) }
        guard options.words.count == 2, options.words[0] == "menu" else {
            throw UsageError("crema import menu FILE or import photo ITEM FILE is needed")
        }
        let path = options.words[1]
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StartError("\(path) can't be read")
        }
        let format = try options["format"].map { name in
            guard let format = MenuImportFormat(rawValue: name) else {
                let known = MenuImportFormat.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError("--format takes one of \(known)")
            }
            return format
        }
        var taking = MenuImportOptions()
        taking.replacesMenu = options.isSet("replace")
        let isDryRun = options.isSet("dry-run")
        let wanted = taking
        let plan = try ShopPlace.open(options) { services in
            let plan = try await planned(Array(data), format: format, wanted, services)
            if !isDryRun { try await publish(plan.catalog, services) }
            return plan
        }
        Terminal.out(plan.lines().joined(separator: "\n"))
        Terminal.out(outcome(plan, isDryRun: isDryRun))
        return 0
    }

    private static func outcome(_ plan: ImportPlan, isDryRun: Bool) -> String {
        if isDryRun { return "Nothing was changed: this was a dry run." }
        return plan.isUnchanged
            ? "Nothing was changed: the menu is so already." : "The menu is published."
    }

    private static func planned(
        _ bytes: [UInt8], format: MenuImportFormat?, _ options: MenuImportOptions,
        _ services: Services
    ) async throws -> ImportPlan {
        guard let shop = try await services.read(ShopQuery(), by: .nobody) else {
            throw StartError("there is no shop yet: run `crema init` first")
        }
        let current = try await services.places.all().first?.menu.catalog ?? Catalog()
        return try MenuImport.plan(
            bytes, format: format, current: current, currency: shop.currency, options: options)
    }

    static func publish(_ catalog: Catalog, _ services: Services) async throws {
        do throws(Failure<PublishMenuRefusal>) {
            _ = try await services.perform(PublishMenu(catalog: catalog), by: .system)
        } catch {
            throw StartError("the menu isn't published: \(ShopPlace.sentence(error))")
        }
    }
}
