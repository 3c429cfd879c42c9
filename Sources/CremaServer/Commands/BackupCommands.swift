import Foundation

/// `crema backup FILE`: the shop in one file, while it serves.
enum BackupCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.count == 1 else { throw UsageError("crema backup FILE is needed") }
        let file = options.words[0]
        let path = options["data"] ?? ServerOptions().dataPath
        try ShopPlace.require(try ShopPlace.options(options))
        try Blocking.run {
            try await Backup.make(of: try DataFolder(path: path), at: file)
        }
        Terminal.out("crema: \(file) holds the shop of \(path) with its keys: keep it safe.")
        return 0
    }
}

/// `crema restore FILE`: a shop out of its backup.
enum RestoreCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.count == 1 else { throw UsageError("crema restore FILE is needed") }
        let file = options.words[0]
        let path = options["data"] ?? ServerOptions().dataPath
        let isReplacing = options.isSet("replace")
        let restored = try Blocking.run {
            try await Backup.restore(file, to: path, replacing: isReplacing)
        }
        if let movedTo = restored.movedTo {
            Terminal.out("crema: the shop that was there lies in \(movedTo) now.")
        }
        Terminal.out("crema: \(restored.shop) is back in \(path). Next: crema serve")
        return 0
    }
}
