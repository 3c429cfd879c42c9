package import CremaAPI
import FoundationEssentials

extension MenuDocument {
    /// Reads a file's bytes: UTF-8, with or without a byte-order mark.
    package init(json bytes: [UInt8]) throws(MenuDocumentProblem) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        do {
            self = try JSONDecoder().decode(MenuDocument.self, from: Data(text))
        } catch let error as DecodingError {
            throw MenuDocumentProblem(error)
        } catch {
            throw MenuDocumentProblem(path: "", reason: "This isn't JSON.")
        }
    }

    /// The file's bytes; the same menu always gives the same bytes.
    ///
    /// - Parameter isIndented: for people to read, at about twice the size.
    package func json(isIndented: Bool = false) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
        do {
            return Array(try encoder.encode(self))
        } catch {
            preconditionFailure("a menu holds nothing that JSON can't say: \(error)")
        }
    }
}
