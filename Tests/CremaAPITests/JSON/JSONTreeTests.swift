import Testing

@testable import CremaAPI

@Suite struct JSONTreeTests {
    private func tree(_ text: String) throws -> JSONTree {
        try JSONTree(Array(text.utf8))
    }

    @Test func `members keep their order and numbers their digits`() throws {
        let tree = try tree(#" {"z": 1.10, "a": [true, false, null, -0, 2E+3], "b": "x"} "#)

        #expect(tree.members.map(\.name) == ["z", "a", "b"])
        #expect(tree.members[0].value == .number("1.10"))
        #expect(
            tree["a"]?.elements == [
                .bool(true), .bool(false), .null, .number("-0"), .number("2E+3"),
            ])
        #expect(tree["b"]?.text == "x")
    }

    @Test func `escapes are read, pairs of surrogates too`() throws {
        #expect(
            try tree(#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00é""#).text == "\"\\/\u{8}\u{C}\n\r\té😀é")
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1,]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "01", "1.", "-",
        "+1",
        ".5", "1e", "tru", "nul", "\"", "\"\\x\"", "\"\\u12\"", "\"\\uD83D\"", "\"\\uDE00\"",
        "\"\\uD83D\\u0041\"", "\"\t\"", "1 2", "[1 2]", "'a'", "\"\\u+123\"", "\"\\u-000\"", "NaN",
    ]) func `what isn't JSON is refused`(text: String) {
        #expect(throws: JSONTree.Problem.self) { try tree(text) }
    }

    @Test func `a problem says its line`() {
        do {
            _ = try JSONTree(Array("{\n\"a\": 1,\n\"b\": }\n".utf8))
            Issue.record("this was read")
        } catch {
            #expect(error.line == 3)
        }
    }

    @Test func `deep nesting is refused instead of running out of stack`() {
        #expect(throws: JSONTree.Problem.self) { try tree(String(repeating: "[", count: 100_000)) }
        let problem = #expect(throws: JSONTree.Problem.self) {
            try JSONTree(Array("[\n".utf8) + [0x22, 0xC3, 0x22])
        }
        #expect(problem?.line == 2)
    }

    @Test(arguments: [2, 12, 13, 14, 1000])
    func `a member that stands twice is refused, by whichever spelling`(count: Int) {
        let names = (0..<(count - 1)).map { "\"a\($0)\": \($0)" } + [#""\u00610": 1"#]
        do {
            _ = try tree("{" + names.joined(separator: ",") + "}")
            Issue.record("this was read")
        } catch {
            #expect((error as? JSONTree.Problem)?.kind == .duplicate(name: "a0"))
        }
    }

    @Test func `names may stand again in another object`() throws {
        #expect(try tree(#"{"a": {"a": 1}, "b": [{"a": 2}, {"a": 3}]}"#)["b"]?.elements.count == 2)
    }
}
