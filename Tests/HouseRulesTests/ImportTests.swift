import Testing

@Suite struct ImportTests {
    private func violations(_ target: String, _ source: String) throws -> [Violation] {
        let file = SourceFile(path: "Sources/\(target)/Orders/A.swift", text: source)
        return try ImportRules.violations(in: SwiftText(file))
    }

    @Test func `every target imports only what stands below it`() throws {
        let violations = try SourceTree.swift.flatMap(ImportRules.violations)

        #expect(violations.isEmpty, "\(violations.report)")
    }

    @Test func `every target has a row and every row a target`() {
        let targets = Set(SourceTree.files(ending: ".swift", below: "Sources").compactMap(\.target))

        #expect(targets == Set(ImportRules.allowed.keys))
    }

    @Test func `nothing below imports what stands above`() throws {
        let order = [
            "CremaDomain", "CremaAPI", "CremaSQL", "CremaStore", "CremaServices", "CremaHTTP",
            "CremaWeb", "CremaServer", "crema",
        ]

        for (index, target) in order.enumerated() {
            let modules = try #require(ImportRules.allowed[target])
            #expect(modules.isDisjoint(with: order[index...]), "\(target)")
        }
    }

    @Test(arguments: [
        "import Foundation", "  public import Foundation", "@testable import Foundation",
        "@preconcurrency package import Foundation", "import struct Foundation.Data",
        "import Foundation.NSData", "#if os(Linux)\nimport Foundation\n#endif",
    ])
    func `the domain imports nothing, however it is written`(source: String) throws {
        #expect(try violations("CremaDomain", source).count == 1)
    }

    @Test func `a wall is told by its line`() throws {
        let found = try violations("CremaWeb", "import CremaServices\nimport CremaSQL\n")

        #expect(found.map(\.line) == [2])
    }

    @Test func `a word in a comment imports nothing`() throws {
        #expect(try violations("CremaDomain", "// import Foundation\nlet important = 1").isEmpty)
    }
}
