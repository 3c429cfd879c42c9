import Testing

@Suite struct FunctionLengthTests {
    private func lengths(_ source: String) throws -> [Int] {
        let file = SourceFile(path: "Sources/A/B.swift", text: source)
        return try FunctionLengths.swift(SwiftText(file)).map(\.count)
    }

    @Test func `no function is too long`() throws {
        let violations =
            try SourceTree.swift.flatMap(LengthRules.longFunctions)
            + SourceTree.files(ending: ".c", ".h").flatMap(LengthRules.longFunctions(inC:))

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test(arguments: [
        ("func f() { 1 }", [1]),
        ("func f(\n  a: Int = { 1 }()\n) -> Int\nwhere A: B {\n  1\n}", [6]),
        ("func f() {\n  func g() {\n  }\n}", [4, 2]),
        ("init() {\n}\ndeinit {\n}\nsubscript(a: Int) -> Int {\n 1\n}", [2, 2, 3]),
        ("var a: Int {\n  1\n}\nvar b: Int = 1", [3]),
        ("protocol P {\n  func f() -> Int\n  func g()\n}", []),
        ("let a = A.init(1)\nif a {\n}", []),
        ("func `a sentence, with (brackets`() {\n}", [2]),
    ])
    func `a body is counted from its keyword to its brace`(
        source: String, expected: [Int]
    ) throws {
        #expect(try lengths(source) == expected)
    }

    @Test func `a function of 71 lines is told where it begins`() throws {
        let body = String(repeating: "    f()\n", count: 69)
        let file = SourceFile(path: "Sources/A/B.swift", text: "\nfunc f() {\n" + body + "}\n")

        #expect(try LengthRules.longFunctions(SwiftText(file)).map(\.line) == [2])
    }

    @Test func `a C function is counted from its first line`() {
        let source =
            "int a(void);\nstatic int f(int a,\n             int b) {\n  if (a) {\n  }\n}\n"
        let file = SourceFile(path: "Sources/A/b.c", text: source)

        #expect(FunctionLengths.c(file).map(\.count) == [5])
        #expect(FunctionLengths.c(file).map(\.line) == [2])
    }
}
