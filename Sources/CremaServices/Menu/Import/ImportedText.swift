import CremaDomain

/// A text from a file, made fit for a menu, with what had to be changed.
struct ImportedText: Hashable, Sendable {
    /// Without blanks around it and without control characters.
    let text: String
    /// What was repaired, in words; empty where nothing was.
    let repairs: [String]

    /// Why a thing can't be had for its text.
    enum Problem: Error, Hashable, Sendable {
        case holdsNUL
        case isEmpty
        case isDeleted

        var reason: String {
            switch self {
            case .holdsNUL: "its text holds a NUL character"
            case .isEmpty: "it has no name"
            case .isDeleted: "it is deleted there"
            }
        }
    }

    /// Makes `raw` fit.
    ///
    /// - Parameters:
    ///   - what: the text's name in the repairs ("name", "description").
    ///   - maximum: characters; what is longer is cut.
    ///   - hasLines: line ends are kept; else they become blanks, and blanks in a row become one.
    init(_ raw: String, what: String, maximum: Int, hasLines: Bool = false) throws(Problem) {
        guard !raw.unicodeScalars.contains("\0") else { throw .holdsNUL }
        var repairs: [String] = []
        let decoded = withoutEntities(raw)
        if decoded != raw { repairs.append("HTML characters in the \(what) are written out") }
        var plain = String.UnicodeScalarView()
        var hadControls = false
        // "\r\n" is one character but two scalars; the second becomes a blank that is dropped.
        for scalar in decoded.replacing("\r\n", with: "\n").unicodeScalars {
            if scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}" {
                plain.append(hasLines ? "\n" : " ")
            } else if scalar == "\t" {
                plain.append(" ")
            } else if isControl(scalar) {
                hadControls = true
            } else {
                plain.append(scalar)
            }
        }
        if hadControls { repairs.append("control characters in the \(what) are left out") }
        var text = String(plain)
        let tidy = hasLines ? String(text[...].trimmed) : text.words.joined(separator: " ")
        if tidy != text { repairs.append("blanks in the \(what) are tidied") }
        text = tidy
        let bytes = maximum * Limits.bytesPerCharacter
        if text.utf8.count > bytes || text.count > maximum {
            text = String(text.prefix(maximum)[...].trimmed)
            while text.utf8.count > bytes { text.removeLast() }
            text = String(text[...].trimmed)
            repairs.append("the \(what) is cut to \(maximum) characters")
        }
        self.text = text
        self.repairs = repairs
    }
}

extension String {
    /// The parts between blanks, of whatever width.
    fileprivate var words: [Substring] {
        split { $0.isWhitespace }
    }
}

private let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ", "eacute": "é",
    "egrave": "è", "ntilde": "ñ", "rsquo": "\u{2019}", "lsquo": "\u{2018}", "ndash": "–",
    "mdash": "—", "hellip": "…",
]

/// A text with HTML's names of characters written out, once: "&amp;lt;" becomes "&lt;".
private func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    // By scalars: a mark that combines with "&" or ";" would hide it.
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let start = rest.firstIndex(of: "&") {
        result += rest[..<start]
        rest = rest[start...]
        let name = rest.dropFirst().prefix(10).prefix { $0 != ";" && $0 != "&" }
        let end = rest.index(start, offsetBy: name.count + 1, limitedBy: rest.endIndex)
        if let end, end < rest.endIndex, rest[end] == ";",
            let value = character(of: Substring(name))
        {
            result += value.unicodeScalars
            rest = rest[rest.index(after: end)...]
        } else {
            result.append("&")
            rest = rest.dropFirst()
        }
    }
    return String(result + rest)
}

private func character(of name: Substring) -> String? {
    guard name.hasPrefix("#") else { return entities[String(name)] }
    let digits = name.dropFirst()
    let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
    let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return value.flatMap(Unicode.Scalar.init).map { String($0) }
}
