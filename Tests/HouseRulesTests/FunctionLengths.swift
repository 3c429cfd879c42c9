/// Finds functions that don't fit a screen.
enum FunctionLengths {
    /// Lines from the keyword to the closing brace, by the line of the keyword.
    static func swift(_ text: SwiftText) throws -> [(line: Int, count: Int)] {
        let keyword = try
            #"\b(func\b|init[?!]?\s*[(<]|deinit\s*\{|subscript\s*[(<]|var\s+\w+\s*:[^=\n]*\{)"#
            .regex
        let code = Array(text.code.utf8)
        return text.code.matches(of: keyword).compactMap { match in
            let start = text.code.utf8.distance(
                from: text.code.startIndex, to: match.range.lowerBound)
            guard !isCall(code, at: start), let end = endOfBody(code, from: start) else {
                return nil
            }
            let lines = code[start...end].count(where: { $0 == UInt8(ascii: "\n") })
            return (text.line(at: match.range.lowerBound), lines + 1)
        }
    }

    /// C as this package writes it: a function's braces stand at the end of a line and in the
    /// first column.
    static func c(_ file: SourceFile) -> [(line: Int, count: Int)] {
        var found: [(line: Int, count: Int)] = []
        var start: Int?
        for (index, line) in file.lines.enumerated() {
            let isOutermost = line.first.map { !$0.isWhitespace && $0 != "}" && $0 != "#" } ?? false
            if isOutermost, line.contains("(") { start = index }
            if isOutermost, line.hasSuffix(";") { start = nil }
            if line == "}", let first = start {
                found.append((first + 1, index - first + 1))
                start = nil
            }
        }
        return found
    }

    /// `self.init(` and `.init(` call one.
    private static func isCall(_ code: [UInt8], at start: Int) -> Bool {
        start > 0 && code[start - 1] == UInt8(ascii: ".")
    }

    /// The brace that closes the body; nil where there is none, as in a protocol.
    private static func endOfBody(_ code: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var isInBody = false
        for index in start..<code.count {
            switch code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "{"):
                isInBody = isInBody || depth == 0
                depth += 1
            case UInt8(ascii: "}"):
                depth -= 1
                if depth < 0 { return nil }
                if depth == 0, isInBody { return index }
            case UInt8(ascii: "\n") where depth == 0 && !isInBody:
                if !continues(code, after: index) { return nil }
            default: break
            }
        }
        return nil
    }

    /// Whether a declaration goes on after this line's end: a brace, an arrow or a clause follows.
    private static func continues(_ code: [UInt8], after index: Int) -> Bool {
        let rest = code[(index + 1)...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
        return ["{", "->", "where", "async", "throws", "rethrows"].contains {
            rest.starts(with: $0.utf8)
        }
    }
}

extension LengthRules {
    static func longFunctions(_ text: SwiftText) throws -> [Violation] {
        try violations(text.file, FunctionLengths.swift(text))
    }

    static func longFunctions(inC file: SourceFile) -> [Violation] {
        violations(file, FunctionLengths.c(file))
    }

    private static func violations(
        _ file: SourceFile, _ lengths: [(line: Int, count: Int)]
    ) -> [Violation] {
        lengths.filter { $0.count > functionLines }.map { line, count in
            let message = "\(count) lines in one function; \(functionLines) are the limit"
            return Violation(path: file.path, line: line, message: message)
        }
    }
}
