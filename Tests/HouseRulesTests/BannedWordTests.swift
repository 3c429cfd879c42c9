import Testing

@Suite struct BannedWordTests {
    @Test(arguments: BannedWords.all)
    func `nobody writes it`(word: BannedWord) throws {
        let violations = try SourceTree.swift.flatMap(word.violations)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test(arguments: BannedWords.all)
    func `the pattern finds it and nothing that resembles it`(word: BannedWord) throws {
        let paths = [
            "Sources/CremaDomain/A.swift", "Sources/CremaSQL/A.swift", "Tests/ATests/A.swift",
        ]
        let path = try #require(paths.first(where: word.applies))

        let refused = SwiftText(SourceFile(path: path, text: "\n" + word.refused))
        let allowed = SwiftText(SourceFile(path: path, text: "\n" + word.allowed))

        #expect(try word.violations(in: refused).contains { $0.line >= 2 })
        #expect(try word.violations(in: allowed).isEmpty)
    }

    @Test func `a word in a comment or a literal isn't code`() throws {
        let source = "let a = \"try! as! Date()\" // try! as! Date()"
        let text = SwiftText(SourceFile(path: "Sources/CremaDomain/A.swift", text: source))

        #expect(try BannedWords.all.flatMap { try $0.violations(in: text) }.isEmpty)
    }

    @Test func `only the bootstrap reads the clock`() throws {
        let refused = SourceFile(path: "Sources/CremaServer/Hub.swift", text: "let a = Date()")
        let allowed = SourceFile(
            path: "Sources/CremaServer/Bootstrap+Clock.swift", text: "let a = Date()")

        let violations = try [refused, allowed].flatMap { file in
            try BannedWords.all.flatMap { try $0.violations(in: SwiftText(file)) }
        }

        #expect(violations.map(\.path) == [refused.path])
    }
}
