import Testing

/// Code that this package doesn't write, with what stands in its place.
struct BannedWord: CustomTestStringConvertible {
    /// What makes an occurrence acceptable.
    enum Excuse {
        case none
        case reasonOnTheLine
        case reasonOnTheNextLine
    }

    /// A regular expression over code without comments and literals.
    let pattern: String
    /// What every match contains: it's looked for first, since that is fast.
    let needle: String
    let instead: String
    var excuse = Excuse.none
    /// Where it's banned, by path.
    var applies: @Sendable (String) -> Bool
    /// What must be found, to prove that the pattern works.
    let refused: String
    /// What resembles it and must not be found.
    let allowed: String

    var testDescription: String { refused }

    func violations(in text: SwiftText) throws -> [Violation] {
        guard applies(text.file.path), text.code.mentions(needle) else {
            return []
        }
        return text.code.matches(of: try pattern.regex).compactMap { match in
            // A pattern may begin with what stands before the word, the line above too.
            let word = text.code[match.range].firstIndex(where: \.isLetter)
            let line = text.line(at: word ?? match.range.lowerBound)
            guard !isExcused(line, in: text) else { return nil }
            let words = text.code[match.range].split(whereSeparator: \.isWhitespace)
            let message = "`\(words.joined(separator: " "))`: \(instead)"
            return Violation(path: text.file.path, line: line, message: message)
        }
    }

    private func isExcused(_ line: Int, in text: SwiftText) -> Bool {
        let comments = text.commentLines
        let isReason = { (number: Int) in
            number <= comments.count && comments[number - 1].contains { $0.isLetter }
        }
        return switch excuse {
        case .none: false
        case .reasonOnTheLine: isReason(line)
        case .reasonOnTheNextLine: isReason(line) || isReason(line + 1)
        }
    }
}
