import Testing

@testable import CremaServices

@Suite struct DelimitedTextTests {
    private func rows(_ text: String, delimiter: UInt8? = nil) throws -> [[String]] {
        try DelimitedText(Array(text.utf8), delimiter: delimiter).rows.map(\.fields)
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `a row ends with any line end`(end: String) throws {
        #expect(try rows("a,b\(end)1,2\(end)") == [["a", "b"], ["1", "2"]])
        #expect(try rows("a,b\(end)1,2") == [["a", "b"], ["1", "2"]])
    }

    @Test func `a quoted field holds delimiters, quotes and line ends`() throws {
        let text = "name,text\n\"a, b\",\"say \"\"hi\"\"\nand\r\nbye\"\n\"\",x"

        #expect(
            try rows(text) == [["name", "text"], ["a, b", "say \"hi\"\nand\r\nbye"], ["", "x"]])
    }

    @Test func `a row of several lines counts once, an empty one counts too`() throws {
        let table = try DelimitedText(Array("h,h\n\"1\n2\",x\n\n,\n3,y\n".utf8))

        #expect(table.rows.map(\.number) == [1, 2, 5])
    }

    @Test(arguments: [",", ";", "\t", "|"])
    func `the delimiter is found in the header`(delimiter: String) throws {
        let header = ["\"a;b,c\"", "Price", "Name"].joined(separator: delimiter)
        let text =
            header + "\n"
            + ["1,5", "x;y", "z"].map { "\"\($0)\"" }.joined(
                separator: delimiter)

        let table = try DelimitedText(Array(text.utf8))

        #expect(table.delimiter == delimiter.utf8.first)
        #expect(table.rows[1].fields == ["1,5", "x;y", "z"])
    }

    @Test func `a quote within an unquoted field is a character`() throws {
        #expect(try rows("a 6\" pizza,2") == [["a 6\" pizza", "2"]])
    }

    @Test(arguments: ["a,\"b", "a\n\"b\"c,d", "\"a\" ,b"])
    func `a broken quote is refused with its row`(text: String) {
        #expect(throws: DelimitedText.Problem.self) {
            try DelimitedText(Array(text.utf8), delimiter: UInt8(ascii: ","))
        }
    }

    @Test func `what isn't UTF-8 is refused with its row`() {
        let bytes = Array("name\nCaf".utf8) + [0xE9]

        #expect(throws: DelimitedText.Problem(row: 2, reason: "this isn't UTF-8")) {
            try DelimitedText(bytes)
        }
    }

    @Test func `tables without end are refused`() {
        let wide = Array(repeating: UInt8(ascii: ","), count: 1000)
        let long = Array(String(repeating: "a\n", count: 20_001).utf8)

        #expect(throws: DelimitedText.Problem.self) { try DelimitedText(wide) }
        #expect(throws: DelimitedText.Problem.self) { try DelimitedText(long) }
    }

    @Test func `any table that is written by the rules is read back`() throws {
        var random = SeededGenerator(seed: 3)
        let pieces = ["a", "é", ",", ";", "\"", "\n", "\r\n", " ", "\t", "1.5", "", "=1+1"]

        for _ in 0..<500 {
            var table: [[String]] = []
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                var row = ["x"]
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let length = Int.random(in: 0...4, using: &random)
                    row.append(
                        (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }
                            .joined())
                }
                table.append(row)
            }
            let text = table.map { row in
                row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",")
            }.joined(separator: "\r\n")

            #expect(try rows(text, delimiter: UInt8(ascii: ",")) == table)
        }
    }
}
