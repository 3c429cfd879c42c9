import CremaAPI
import CremaDomain
import Testing

@Suite struct DocumentTests {
    private let text = String(decoding: OpenAPIDocument.node.bytes, as: UTF8.self)

    @Test func `every endpoint stands in the document`() {
        for endpoint in Endpoint.allCases {
            #expect(text.contains(#""operationId":"\#(endpoint.rawValue)""#))
            #expect(text.contains(#""\#(endpoint.path)":{"#))
        }
    }

    @Test func `every reference leads somewhere`() throws {
        let references = Set(text.matches(of: /"#\/components\/(\w+)\/([\w.-]+)"/).map(\.output.0))

        #expect(references.count > 30)
        for match in text.matches(of: /"#\/components\/(\w+)\/([\w.-]+)"/) {
            #expect(text.contains("\"\(match.output.2)\":{"), "\(match.output.0)")
        }
    }

    @Test func `the same document has the same bytes`() {
        #expect(OpenAPIDocument.node.bytes == OpenAPIDocument.node.bytes)
    }

    @Test func `every variable of a path is described`() {
        for endpoint in Endpoint.allCases {
            let variables = endpoint.path.matches(of: /\{(\w+)\}/).map { String($0.output.1) }
            let described = endpoint.operation.parameters.filter { $0.place == .path }

            #expect(Set(variables) == Set(described.map(\.name)), "\(endpoint)")
        }
    }

    @Test func `what makes or moves something takes a key, what changes a version names it`() {
        for endpoint in Endpoint.allCases {
            let headers = endpoint.operation.parameters.filter { $0.place == .header }.map(\.name)

            #expect(headers.contains("Idempotency-Key") == endpoint.needsKey, "\(endpoint)")
            #expect(headers.contains("If-Match") == endpoint.needsVersion, "\(endpoint)")
        }
    }

    @Test func `no address is given twice`() {
        let addresses = Endpoint.allCases.map { $0.method.rawValue + " " + $0.path }

        #expect(Set(addresses).count == addresses.count)
    }

    @Test func `kinds of problem have addresses of their own`() {
        #expect(Set(ProblemKind.allCases.map(\.type)).count == ProblemKind.allCases.count)
        for kind in ProblemKind.allCases {
            #expect((400...599).contains(kind.status))
            #expect(kind.title.last?.isLetter == true)
            #expect(kind.advice.hasSuffix("."))
        }
    }
}

@Suite struct JSONNodeTests {
    private static let nodes: [(JSONNode, String)] = [
        (.null, "null"), (true, "true"), (-7, "-7"), ([1, [], "a"], #"[1,[],"a"]"#),
        (.text("a\"\\\n\u{1}é☕️"), #""a\"\\\n\u0001é☕️""#),
        (["b": 1, "a": ["c": false]], #"{"b":1,"a":{"c":false}}"#),
    ]

    @Test(arguments: nodes)
    func `a node is written as RFC 8259 says`(node: JSONNode, text: String) {
        #expect(String(decoding: node.bytes, as: UTF8.self) == text)
    }
}

@Suite struct ShapeTests {
    @Test func `an item has a price or sizes that have one`() throws {
        let currency = try #require(Currency(code: "USD"))
        let prepared = ID<TaxCategory>("prepared")
        let sized = MenuItem(
            id: ID("latte"), name: LocalizedText("Latte"), price: nil,
            sizes: [ItemSize(id: ID("large"), name: LocalizedText("Large"), price: Money(500))],
            taxCategory: prepared)
        let plain = MenuItem(
            id: ID("cookie"), name: LocalizedText("Cookie"), price: Money(300),
            taxCategory: prepared)
        let catalog = Catalog(
            categories: [
                MenuCategory(
                    id: ID("all"), name: LocalizedText("All"), items: [sized.id, plain.id])
            ], items: [sized, plain])

        let menu = MenuResponse(
            Menu(version: 7, catalog: catalog), currency: currency, language: "en")

        #expect(menu.version == 7)
        #expect(menu.categories[0].items[0].price == nil)
        #expect(menu.categories[0].items[0].sizes[0].price.amount == 500)
        #expect(menu.categories[0].items[1].price?.amount == 300)
        #expect(menu.categories[0].items[1].sizes.isEmpty)
    }
}
