import CremaDomain
import CremaSQL
import CremaServices
import CremaStore
import Foundation

/// `crema import photo ITEM FILE`: shows the shop's own photo in place of an item's drawing.
enum PhotoCommand {
    static func run(_ options: Options) throws -> Int32 {
        guard options.words.count == 3, let item = ID<MenuItem>(checking: options.words[1]) else {
            throw UsageError("crema import photo ITEM FILE is needed")
        }
        let path = options.words[2]
        guard let data = FileManager.default.contents(atPath: path) else {
            throw StartError("\(path) can't be read")
        }
        let bytes = Array(data)
        guard bytes.count <= PhotoKind.maximumBytes else {
            throw StartError("\(path) is larger than \(PhotoKind.maximumBytes / 1_000_000) MB")
        }
        guard let kind = PhotoKind(bytes) else {
            throw StartError("\(path) is neither a JPEG, a PNG nor a WebP picture")
        }
        let name = PhotoKind.name(bytes, kind)
        let dataPath = options["data"] ?? ServerOptions().dataPath
        try ShopPlace.open(options) { services in
            guard var catalog = try await services.places.all().first?.menu.catalog,
                let index = catalog.items.firstIndex(where: { $0.id == item })
            else { throw StartError("there is no item \(item)") }
            let folder = try DataFolder(path: dataPath)
            // The file first: a menu never names a photo that isn't there.
            try data.write(
                to: URL(fileURLWithPath: folder.photoPath + "/" + name), options: .atomic)
            catalog.items[index].photo = name
            try await ImportCommand.publish(catalog, services)
        }
        Terminal.out("The photo is shown.")
        return 0
    }
}
