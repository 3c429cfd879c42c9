import Foundation
import Testing

struct SourceTests {
    /// The domain is shared with the native client and compiled for the browser and for tills.
    @Test func `the domain imports nothing, Foundation included`() throws {
        let folder = packageRoot.appending(path: "Sources/CremaDomain")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
        #expect(files.count > 20)

        for file in files {
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let imports = text.split(separator: "\n").filter { line in
                line.split(separator: " ").prefix(3).contains("import")
            }
            #expect(imports.isEmpty, "\(file)")
        }
    }
}

/// The folder of Package.swift.
let packageRoot = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
