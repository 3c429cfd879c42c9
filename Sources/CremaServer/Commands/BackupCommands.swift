import Foundation

/// `crema backup FILE`: the shop in one file, while it serves.
enum BackupCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.count == 1 else { throw UsageError("crema backup FILE is needed") }
        let file = options.words[0]
        let server = try ShopPlace.options(options)
        try ShopPlace.require(server)
        try Blocking.run {
            let folder = try DataFolder(path: server.dataPath, databaseURL: server.databaseURL)
            try await Backup.make(of: folder, at: file)
        }
        let shop = ShopPlace.name(server)
        Terminal.out("crema: \(file) holds the shop of \(shop) with its keys: keep it safe.")
        return 0
    }
}

/// `crema restore FILE`: a shop out of its backup.
enum RestoreCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.count == 1 else { throw UsageError("crema restore FILE is needed") }
        let file = options.words[0]
        let server = try ShopPlace.options(options)
        let isReplacing = options.isSet("replace")
        let restored = try Blocking.run {
            try await Backup.restore(
                file, to: server.dataPath, databaseURL: server.databaseURL, replacing: isReplacing)
        }
        if let movedTo = restored.movedTo {
            Terminal.out("crema: the shop that was there lies in \(movedTo) now.")
        }
        if let schema = restored.schemaMovedTo {
            Terminal.out("crema: the tables that were there are in the schema \(schema) now.")
        }
        Terminal.out(
            "crema: \(restored.shop) is back in \(ShopPlace.name(server)). Next: crema serve")
        return 0
    }
}
