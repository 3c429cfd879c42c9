/// Rules about characters and words, whatever the language of a file.
enum TextRules {
    /// Characters that can't be seen: one in a header's name or a key is found only by the client
    /// that it breaks. Swift writes them `\u{…}`.
    static let invisible: Set<Unicode.Scalar> = Set(
        [0xA0, 0xAD, 0x61C, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF]
            .compactMap(Unicode.Scalar.init) + scalars(0x202A...0x202E)
            + scalars(0x2066...0x2069))

    static func invisibleCharacters(_ file: SourceFile) -> [Violation] {
        violations(file) { line in
            line.unicodeScalars.first(where: invisible.contains).map {
                "invisible character U+" + String($0.value, radix: 16, uppercase: true)
            }
        }
    }

    /// SQL and header files are read by tools that guess an encoding; comments are free.
    static func plainText(_ file: SourceFile) -> [Violation] {
        let mark = file.path.hasSuffix(".sql") ? "--" : "//"
        return violations(file) { line in
            let code = line.firstRange(of: mark).map { line[..<$0.lowerBound] } ?? line
            let isComment = code.drop(while: \.isWhitespace).first == "*" || code.contains("/*")
            return isComment || code.utf8.allSatisfy { $0 < 128 } ? nil : "only ASCII here"
        }
    }

    /// Literals that become SQL or parts of a protocol.
    static func plainLiterals(_ text: SwiftText) -> [Violation] {
        text.literals.filter { !$0.text.utf8.allSatisfy { $0 < 128 } }.map {
            let message = "only ASCII in literals of this target"
            return Violation(path: text.file.path, line: $0.line, message: message)
        }
    }

    /// SQL stands in the store, where it's tested on every engine.
    static func strayStatements(_ text: SwiftText) -> [Violation] {
        let statements = ["SELECT ", "INSERT INTO ", "UPDATE ", "DELETE FROM ", "CREATE TABLE "]
        return text.literals.filter { literal in
            let start = literal.text.drop(while: \.isWhitespace)
            return statements.contains(where: start.hasPrefix)
        }.map {
            Violation(path: text.file.path, line: $0.line, message: "SQL belongs to CremaStore")
        }
    }

    /// A field's name as RFC 9110 (5.6.2) allows it, wherever one is written out.
    static func headerNames(_ file: SourceFile) throws -> [Violation] {
        guard file.text.mentions("eaders[\"") || file.text.mentions("add(name: \"") else {
            return []
        }
        let use = try #"(?:[hH]eaders\[|add\(name: )"([^"]*)""#.regex
        let name = try #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"#.regex
        return violations(file) { line in
            guard let written = line.firstMatch(of: use)?.output[1].substring else { return nil }
            return written.contains(name) ? nil : "`\(written)` is no header's name"
        }
    }

    /// What isn't finished doesn't land; what is to come is written where work is planned.
    static func unfinished(_ file: SourceFile) throws -> [Violation] {
        try matches(["TO" + "DO", "FIX" + "ME"].map { ($0, #"\b\#($0)\b"#) }, in: file)
    }

    /// The project stands alone: how and where it was made is of no use to its readers.
    static func provenance(_ file: SourceFile) throws -> [Violation] {
        try matches(traces, in: file)
    }

    // Each is written in two parts, so that this file passes its own rule.
    private static let traces: [(stem: String, pattern: String)] = [
        ("/wo" + "rk/", ""), ("/tmp/wt" + "/", ""), ("/tmp/pl" + "an", ""), ("/ro" + "ot/", ""),
        ("../sha" + "red/", #"\.\./shared/(?!data)"#),
        ("pypi" + ".org", ""), ("pythonhos" + "ted", ""), ("co-autho" + "red-by", ""),
        ("clau" + "de", ""), ("anthro" + "pic", ""), ("chat" + "gpt", ""), ("open" + "ai", ""),
        ("language mod" + "el", ""), ("ai-gener" + "ated", ""), ("ll" + "m", #"\bll"# + #"ms?\b"#),
        ("sub" + "agent", ""), ("sub-" + "agent", ""),
        ("session", "\\b(this|previous|next)" + " session"), ("issue", #"\bissue #?\d+"#),
    ]

    /// Patterns are looked for, in any case, where their stem stands; without one, the stem is.
    private static func matches(
        _ patterns: [(stem: String, pattern: String)], in file: SourceFile
    ) throws -> [Violation] {
        let text = file.text.lowercased()
        return try patterns.filter { text.mentions($0.stem.lowercased()) }.flatMap {
            stem, pattern in
            let expression = try ("(?i)" + (pattern.isEmpty ? quoted(stem) : pattern)).regex
            return violations(file) { line in
                line.firstMatch(of: expression).map { "`\(line[$0.range])` doesn't belong here" }
            }
        }
    }

    private static func quoted(_ stem: String) -> String { #"\Q"# + stem + #"\E"# }

    private static func scalars(_ range: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        range.compactMap(Unicode.Scalar.init)
    }

    private static func violations(
        _ file: SourceFile, _ message: (Substring) -> String?
    ) -> [Violation] {
        file.lines.enumerated().compactMap { index, line in
            message(line).map { Violation(path: file.path, line: index + 1, message: $0) }
        }
    }
}
