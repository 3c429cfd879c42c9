import CremaAPI
import CremaDomain
import Testing

@testable import CremaServices

@Suite struct MenuImportTests {
    private func usd() throws -> Currency {
        try #require(Currency(code: "USD"))
    }

    private func plan(_ bytes: [UInt8], current: Catalog = Catalog()) throws -> ImportPlan {
        try MenuImport.plan(bytes, format: nil, current: current, currency: try usd())
    }

    @Test(SharedMenus.needed) func `the Good Grounds catalog becomes a whole menu`() throws {
        let bytes = try SharedMenus.bytes("square_catalog_goodgrounds.json")

        let plan = try plan(bytes)

        let skipped = plan.rows.filter { if case .skipped = $0.fate { true } else { false } }
        #expect(plan.catalog.items.count == 58)
        #expect(plan.catalog.items.reduce(0) { $0 + max(1, $1.sizes.count) } == 75)
        #expect(plan.catalog.categories.map(\.items.count).reduce(0, +) == 58)
        #expect(plan.catalog.categories.last?.name.text == "Other")
        #expect(plan.catalog.categories.last?.items.count == 5)
        #expect(skipped.map(\.name) == ["Jalapeño BLT"])
        #expect(plan.shop.name == "Good Grounds")
        #expect(plan.shop.timeZone == "Asia/Jerusalem")
        #expect(plan.shop.hours.count == 7)
        #expect(plan.catalog.items.contains { $0.name.text == "Buddy’s Pies" })
        let again = try self.plan(bytes, current: plan.catalog)
        #expect(again.catalog == plan.catalog)
        #expect(again.isUnchanged)
        #expect(again.rows.filter { $0.fate == .unchanged }.count >= 190)
    }

    @Test(SharedMenus.needed) func `the item library of a juice bar becomes a menu`() throws {
        let bytes = try SharedMenus.bytes("square_items_export.csv")

        let plan = try plan(bytes)

        let skipped = plan.rows.filter { if case .skipped = $0.fate { true } else { false } }
        #expect(plan.rows.count == 379)
        #expect(skipped.count == 11)
        #expect(plan.catalog.items.reduce(0) { $0 + max(1, $1.sizes.count) } == 368)
        #expect(try self.plan(bytes, current: plan.catalog).catalog == plan.catalog)
    }

    @Test(SharedMenus.needed, arguments: SharedMenus.names(prefix: "square_"))
    func `every real Square file imports, reads back and is said row by row`(name: String) throws {
        let bytes = try SharedMenus.bytes(name)

        let plan = try plan(bytes)
        let document = MenuDocument(plan.catalog, currency: try usd())
        let again = try self.plan(document.json())

        #expect(plan.catalog.problems().isEmpty)
        #expect(again.catalog == plan.catalog)
        #expect(plan.lines().count == plan.rows.count + plan.notes.count + 1)
        #expect(plan.lines().allSatisfy { !$0.contains("\n") })
    }

    @Test(arguments: 0..<60) func `a menu of Crema's own is taken over as it is`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed: seed)
        let catalog = Catalog.randomSound(using: &random)
        let other = Catalog.randomSound(using: &random)
        let bytes = MenuDocument(catalog, currency: try usd()).json()

        let fresh = try plan(bytes)
        var options = MenuImportOptions()
        options.replacesMenu = true
        let replaced = try MenuImport.plan(
            bytes, format: .crema, current: other, currency: try usd(), options: options)

        #expect(fresh.catalog == catalog)
        #expect(replaced.catalog.problems().isEmpty)
        #expect(
            Set(replaced.catalog.items.filter { !$0.isRetired })
                == Set(catalog.items.filter { !$0.isRetired }))
    }

    @Test(
        SharedMenus.needed,
        arguments: ["square_catalog_goodgrounds.json", "square_items_export.csv", "own"])
    func `a file with damage gives an error or a sound menu, never a crash`(name: String) throws {
        var random = SeededGenerator(seed: 11)
        let own = MenuDocument(Catalog.randomSound(using: &random), currency: try usd()).json()
        let whole = name == "own" ? own : try SharedMenus.bytes(name)
        let bytes = Array(whole.prefix(24_000))
        let tail = name.hasSuffix("json") ? Array(whole.dropFirst(24_000)) : []

        for _ in 0..<30 {
            var damaged = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0...3, using: &random) {
                case 0: damaged[place] = UInt8.random(in: 0...255, using: &random)
                case 1: damaged.remove(at: place)
                case 2: damaged.insert(contentsOf: Array("\"-1\"".utf8), at: place)
                default: damaged[place] = damaged[damaged.count - 1 - place]
                }
            }
            do throws(MenuImportError) {
                let plan = try MenuImport.plan(
                    damaged + tail, format: nil, current: Catalog(), currency: try usdOrFail())
                #expect(plan.catalog.problems().isEmpty)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    private func usdOrFail() throws(MenuImportError) -> Currency {
        guard let currency = Currency(code: "USD") else { throw .unknownFormat }
        return currency
    }

    @Test(arguments: [
        "", "  ", "{}", "[]", "name\nLatte\n", "<html></html>", "{\"currency\": \"USD\"}",
    ])
    func `a file of no known kind is refused`(text: String) {
        #expect(throws: MenuImportError.unknownFormat) { try plan(Array(text.utf8)) }
    }

    @Test func `a file in the shop's other money is refused`() throws {
        let text = #"{"currency": "EUR", "categories": [{"name": "A", "items": []}]}"#

        #expect(throws: MenuImportError.otherCurrency(found: "EUR", expected: "USD")) {
            try plan(Array(text.utf8))
        }
    }

    @Test func `what would be unsound together with the menu is refused whole`() throws {
        let own = """
            {"currency": "USD", "categories": [{"name": "A", "items": [
              {"name": "Latte", "sizes": [{"id": "s", "name": "Small", "price": 1}]}]}]}
            """
        let other = own.replacing("Latte", with: "Mocha").replacing("\"A\"", with: "\"B\"")
        let current = try plan(Array(own.utf8)).catalog

        #expect(throws: MenuImportError.self) { try plan(Array(other.utf8), current: current) }
    }

    @Test func `the plan is told line by line with totals`() throws {
        let text =
            "Item Name,Price,Token,Categories\nLatte,4.50,T1,Coffee\nTea,variable,T2,Coffee\n"

        let lines = try plan(Array(text.utf8)).lines()

        #expect(lines[0] == "imported   row 2  Latte")
        #expect(lines[1].hasPrefix("skipped    row 3  Tea: its price"))
        #expect(lines[2].hasPrefix("2 in the file: 1 imported, 0 unchanged, 0 changed, 1 skipped."))
    }

    @Test func `nothing in a plan steers a terminal`() throws {
        let text = "Item Name,Price,Token\nLatte\u{1B}[2J,4.50,T1\nTea,\u{1B}[31m9,T2\n"

        let lines = try plan(Array(text.utf8)).lines()

        #expect(lines.allSatisfy { !$0.unicodeScalars.contains("\u{1B}") })
        #expect(lines[0].hasPrefix("changed    row 2  Latte[2J: control characters"))
    }

    @Test func `Crema's own file says the order of the shelves`() throws {
        func file(_ names: String...) -> [UInt8] {
            let shelves = names.map { name in
                #"{"name": "\#(name)", "items": [{"name": "\#(name) item", "price": 1}]}"#
            }
            let all = shelves.joined(separator: ",")
            return Array(#"{"currency": "USD", "categories": [\#(all)]}"#.utf8)
        }
        let current = try plan(file("A", "B", "C")).catalog

        let plan = try plan(file("D", "C", "A"), current: current)

        #expect(plan.catalog.categories.map(\.name.text) == ["D", "C", "A", "B"])
    }
}
