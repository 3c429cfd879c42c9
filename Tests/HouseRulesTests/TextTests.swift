import Testing

@Suite struct TextTests {
    private func file(_ text: String, _ path: String = "Sources/A/B.swift") -> SourceFile {
        SourceFile(path: path, text: text)
    }

    @Test func `every character can be seen`() {
        let violations = SourceTree.files.flatMap(TextRules.invisibleCharacters)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `SQL, C and header files are ASCII`() {
        let violations = SourceTree.files(ending: ".sql", ".h", ".c").flatMap(TextRules.plainText)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `literals of SQL and HTTP are ASCII`() {
        let targets: Set = ["CremaSQL", "CremaStore", "CremaHTTP"]
        let texts = SourceTree.swift.filter { targets.contains($0.file.target ?? "") }

        let violations = texts.flatMap(TextRules.plainLiterals)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `SQL stands in the store`() {
        let targets: Set = ["CremaSQL", "CremaStore"]
        let texts = SourceTree.swift.filter { text in
            text.file.target.map { !targets.contains($0) } ?? false
        }

        let violations = texts.flatMap(TextRules.strayStatements)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `header names are tokens`() throws {
        let files = SourceTree.files(ending: ".swift", below: "Sources")

        let violations = try files.flatMap(TextRules.headerNames)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `nothing is left unfinished`() throws {
        let violations = try SourceTree.files.flatMap(TextRules.unfinished)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `no file tells how it was made`() throws {
        let violations = try SourceTree.files.flatMap(TextRules.provenance)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test(arguments: ["a\u{200B}b", "\u{FEFF}a", "a\u{202E}b", "1\u{A0}000"])
    func `an invisible character is told`(text: String) {
        #expect(TextRules.invisibleCharacters(file("é→日本\n" + text)).map(\.line) == [2])
    }

    @Test func `comments of SQL may hold any letter`() {
        let path = "Sources/CremaStore/a.sql"

        #expect(TextRules.plainText(file("SELECT 1  -- für\n", path)).isEmpty)
        #expect(TextRules.plainText(file("\nSELECT 'für'", path)).map(\.line) == [2])
    }

    @Test func `a literal with an umlaut is told`() {
        let text = SwiftText(file("let a = \"a\" // ü\nlet b = \"ü\""))

        #expect(TextRules.plainLiterals(text).map(\.line) == [2])
    }

    @Test func `a statement in a page is told, a sentence isn't`() {
        let text = SwiftText(file("let a = \"SELECT id FROM t\"\nlet b = \"Select a size\""))

        #expect(TextRules.strayStatements(text).map(\.line) == [1])
    }

    @Test func `a header's name with a strange letter is told`() throws {
        let text =
            "headers[\"ETag\"]\nheaders[\"Cooki\u{435}\"]\nlines.add(name: \"A B\", value: x)"

        #expect(try TextRules.headerNames(file(text)).map(\.line) == [2, 3])
    }

    @Test func `an open end is told`() throws {
        let text = "\n// TO" + "DO: later\nlet mastodon = 1"

        #expect(try TextRules.unfinished(file(text)).map(\.line) == [2])
    }

    @Test(arguments: ["in /wor" + "k/main", "See iss" + "ue 2", "../sha" + "red/design"])
    func `a word about the making is told`(text: String) throws {
        #expect(try TextRules.provenance(file("\n" + text)).map(\.line) == [2])
    }

    @Test(arguments: ["a framework/library", "POST /api/v1/sessions", "../sha" + "red/data/tax"])
    func `words of the trade are free`(text: String) throws {
        #expect(try TextRules.provenance(file(text)).isEmpty)
    }
}
