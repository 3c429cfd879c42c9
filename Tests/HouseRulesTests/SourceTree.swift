import Foundation

/// The package's own files, as the rules read them.
enum SourceTree {
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// What is built, fetched or made by running the program or the fuzzing, beside all hidden
    /// folders but CI's.
    private static let skipped: Set<String> = ["corpus", "data", "node_modules", "__pycache__"]

    /// Every file of the package, sorted by path.
    static let files: [SourceFile] = paths(below: "").sorted().compactMap(SourceFile.init(path:))

    static func files(ending suffixes: String..., below folders: String...) -> [SourceFile] {
        files.filter { file in
            suffixes.contains(where: file.path.hasSuffix)
                && (folders.isEmpty || folders.contains { file.path.hasPrefix($0 + "/") })
        }
    }

    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appendingPathComponent(path).path)
    }

    private static func paths(below folder: String) -> [String] {
        let location = root.appendingPathComponent(folder).path
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: location) else {
            return [folder]  // Not a folder, so it's a file.
        }
        let own = names.filter { name in
            !skipped.contains(name) && (!name.hasPrefix(".") || name == ".ci")
        }
        return own.flatMap { name in
            paths(below: folder.isEmpty ? name : folder + "/" + name)
        }
    }
}

/// One text file: its path from the package's root and what stands in it.
struct SourceFile: CustomStringConvertible {
    let path: String
    let text: String

    init(path: String, text: String) {
        self.path = path
        self.text = text
    }

    /// Nil for what isn't text: pictures, for example.
    init?(path: String) {
        let location = SourceTree.root.appendingPathComponent(path)
        guard let bytes = FileManager.default.contents(atPath: location.path),
            let text = String(validating: bytes, as: UTF8.self)
        else { return nil }
        self.init(path: path, text: text)
    }

    var description: String { path }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// `CremaStore` for `Sources/CremaStore/Orders/OrderRows.swift`.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
    }
}

/// A place that breaks a rule, in the form that editors turn into a link.
struct Violation: CustomStringConvertible, Hashable {
    let path: String
    let line: Int
    let message: String

    var description: String { "\(path):\(line): \(message)" }
}

extension [Violation] {
    /// One line for each, to be read in a failed test.
    var report: String { "\n" + map(\.description).joined(separator: "\n") }
}

extension String {
    /// Whether this text stands in it: quick enough to ask before any regular expression.
    func mentions(_ text: String) -> Bool {
        withCString { whole in text.withCString { strstr(whole, $0) != nil } }
    }
}
