import Foundation

/// What nobody else may read: from the environment, or from a file in the shop's folder that only
/// its owner can read; never from the command line.
enum SecretPlace {
    /// - Parameter dataPath: the shop's folder; nil for one that is kept in memory.
    /// - Returns: nil where neither is there.
    static func text(
        variable: String, file: String, dataPath: String?
    ) throws -> String? {
        let kept = try dataPath.flatMap { try content(of: $0 + "/" + file) }
        return Bootstrap.variable(variable) ?? kept
    }

    private static func content(of file: String) throws -> String? {
        var status = stat()
        guard stat(file, &status) == 0 else { return nil }
        guard status.st_mode & 0o077 == 0 else {
            throw DataFolderError(path: file, reason: "others may read it; chmod 600 is needed")
        }
        return try String(contentsOfFile: file, encoding: .utf8)
    }
}
