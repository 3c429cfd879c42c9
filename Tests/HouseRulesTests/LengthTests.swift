import Testing

@Suite struct LengthTests {
    @Test func `the source tree is found`() {
        #expect(SourceTree.files.contains { $0.path == "Package.swift" })
        #expect(!SourceTree.files(ending: ".swift", below: "Sources/CremaDomain").isEmpty)
    }

    @Test func `no file is too long`() {
        let files = SourceTree.files(ending: ".swift", ".c", ".h", ".py")

        let violations = files.flatMap(LengthRules.longFile)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `no line is too long`() {
        let files =
            SourceTree.files(ending: ".swift", ".c", ".h", ".py", ".sql")
            + SourceTree.files(ending: "", below: "bin")

        let violations = files.flatMap(LengthRules.longLines)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `a source file of 401 lines is told`() {
        let file = SourceFile(
            path: "Sources/A/B.swift", text: String(repeating: "\n", count: 401))

        #expect(LengthRules.longFile(file).map(\.line) == [401])
    }

    @Test func `a test file may have 600 lines`() {
        let allowed = SourceFile(
            path: "Tests/A/B.swift", text: String(repeating: "\n", count: 600))
        let refused = SourceFile(
            path: "Tests/A/B.swift", text: String(repeating: "\n", count: 601))

        #expect(LengthRules.longFile(allowed).isEmpty)
        #expect(!LengthRules.longFile(refused).isEmpty)
    }

    @Test func `columns are characters, not bytes`() {
        let allowed = SourceFile(path: "a.swift", text: String(repeating: "é", count: 100))
        let refused = SourceFile(path: "a.swift", text: "\n" + String(repeating: "e", count: 101))

        #expect(LengthRules.longLines(allowed).isEmpty)
        #expect(LengthRules.longLines(refused).map(\.line) == [2])
    }
}
