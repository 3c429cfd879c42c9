import CremaDomain
import Testing

@testable import CremaServices

@Suite struct SquareCatalogTests {
    private func plan(
        _ objects: String, current: Catalog = Catalog(), replaces: Bool = false
    ) throws -> ImportPlan {
        var options = MenuImportOptions()
        options.replacesMenu = replaces
        return try MenuImport.plan(
            Array("{\"objects\": [\(objects)]}".utf8), format: .squareCatalog, current: current,
            currency: try #require(Currency(code: "USD")), options: options)
    }

    private func item(_ id: String, _ members: String, price: Int = 450) -> String {
        """
        {"type": "ITEM", "id": "\(id)", "item_data": {\(members), "variations": [
          {"id": "\(id)V", "item_variation_data": {"name": "Regular",
            "pricing_type": "FIXED_PRICING",
            "price_money": {"amount": \(price), "currency": "USD"}}}
        ]}}
        """
    }

    /// A list of three modifiers, whose file order isn't their own.
    private func list(_ id: String, _ type: String) -> String {
        let modifiers = [("B", 1), ("A", 0), ("C", 2)].map { name, place in
            """
            {"id": "\(id)\(name)", "modifier_data": {"name": "\(name)", "ordinal": \(place),
             "price_money": {"amount": \(place * 50), "currency": "USD"}}}
            """
        }
        let all = modifiers.joined(separator: ",")
        return """
            {"type": "MODIFIER_LIST", "id": "\(id)", "modifier_list_data": {"name": "\(id)",
             "selection_type": "\(type)", "modifiers": [\(all)]}}
            """
    }

    private func asks(_ list: String, _ minimum: Int, _ maximum: Int) -> String {
        """
        {"modifier_list_id": "\(list)", "min_selected_modifiers": \(minimum),
         "max_selected_modifiers": \(maximum), "enabled": true}
        """
    }

    private func fate(_ id: String, in plan: ImportPlan) -> ImportedRow.Fate? {
        plan.rows.first { $0.place == .object(id) }?.fate
    }

    @Test func `ids, names, categories and prices are taken over`() throws {
        let category = #"{"type": "CATEGORY", "id": "CAT", "category_data": {"name": "Coffees"}}"#
        let latte = item("LATTE", #""name": "Latte", "categories": [{"id": "CAT"}]"#)

        let plan = try plan(latte + "," + category)

        #expect(plan.catalog.categories.map(\.id.rawValue) == ["CAT"])
        #expect(plan.catalog.categories[0].items.map(\.rawValue) == ["LATTE"])
        #expect(plan.catalog.items[0].price == Money(450))
        #expect(plan.catalog.items[0].sizes.isEmpty)
        #expect(plan.catalog.items[0].allergens == .silent)
        #expect(plan.rows.allSatisfy { $0.fate == .imported })
    }

    @Test(arguments: [
        ("SINGLE", -1, -1, 1, 1), ("MULTIPLE", -1, -1, 0, nil), ("SINGLE", 0, -1, 0, 1),
        ("SINGLE", -1, 2, 1, 2), ("MULTIPLE", 1, 2, 1, 2), ("MULTIPLE", 2, 1, 2, 2),
        ("MULTIPLE", 5, -1, 3, nil), ("MULTIPLE", 0, 9, 0, 9), ("MULTIPLE", 1, 0, 1, nil),
    ]) func `bounds below zero are inherited and impossible ones repaired`(
        type: String, minimum: Int, maximum: Int, least: Int, most: Int?
    ) throws {
        let asked = asks("MILK", minimum, maximum)
        let latte = item("LATTE", #""name": "Latte", "modifier_list_info": [\#(asked)]"#)

        let plan = try plan(list("MILK", type) + "," + latte)

        let id = try #require(plan.catalog.items[0].groups.first)
        let group = try #require(plan.catalog.groups.first { $0.id == id })
        #expect(group.minimum == least)
        #expect(group.maximum == most)
        #expect(group.modifiers.map(\.name.text) == ["A", "B", "C"])
    }

    @Test func `items with the same rules of their own share a variant of the list`() throws {
        let first = item("A", #""name": "A", "modifier_list_info": [\#(asks("MILK", -1, -1))]"#)
        let second = item("B", #""name": "B", "modifier_list_info": [\#(asks("MILK", 1, 1))]"#)
        let third = item("C", #""name": "C", "modifier_list_info": [\#(asks("MILK", 1, 1))]"#)

        let plan = try plan(
            [list("MILK", "MULTIPLE"), first, second, third].joined(separator: ","))

        let groups = plan.catalog.items.map(\.groups)
        #expect(groups[0].map(\.rawValue) == ["MILK"])
        #expect(groups[1] == groups[2])
        #expect(groups[1] != groups[0])
        #expect(plan.catalog.groups.count == 2)
        #expect(
            plan.catalog.groups[0].modifiers.map(\.id) == plan.catalog.groups[1].modifiers.map(\.id)
        )
    }

    @Test(arguments: [
        (#""pricing_type": "VARIABLE_PRICING""#, "at the till"),
        (#""price_money": {"amount": 100, "currency": "EUR"}"#, "EUR"),
        (#""price_money": {"amount": -5, "currency": "USD"}"#, "below zero"),
        (#""price_money": {"amount": 4.5, "currency": "USD"}"#, "whole number"),
        (#""price_money": {"amount": 99999999999, "currency": "USD"}"#, "too high"),
        (#""ordinal": 1"#, "no price"),
    ]) func `a price that can't be had leaves the item out and says why`(
        facts: String, reason: String
    ) throws {
        let bad = """
            {"type": "ITEM", "id": "BAD", "item_data": {"name": "Bad", "variations": [
              {"id": "BADV", "item_variation_data": {"name": "x", \(facts)}}]}}
            """

        let plan = try plan(bad + "," + item("GOOD", #""name": "Good""#))

        #expect(plan.catalog.items.map(\.id.rawValue) == ["GOOD"])
        guard case .skipped(let text) = fate("BAD", in: plan) else {
            Issue.record("\(plan.rows)")
            return
        }
        #expect(text.contains(reason), "\(text)")
    }

    @Test func `an item whose category isn't in the file stands in another`() throws {
        let plan = try plan(item("A", #""name": "A", "category_id": "GONE""#))

        #expect(plan.catalog.categories.map(\.name.text) == ["Other"])
        #expect(fate("A", in: plan) != .imported)
    }

    @Test func `texts are repaired and NUL is refused`() throws {
        let first = item("A", #""name": " Sausage &amp; Peppers ", "description": "Hot\u0007""#)
        let second = item("B", #""name": "B\u0000""#)

        let plan = try plan(first + "," + second)

        #expect(plan.catalog.items.map(\.name.text) == ["Sausage & Peppers"])
        #expect(plan.catalog.items[0].description.text == "Hot")
        #expect(fate("B", in: plan) == .skipped("its text holds a NUL character"))
    }

    @Test func `the same taxes make one category with its rates, none another`() throws {
        let tax = """
            {"type": "TAX", "id": "T", "tax_data": {"name": "Sales tax", "percentage": "8.875",
             "inclusion_type": "ADDITIVE", "enabled": true}}
            """
        let objects = [
            tax, item("A", #""name": "A", "tax_ids": ["T"]"#),
            item("B", #""name": "B", "tax_ids": ["T"]"#),
            item("C", #""name": "C", "tax_ids": [], "is_taxable": false"#),
            item("D", #""name": "D", "tax_ids": ["GONE"]"#),
        ]

        let plan = try plan(objects.joined(separator: ","))

        let categories = plan.catalog.items.map(\.taxCategory)
        #expect(categories[0] == categories[1])
        #expect(categories[2].rawValue == "untaxed")
        #expect(categories[3].rawValue == "prepared")
        #expect(plan.shop.taxes[categories[0]]?.map(\.rate.partsPerMillion) == [88_750])
        #expect(plan.notes.contains { $0.contains("GONE") })
    }

    @Test func `facts of food are taken over as far as they are stated`() throws {
        let food = """
            "name": "A", "food_and_beverage_details": {"calorie_count": 120,
             "ingredients": [{"type": "STANDARD", "standard_name": "MILK"}],
             "dietary_preferences": [{"type": "STANDARD", "standard_name": "GLUTEN_FREE"}]}
            """

        let item = try plan(item("A", food)).catalog.items[0]

        #expect(item.nutrition.kilocalories == 120)
        #expect(item.allergens[.milk] == .contains)
        #expect(item.allergens[.nuts] == .notStated)
        #expect(item.dietTags == ["gluten-free"])
    }

    @Test func `another currency is refused as a whole`() throws {
        let text = #"{"currency": "EUR", "objects": [\#(item("A", #""name": "A""#))]}"#

        #expect(throws: MenuImportError.otherCurrency(found: "EUR", expected: "USD")) {
            try MenuImport.plan(
                Array(text.utf8), format: nil, current: Catalog(),
                currency: try #require(Currency(code: "USD")))
        }
    }

    @Test func `nothing imported is an error that tells the first reason`() throws {
        let gone = item("A", #""name": "A", "is_archived": true"#)

        #expect(
            throws: MenuImportError.nothingImported(rows: 1, firstReason: "it is archived there")
        ) { try plan(gone) }
    }

    @Test func `the same file again changes nothing, and Crema's own facts stay`() throws {
        let objects = [
            list("MILK", "SINGLE"),
            item("A", #""name": "A", "modifier_list_info": [\#(asks("MILK", -1, -1))]"#),
        ].joined(separator: ",")
        var current = try plan(objects).catalog
        #expect(try plan(objects, current: current).catalog == current)

        current.items[0].allergens = .free(except: [.milk: .contains])
        current.items[0].name = LocalizedText("A", translations: ["ar": "أ"])
        current.items[0].makeTimeSeconds = 90
        current.groups[0].modifiers[0].pictureChange = .plantMilk

        let again = try plan(objects, current: current)
        #expect(again.catalog == current)
        #expect(again.isUnchanged)
        #expect(again.rows.allSatisfy { $0.fate != .imported })
        let renamed = objects.replacing(#""name": "A""#, with: #""name": "Z""#)
        let after = try plan(renamed, current: current).catalog
        #expect(after.items[0].name == LocalizedText("Z"))
        #expect(after.items[0].makeTimeSeconds == 90)
    }

    @Test func `a file that speaks of one allergen leaves what is stated of the others`() throws {
        func milky(_ more: String = "") -> String {
            item(
                "A",
                """
                "name": "A", "food_and_beverage_details": {"calorie_count": 120,
                "ingredients": [{"type": "STANDARD", "standard_name": "MILK"}\(more)]}
                """)
        }
        var current = try plan(milky()).catalog
        #expect(current.items[0].allergens[.milk] == .contains)
        #expect(current.items[0].nutrition.kilocalories == 120)
        current.items[0].allergens = .free(except: [.milk: .mayContain, .soya: .notStated])
        current.items[0].nutrition = Nutrition(kilocalories: 90, caffeineMilligrams: 60)

        let after = try plan(milky(), current: current).catalog.items[0]

        #expect(
            after.allergens == .free(except: [.milk: .contains, .soya: .notStated]))
        #expect(after.nutrition == Nutrition(kilocalories: 120, caffeineMilligrams: 60))
    }

    @Test func `what isn't in the file stays, or is retired where the file replaces all`() throws {
        let before = try plan(
            item("A", #""name": "A""#) + "," + item("B", #""name": "B""#)
        ).catalog
        let only = item("B", #""name": "B""#, price: 500)

        let kept = try plan(only, current: before)
        let replaced = try plan(only, current: before, replaces: true)

        #expect(kept.catalog.items.map(\.isRetired) == [false, false])
        #expect(kept.keptItems == 1)
        #expect(replaced.catalog.items.map(\.isRetired) == [true, false])
        #expect(replaced.retiredItems == 1)
        #expect(replaced.catalog.items[1].price == Money(500))
        let back = try plan(item("A", #""name": "A""#), current: replaced.catalog)
        #expect(back.catalog.items[0].isRetired == false)
        #expect(fate("A", in: back) == .changed(["it was retired here and is offered again"]))
    }

    @Test func `a modifier that is gone there is retired here`() throws {
        let asked = item("A", #""name": "A", "modifier_list_info": [\#(asks("MILK", -1, -1))]"#)
        let before = try plan(list("MILK", "MULTIPLE") + "," + asked).catalog
        let without = list("MILK", "MULTIPLE").replacing(
            #""modifier_data": {"name": "B""#,
            with: #""is_deleted": true, "modifier_data": {"name": "B""#)

        let after = try plan(without + "," + asked, current: before).catalog

        #expect(after.groups[0].modifiers.map(\.name.text) == ["A", "C", "B"])
        #expect(after.groups[0].modifiers.map(\.isRetired) == [false, false, true])
    }
}
