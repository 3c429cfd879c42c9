import Foundation
import Testing

/// Files of real shops that stand beside the repository on some machines.
enum SharedMenus {
    private static let folder = packageRoot() + "/../shared/data/menus/"

    /// Skips a test where the files aren't.
    static let needed = ConditionTrait.enabled(
        if: FileManager.default.fileExists(atPath: folder), "there is no ../shared/data/menus")

    static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(fileURLWithPath: folder + name)))
    }

    /// The names of the files that begin so; empty where the folder isn't there.
    static func names(prefix: String) -> [String] {
        let all = try? FileManager.default.contentsOfDirectory(atPath: folder)  // May be absent.
        return (all ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }
}
