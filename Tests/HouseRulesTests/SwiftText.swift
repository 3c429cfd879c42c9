/// A Swift file taken apart, so that a rule about code doesn't stumble over a comment or a literal.
///
/// `code` and `comments` are as long as the file: what belongs to the other is blanked, line
/// breaks and the quotes of literals stay. Code in a literal's `\( )` counts as code.
struct SwiftText {
    struct Literal: Hashable {
        let line: Int
        let text: String
    }

    let file: SourceFile
    let code: String
    let comments: String
    let literals: [Literal]
    /// Where each line begins, in bytes.
    private let starts: [Int]

    init(_ file: SourceFile) {
        var scanner = SwiftScanner(Array(file.text.utf8))
        scanner.scan()
        self.file = file
        code = String(decoding: scanner.code, as: UTF8.self)
        comments = String(decoding: scanner.comments, as: UTF8.self)
        literals = scanner.literals
        starts = scanner.starts
    }

    var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

    var commentLines: [Substring] {
        comments.split(separator: "\n", omittingEmptySubsequences: false)
    }

    func line(at index: String.Index) -> Int {
        let offset = code.utf8.distance(from: code.startIndex, to: index)
        var lines = 0..<starts.count
        while lines.count > 1 {
            let middle = lines.lowerBound + lines.count / 2
            lines =
                starts[middle] <= offset
                ? middle..<lines.upperBound : lines.lowerBound..<middle
        }
        return lines.lowerBound + 1
    }
}

/// Knows comments (nested too), strings (raw, multi-line and interpolated) and extended regular
/// expressions. A bare `/…/` is code to it: telling it from a division needs a parser.
private struct SwiftScanner {
    private enum Mode: Equatable {
        case code(parentheses: Int)
        case string(hashes: Int, isMultiline: Bool)
    }

    private(set) var code: [UInt8]
    private(set) var comments: [UInt8]
    private(set) var literals: [SwiftText.Literal] = []
    private(set) var starts = [0]

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var modes: [Mode] = [.code(parentheses: 0)]
    private var open: [(line: Int, text: [UInt8])] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        let blank = bytes.map { $0 == UInt8(ascii: "\n") ? $0 : UInt8(ascii: " ") }
        code = blank
        comments = blank
    }

    mutating func scan() {
        while position < bytes.count {
            guard isMark(bytes[position]) else {
                keepPlain()
                continue
            }
            switch modes[modes.count - 1] {
            case .code(let parentheses): scanCode(parentheses)
            case .string(let hashes, let isMultiline): scanString(hashes, isMultiline)
            }
        }
    }

    /// Whether a comment, a literal or a bracket may begin or end here.
    private func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "\""), UInt8(ascii: "#"), UInt8(ascii: "`"),
            UInt8(ascii: "\\"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\n"):
            true
        default: false
        }
    }

    /// Most bytes come here. Code and literals alternate on the stack, code at its bottom.
    private mutating func keepPlain() {
        if modes.count.isMultiple(of: 2) {
            open[open.count - 1].text.append(bytes[position])
        } else {
            code[position] = bytes[position]
        }
        position += 1
    }

    private mutating func scanCode(_ parentheses: Int) {
        if starts("//") {
            while position < bytes.count, bytes[position] != UInt8(ascii: "\n") { keepComment() }
        } else if starts("/*") {
            scanBlockComment()
        } else if let hashes = hashes(before: "\"") {
            let isMultiline = starts("\"\"\"", at: position + hashes)
            open.append((line, []))
            keepCode(hashes + (isMultiline ? 3 : 1))
            modes.append(.string(hashes: hashes, isMultiline: isMultiline))
        } else if let hashes = hashes(before: "/"), hashes > 0 {
            skipExpression(hashes)
        } else if starts("`") {
            skipName()
        } else {
            trackParentheses(parentheses)
            keepCode(1)
        }
    }

    /// The parenthesis that closes an interpolation leads back into its literal.
    private mutating func trackParentheses(_ parentheses: Int) {
        let top = modes.count - 1
        switch bytes[position] {
        case UInt8(ascii: "("): modes[top] = .code(parentheses: parentheses + 1)
        case UInt8(ascii: ")") where parentheses > 1 || top == 0:
            modes[top] = .code(parentheses: max(0, parentheses - 1))
        case UInt8(ascii: ")"): modes.removeLast()
        default: break
        }
    }

    private mutating func scanString(_ hashes: Int, _ isMultiline: Bool) {
        let rail = String(repeating: "#", count: hashes)
        let quotes = isMultiline ? "\"\"\"" : "\""
        if starts("\\" + rail + "(") {
            keepCode(hashes + 2)
            modes.append(.code(parentheses: 1))
        } else if starts("\\" + rail) {
            keepLiteral(min(hashes + 2, bytes.count - position))
        } else if starts(quotes + rail) {
            keepCode(quotes.utf8.count + hashes)
            closeLiteral()
        } else if !isMultiline, bytes[position] == UInt8(ascii: "\n") {
            closeLiteral()  // Not valid Swift; the rest of the file shall not suffer from it.
        } else {
            keepLiteral(1)
        }
    }

    private mutating func closeLiteral() {
        modes.removeLast()
        let (line, text) = open.removeLast()
        literals.append(.init(line: line, text: String(decoding: text, as: UTF8.self)))
    }

    private mutating func scanBlockComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                keepComment()
            } else if starts("*/") {
                depth -= 1
                keepComment()
            }
            keepComment()
        } while depth > 0 && position < bytes.count
    }

    private mutating func skipExpression(_ hashes: Int) {
        let end = "/" + String(repeating: "#", count: hashes)
        keepCode(hashes + 1)
        while position < bytes.count, !starts(end) { advance() }
        keepCode(min(hashes + 1, bytes.count - position))
    }

    /// A name in backticks may hold anything, brackets and quotes too.
    private mutating func skipName() {
        keepCode(1)
        while position < bytes.count, !starts("`"), !starts("\n") { advance() }
        if starts("`") { keepCode(1) }
    }

    /// How many `#` stand here before this mark; nil where it isn't what they lead to.
    private func hashes(before mark: String) -> Int? {
        var end = position
        while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
        return starts(mark, at: end) ? end - position : nil
    }

    private func starts(_ text: String, at start: Int? = nil) -> Bool {
        bytes[min(start ?? position, bytes.count)...].starts(with: text.utf8)
    }

    private mutating func keepCode(_ count: Int) {
        for _ in 0..<count {
            code[position] = bytes[position]
            advance()
        }
    }

    private mutating func keepComment() {
        guard position < bytes.count else { return }
        comments[position] = bytes[position]
        advance()
    }

    private mutating func keepLiteral(_ count: Int) {
        for _ in 0..<count {
            open[open.count - 1].text.append(bytes[position])
            advance()
        }
    }

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") {
            line += 1
            starts.append(position + 1)
        }
        position += 1
    }
}

extension SourceTree {
    /// Every Swift file of the package, taken apart once for all rules.
    static let swift: [SwiftText] = files(ending: ".swift").map(SwiftText.init)
}

extension String {
    /// This pattern with plain word boundaries: Unicode's see none in `Date.now`.
    var regex: Regex<AnyRegexOutput> {
        get throws { try Regex(self).wordBoundaryKind(.simple) }
    }
}
