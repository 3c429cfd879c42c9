import CremaDomain
import Testing

@testable import CremaServices

@Suite struct SquareItemsTests {
    private static let header =
        "Token,Item Name,Variation Name,Description,Categories,Price,Online Sale Price,"
        + "Square Online Item Visibility,Archived,Current Quantity SHOP,Modifier Set - Milk"

    private func plan(
        _ rows: [String], header: String = header, current: Catalog = Catalog(),
        format: MenuImportFormat? = nil
    ) throws -> ImportPlan {
        try MenuImport.plan(
            Array(([header] + rows).joined(separator: "\r\n").utf8), format: format,
            current: current, currency: try #require(Currency(code: "USD")))
    }

    private func fate(_ row: Int, in plan: ImportPlan) -> ImportedRow.Fate? {
        plan.rows.first { $0.place == .row(row) }?.fate
    }

    @Test func `a token that stands twice under two names gives one item`() throws {
        let plan = try plan([
            "T1,Bowl,Small,,BOWLS,9.99,,visible,N,,N",
            "T1,Juice,Regular,,JUICES,7.99,,visible,N,,N",
            "T2,Tea,Regular,,TEAS,3.50,,visible,N,,N",
        ])

        #expect(plan.catalog.items.map(\.id.rawValue) == ["T1", "T2"])
        #expect(fate(3, in: plan) == .skipped("its token stands twice"))
    }

    @Test func `a name passes on to another token, and its old item keeps its own`() throws {
        let before = try plan(["T1,Latte,Regular,,HOT,4.50,,visible,N,,N"]).catalog

        let plan = try plan(
            [
                "T2,Latte,Regular,,HOT,4.00,,visible,N,,N",
                "T1,Large Latte,Regular,,HOT,4.50,,visible,N,,N",
            ], current: before)

        #expect(Set(plan.catalog.items.map(\.id.rawValue)) == ["T1", "T2"])
        #expect(plan.catalog.items.first { $0.id == ID("T1") }?.name.text == "Large Latte")
    }

    @Test func `an item parted in two keeps its id and the other part gets its own`() throws {
        let before = try plan([
            "T1,Bowl,Small,,BOWLS,9.99,,visible,N,,N", "T2,Bowl,Large,,BOWLS,12.50,,visible,N,,N",
        ]).catalog

        let plan = try plan(
            [
                "T2,Large Bowl,Regular,,BOWLS,12.50,,visible,N,,N",
                "T1,Small Bowl,Regular,,BOWLS,9.99,,visible,N,,N",
            ], current: before)

        #expect(plan.catalog.items.filter { !$0.isRetired }.count == 2)
        #expect(plan.catalog.problems().isEmpty)
    }

    @Test func `rows of one name are the sizes of one item`() throws {
        let plan = try plan([
            "T1,Bowl,Small,,BOWLS,9.99,,visible,N,,N", "T2,Bowl,Large,,BOWLS,12.50,,visible,N,,N",
            "T3,Juice,Regular,Pressed,JUICES,7.99,,visible,N,,N",
        ])

        #expect(plan.catalog.items.map(\.id.rawValue) == ["T1", "T3"])
        #expect(plan.catalog.items[0].sizes.map(\.id.rawValue) == ["T1", "T2"])
        #expect(plan.catalog.items[0].sizes.map(\.price) == [Money(999), Money(1250)])
        #expect(plan.catalog.items[1].price == Money(799))
        #expect(plan.catalog.items[1].description.text == "Pressed")
        #expect(plan.catalog.categories.map(\.name.text) == ["BOWLS", "JUICES"])
        #expect(plan.rows.map(\.place) == [.row(2), .row(3), .row(4)])
        #expect(plan.rows.allSatisfy { $0.fate == .imported })
    }

    @Test(arguments: [
        ("\u{FEFF}", ",", "\n"), ("", ";", "\r\n"), ("", "\t", "\r"), ("\u{FEFF}", ";", "\n"),
    ]) func `marks, delimiters and line ends of any spreadsheet will do`(
        mark: String, delimiter: String, end: String
    ) throws {
        let rows = [["Item Name", " Price ", "Token"], ["Latte", "4.50", "T1"]]
        let text = mark + rows.map { $0.joined(separator: delimiter) }.joined(separator: end)

        let plan = try MenuImport.plan(
            Array(text.utf8), format: nil, current: Catalog(),
            currency: try #require(Currency(code: "USD")))

        #expect(plan.catalog.items.map(\.price) == [Money(450)])
    }

    @Test func `UTF-16 with a mark is read`() throws {
        let text = "\u{FEFF}Item Name\tPrice\tToken\nCafé\t4.50\tT1\n"
        let bytes = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

        let plan = try MenuImport.plan(
            bytes, format: nil, current: Catalog(), currency: try #require(Currency(code: "USD")))

        #expect(plan.catalog.items.map(\.name.text) == ["Café"])
    }

    @Test(arguments: [
        ("variable", "at the till"), ("", "no price"), ("\"1,234\"", "more than one reading"),
        ("3.999", "more than one reading"), ("-3", "below zero"), ("free", "no price"),
    ]) func `a row without a clear price is skipped with its reason`(
        price: String, reason: String
    ) throws {
        let plan = try plan([
            "T1,Good,Regular,,A,1.00,,visible,N,,N", "T2,Bad,Regular,,A,\(price),,visible,N,,N",
        ])

        #expect(plan.catalog.items.map(\.name.text) == ["Good"])
        guard case .skipped(let text) = fate(3, in: plan) else {
            Issue.record("\(plan.rows)")
            return
        }
        #expect(text.contains(reason), "\(text)")
    }

    @Test func `what has no place here is said`() throws {
        let plan = try plan([
            "T1,Sale,Regular,,A,5.00,6.00,visible,N,-5,N",
            "T2,Cheap,Regular,,A,5.00,4.00,visible,N,7,N",
            "T3,Hidden,Regular,,A,5.00,,unavailable,N,,N", "T4,Asked,Regular,,A,5.00,,visible,N,,Y",
            "T5,None,Regular,,,5.00,,visible,N,,N", "T6,Old,Regular,,A,5.00,,visible,Y,,N",
            "T7,Wide,Regular,,A,5.00,,visible,N,,N,more", "T8,Short,Regular,,A,5.00",
        ])

        func said(_ row: Int) -> String {
            switch fate(row, in: plan) {
            case .changed(let changes): changes.joined(separator: "; ")
            case .skipped(let reason): "skipped " + reason
            default: ""
            }
        }
        #expect(said(2).contains("above the price") && said(2).contains("stock of -5"))
        #expect(said(3).contains("promotion"))
        #expect(said(4).contains("off the menu"))
        #expect(said(5).contains("“Milk”"))
        #expect(said(6).contains("Other"))
        #expect(said(7).hasPrefix("skipped"))
        #expect(said(8).hasPrefix("skipped"))
        #expect(said(9) == "")
        #expect(plan.catalog.items.first { $0.name.text == "Hidden" }?.isRetired == true)
        #expect(plan.shop.stock.map(\.quantity) == [7])
    }

    @Test func `a modifier set that the menu knows is asked, and taken away again`() throws {
        let milk = ModifierGroup(
            id: ID("MILK"), name: LocalizedText("Milk"),
            modifiers: [Modifier(id: ID("oat"), name: LocalizedText("Oat"), price: Money(80))])
        let row = "T1,Latte,Regular,,A,5.00,,visible,N,,"

        let asked = try plan([row + "Y"], current: Catalog(groups: [milk]))
        let dropped = try plan([row + "N"], current: asked.catalog)

        #expect(asked.catalog.items[0].groups == [ID("MILK")])
        #expect(asked.rows[0].fate == .imported)
        #expect(try plan([row + "Y"], current: asked.catalog).catalog == asked.catalog)
        #expect(dropped.catalog.items[0].groups.isEmpty)
    }

    @Test func `the same file again changes nothing, whatever it is called now`() throws {
        let rows = [
            "T1,Bowl,Small,,BOWLS,9.99,,visible,N,,N", "T2,Bowl,Large,,BOWLS,12.50,,visible,N,,N",
            "T3,Juice,Regular,,JUICES,7.99,,visible,N,,N",
        ]
        let first = try plan(rows).catalog

        let again = try plan(rows, current: first)
        let moved = try plan(
            rows.reversed().map { $0.replacing("Bowl", with: "Big bowl") }, current: first)

        #expect(again.catalog == first)
        #expect(again.keptItems == 0)
        #expect(Set(moved.catalog.items.map(\.id)) == Set(first.items.map(\.id)))
        #expect(moved.catalog.items[0].name.text == "Big bowl")
    }

    @Test func `a row without a token finds its item by the one name it has`() throws {
        let known = MenuItem(
            id: ID("latte"), name: LocalizedText("Latte"), price: Money(400),
            taxCategory: ID("prepared"))
        let shelf = MenuCategory(id: ID("c"), name: LocalizedText("Coffee"), items: [ID("latte")])
        let current = Catalog(categories: [shelf], items: [known])

        let plan = try plan([",Latte,Regular,,,4.50,,visible,N,,N"], current: current)

        #expect(plan.catalog.items.map(\.id.rawValue) == ["latte"])
        #expect(plan.catalog.items[0].price == Money(450))
        #expect(plan.catalog.categories.map(\.name.text) == ["Coffee"])
    }

    @Test func `two items of one name stay two`() throws {
        let plan = try plan([
            "T1,Latte,Regular,,A,4.50,,visible,N,,N", "T2,Latte,Regular,,A,5.50,,visible,N,,N",
        ])

        #expect(plan.catalog.items.map(\.id.rawValue) == ["T1", "T2"])
    }

    @Test func `a file without the columns that matter is refused by their name`() {
        #expect(throws: MenuImportError.missingColumn("Price")) {
            try plan(["T1,Latte"], header: "Token,Item Name", format: .squareItems)
        }
        #expect(throws: MenuImportError.unknownFormat) {
            try plan(["1,2"], header: "when,what")
        }
    }

    @Test func `no row at all is an error`() {
        #expect(throws: MenuImportError.nothingImported(rows: 0, firstReason: nil)) { try plan([]) }
    }
}
