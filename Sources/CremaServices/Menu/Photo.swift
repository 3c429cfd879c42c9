/// A shop's own photo of an item: which kinds are taken, told by their first bytes and never by
/// their name. SVG isn't among them, since it can hold scripts.
package enum PhotoKind: String, CaseIterable, Sendable {
    case jpeg = "jpg"
    case png
    case webp

    /// Bytes of a photo at most.
    package static let maximumBytes = 5_000_000

    /// What the bytes are; nil where they are none of these.
    package init?(_ bytes: [UInt8]) {
        func begins(with prefix: [UInt8], at start: Int = 0) -> Bool {
            bytes.dropFirst(start).starts(with: prefix)
        }
        if begins(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if begins(with: Array("RIFF".utf8)), begins(with: Array("WEBP".utf8), at: 8) {
            self = .webp
        } else {
            return nil
        }
    }

    /// A name that tells the content and nothing of where it came from.
    package static func name(_ bytes: [UInt8], _ kind: PhotoKind) -> String {
        Base64URL.encode(Array(Hash.sha256(bytes).prefix(12))) + "." + kind.rawValue
    }

    /// The name of a file in the photo folder, where it has the form of ours.
    package static func isName(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && PhotoKind(rawValue: String(parts[1])) != nil
            && parts[0].utf8.count == 16 && Base64URL.decode(String(parts[0])) != nil
    }
}
