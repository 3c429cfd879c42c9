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
    static func strayStatements(_ text: SwiftText) throws -> [Violation] {
        let statement = try #"^\s*(SELECT|INSERT INTO|UPDATE \w+ SET|DELETE FROM|CREATE )\b"#.regex
        return text.literals.filter { $0.text.contains(statement) }.map {
            Violation(path: text.file.path, line: $0.line, message: "SQL belongs to CremaStore")
        }
    }

    /// A field's name as RFC 9110 (5.6.2) allows it, wherever one is written out.
    static func headerNames(_ file: SourceFile) throws -> [Violation] {
        let use = try #"(?:[hH]eaders\[|add\(name: )"([^"]*)""#.regex
        let name = try #"^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"#.regex
        return violations(file) { line in
            guard let written = line.firstMatch(of: use)?.output[1].substring else { return nil }
            return written.contains(name) ? nil : "`\(written)` is no header's name"
        }
    }

    /// The project stands alone: how and where it was made is of no use to its readers.
    static func provenance(_ file: SourceFile) throws -> [Violation] {
        let expression = try
            (#"(?i)(\#(places.joined(separator: "|")))"#
            + #"|\b(\#(words.joined(separator: "|")))\b"#).regex
        return violations(file) { line in
            line.firstMatch(of: expression).map { "`\(line[$0.range])` doesn't belong here" }
        }
    }

    // Each is written in two parts, so that this file passes its own rule.
    private static let places = [
        "/wo" + "rk/", "/tmp/" + "(wt|plan)", #"\.\./sha"# + "red/(?!data)", "/ro" + "ot/",
        #"pypi\."# + "org", "pythonhos" + "ted", "co-autho" + "red-by",
    ]
    private static let words = [
        "clau" + "de", "anthro" + "pic", "chat" + "gpt", "open" + "ai", "ll" + "ms?",
        "language mod" + "el", "sub-?ag" + "ents?", "ai-gener" + "ated",
        "(this|previous|next) "
            + "session", "iss" + #"ue #?\d+"#,
    ]

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
