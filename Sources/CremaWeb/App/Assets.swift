import CAssets
import CremaHTTP
import CremaServices

/// The files that browsers load, under names that change with their content.
package struct Assets: Sendable {
    private let files: [String: RenderedBytes]
    /// Fingerprinted names by plain ones.
    package let names: [String: String]

    init() {
        var files: [String: RenderedBytes] = [:]
        var names: [String: String] = [:]
        for index in 0..<Int(cassets_count) {
            guard let file = cassets_at(index)?.pointee else { continue }
            let name = String(cString: file.name)
            let bytes = Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
            let mark = Base64URL.encode(Array(Hash.sha256(bytes).prefix(6)))
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            let unique = name[..<dot] + "." + mark + name[dot...]
            names[name] = String(unique)
            let rendered = RenderedBytes(
                bytes, contentType: Assets.contentType(String(name[dot...])), tag: mark)
            // This name changes with the content, so that the file may be kept for ever.
            files[String(unique)] = rendered.caching("public, max-age=31536000, immutable")
            files[name] = rendered
        }
        self.files = files
        self.names = names
    }

    /// A file by either name; nil where there is none.
    func file(_ name: String) -> RenderedBytes? { files[name] }

    private static func contentType(_ ending: String) -> StaticString {
        switch ending {
        case ".css": "text/css; charset=utf-8"
        case ".js": "text/javascript; charset=utf-8"
        case ".svg": "image/svg+xml"
        case ".png": "image/png"
        case ".json": "application/json"
        case ".webmanifest": "application/manifest+json"
        default: "application/octet-stream"
        }
    }
}
