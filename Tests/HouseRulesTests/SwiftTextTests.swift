import Testing

@Suite struct SwiftTextTests {
    private func parts(_ source: String) -> SwiftText {
        SwiftText(SourceFile(path: "Sources/A/B.swift", text: source))
    }

    @Test func `comments and literals are not code`() {
        let text = parts(#"let a = "try!" // as!"#)

        #expect(text.code.hasPrefix(#"let a = "    ""#))
        #expect(!text.code.contains("as!"))
        #expect(text.comments.contains("// as!"))
        #expect(text.literals.map(\.text) == ["try!"])
    }

    @Test func `code in an interpolation is code`() {
        let text = parts(#"let a = "one \(f(try! g("two")) + 1) three"; let b = 2"#)

        #expect(text.code.contains(#"\(f(try! g("   ")) + 1)"#))
        #expect(text.code.hasSuffix("; let b = 2"))
        #expect(text.literals.map(\.text) == ["two", "one  three"])
    }

    @Test func `raw and multi-line strings end where they end`() {
        let source =
            "let a = #\"x\"y\\(z)\"#\nlet b = \"\"\"\n  \"q\" \\\"\"\"\n  \"\"\"\nlet c = 1"

        let text = parts(source)

        #expect(text.literals.map(\.text) == ["x\"y\\(z)", "\n  \"q\" \\\"\"\"\n  "])
        #expect(text.literals.map(\.line) == [1, 2])
        #expect(text.code.hasSuffix("\nlet c = 1"))
    }

    @Test func `block comments nest`() {
        let text = parts("a /* b /* c */ d */ e // f")

        #expect(text.code.filter { $0 != " " } == "ae")
        #expect(text.comments.filter { $0 != " " } == "/*b/*c*/d*///f")
    }

    @Test func `escaped quotes and unfinished strings do no harm`() {
        let text = parts("let a = \"\\\"\\\\\"\nlet b = \"oops\nlet c = 1 \"")

        #expect(text.code.contains("let c = 1"))
        #expect(text.literals.first?.text == "\\\"\\\\")
    }

    @Test func `an extended regular expression is blanked`() {
        #expect(parts("let a = #/ \"(/# + b").code == "let a = #/   /# + b")
    }

    @Test func `a name in backticks is no literal`() {
        let text = parts("func `isn't \"(`() { a }")

        #expect(text.code.hasSuffix("`() { a }"))
        #expect(text.literals.isEmpty)
    }

    @Test func `lines and lengths stay`() {
        let source = "let é = \"ü\n// ß\n"
        let text = parts(source)

        #expect(text.code.utf8.count == source.utf8.count)
        #expect(text.comments.utf8.count == source.utf8.count)
        #expect(text.codeLines.count == 3)
    }
}
