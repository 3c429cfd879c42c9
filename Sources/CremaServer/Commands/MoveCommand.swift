import CremaSQL
import CremaServices
import Foundation

/// `crema move --from PLACE --to PLACE`: carries a shop to the other engine. Keys and photos stay
/// in the data folder, which serves with either.
enum MoveCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.isEmpty else { throw UsageError("what is \(options.words[0])?") }
        let source = try place(try options.required("from"), option: "from")
        let target = try place(try options.required("to"), option: "to")
        let folder = try folder(of: source, target, options)
        try refuseInUse(source)
        let before = try audit(source, in: folder, mustHoldShop: true)
        try refuseInUse(target)
        _ = try audit(target, in: folder, mustHoldShop: false)
        let move = try ShopMove(from: source, to: target)
        let outcome = try move.copy()
        let after = try audit(target, in: folder, mustHoldShop: true)
        guard before.problems == after.problems, before.orders == after.orders else {
            throw StartError("the copy's audit differs from the source's: go on with the source")
        }
        let aside = try move.putSourceAside()
        for (table, rows) in outcome { Terminal.out("\(table): \(rows)") }
        let verdict =
            after.problems == 0
            ? "everything adds up" : "\(after.problems) things are wrong, as they were before"
        Terminal.out("crema: \(after.orders) orders were looked through on both sides; \(verdict).")
        Terminal.out("crema: what was moved is kept as \(aside), where nothing is served from.")
        Terminal.out("Next: crema serve\(serveOptions(target, folder: folder))")
        return after.problems == 0 ? 0 : 1
    }

    /// `sqlite:FOLDER`, `sqlite:FOLDER/crema.db`, or a PostgreSQL URL.
    private static func place(_ text: String, option: String) throws -> ShopMove.Place {
        let prefix = "sqlite:"
        guard text.hasPrefix(prefix) else {
            guard text.hasPrefix("postgres"), let url = try ShopPlace.databaseURL(text) else {
                throw UsageError("--\(option) takes sqlite:FOLDER or postgres://…")
            }
            return .postgres(url: url)
        }
        let path = String(text.dropFirst(prefix.count))
        guard !path.isEmpty else { throw UsageError("--\(option) sqlite: needs a folder") }
        return .sqlite(path: path.hasSuffix("/crema.db") ? path : path + "/crema.db")
    }

    private static func folder(
        of source: ShopMove.Place, _ target: ShopMove.Place, _ options: Options
    ) throws -> String {
        for place in [source, target] {
            if case .sqlite(let path) = place {
                let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
                if let data = options["data"],
                    URL(fileURLWithPath: data).standardizedFileURL.path != folder
                {
                    throw UsageError("--data and sqlite: name different folders")
                }
                return folder
            }
        }
        return options["data"] ?? ServerOptions().dataPath
    }

    private static func refuseInUse(_ place: ShopMove.Place) throws {
        switch place {
        case .sqlite(let path):
            if let process = FolderUse.process(on: path) {
                throw StartError("process \(process) works on \(path): stop it first")
            }
        case .postgres(let url):
            guard try PostgresTables(url: url).otherPrograms() == 0 else {
                throw StartError("a program of Crema is connected to the database: stop it first")
            }
        }
    }

    private struct Books {
        var orders = 0
        var problems = 0
    }

    /// Brings the schema up to date and looks through the books.
    private static func audit(
        _ place: ShopMove.Place, in folder: String, mustHoldShop: Bool
    ) throws -> Books {
        var options = ServerOptions()
        options.dataPath = folder
        if case .postgres(let url) = place { options.databaseURL = url }
        if mustHoldShop { try ShopPlace.require(options) }
        let opened = options
        return try Blocking.run {
            let (_, database, services) = try await RunningServer.open(opened)
            do {
                let shop = try await services.read(ShopQuery(), by: .nobody)
                guard (shop != nil) == mustHoldShop else {
                    let found = mustHoldShop ? "no shop" : "a shop already"
                    throw StartError("\(ShopPlace.name(opened)) holds \(found)")
                }
                let audited = try await services.audit()
                await database.close()
                return Books(orders: audited.orders, problems: audited.findings.count)
            } catch {
                await database.close()
                throw error
            }
        }
    }

    private static func serveOptions(_ target: ShopMove.Place, folder: String) -> String {
        switch target {
        case .sqlite: " --data \(folder)"
        case .postgres: " --data \(folder) --database (the URL of --to)"
        }
    }
}
