import Testing

@Suite struct DocumentTests {
    private let neighbour = "# One idea\n## What's `new`, then?\n"

    private func broken(_ text: String) throws -> [Violation] {
        try DocumentRules.brokenLinks(
            SourceFile(path: "docs/a.md", text: text),
            exists: { ["docs/b.md", "README.md", "docs/a.md", "docs"].contains($0) },
            text: { $0 == "docs/b.md" ? neighbour : nil })
    }

    @Test func `every link leads somewhere`() throws {
        let violations = try SourceTree.files(ending: ".md").flatMap {
            try DocumentRules.brokenLinks($0)
        }

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test(arguments: [
        "[a](b.md)", "[a](../README.md)", "[a](/README.md)", "[a](b.md#one-idea)",
        "[a](b.md#whats-new-then)", "# Here\n[a](#here)", "[a](https://example.com/x)",
        "```\n[a](c.md)\n```", "[a]: b.md", "![a](b.md \"title\")", "[a](../docs)",
    ])
    func `a sound link passes`(text: String) throws {
        #expect(try broken(text).isEmpty)
    }

    @Test(arguments: [
        "[a](c.md)", "[a](../../README.md)", "[a](b.md#two)", "[a](#there)", "[a]: c.md",
        "![a](c.png)",
    ])
    func `a broken link is told`(text: String) throws {
        #expect(try broken("\n" + text).map(\.line) == [2])
    }
}
