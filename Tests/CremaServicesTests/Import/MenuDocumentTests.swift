import CremaAPI
import CremaDomain
import Foundation
import Testing

@testable import CremaServices

@Suite struct MenuDocumentTests {
    private func document(_ text: String) throws -> MenuDocument {
        try MenuDocument(json: Array(text.utf8))
    }

    private func problem(_ text: String) -> MenuDocumentProblem? {
        do throws(MenuDocumentProblem) {
            _ = try MenuDocument(json: Array(text.utf8)).catalog()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a short file of names and prices is a menu`() throws {
        let text = """
            {"currency": "USD",
             "groups": [{"name": "Milk", "min": 1, "max": 1, "modifiers": [
                {"name": "Whole milk", "isDefault": true}, {"name": "Oat drink", "price": 80}]}],
             "categories": [{"name": "Café", "items": [
                {"name": "Flat white", "price": 475, "groups": ["milk"]},
                {"name": "Latte", "sizes": [{"name": "Large", "price": 575}]}]}]}
            """

        let menu = try document(text).catalog()

        #expect(menu.categories.map(\.id.rawValue) == ["cafe"])
        #expect(menu.categories[0].items.map(\.rawValue) == ["flat-white", "latte"])
        #expect(menu.items[0].price == Money(475))
        #expect(menu.items[0].taxCategory.rawValue == "prepared")
        #expect(menu.items[1].sizes[0].id.rawValue == "latte-large")
        #expect(
            menu.groups[0].modifiers.map(\.id.rawValue) == ["milk-whole-milk", "milk-oat-drink"])
        #expect(menu.groups[0].modifiers[1].price == Money(80))
    }

    @Test func `members that nobody knows are ignored`() throws {
        let text = #"{"currency": "JPY", "shop": 1, "categories": [{"name": "Tea", "colour": []}]}"#

        #expect(try document(text).catalog().categories.count == 1)
    }

    @Test(arguments: [
        (#"{"categories": []}"#, "currency"),
        (#"{"currency": "XXX"}"#, "currency"),
        (#"{"currency": "USD", "formatVersion": 2}"#, "formatVersion"),
        (#"{"currency": "USD", "items": {}}"#, "items"),
        (#"{"currency": "USD""#, ""),
        ("[]", ""),
        ("", ""),
    ]) func `a problem says where it is`(text: String, path: String) {
        let problem = problem(text)

        #expect(problem?.path == path)
        #expect(problem?.reason.isEmpty == false)
    }

    @Test(arguments: [
        (#""price": 450"#, ".name"),
        (#""name": "A", "price": 4.5"#, ".price"),
        (#""name": "A", "price": "4.50""#, ".price"),
        (#""name": "拿铁", "price": 450"#, ".id"),
        (#""id": "a b", "name": "A", "price": 1"#, ".id"),
        (#""name": "A", "price": 1, "allergens": {"nutz": "free"}"#, ".allergens.nutz"),
        (#""name": "A", "price": 1, "allergens": {"nuts": "no"}"#, ".allergens.nuts"),
        (#""name": "A", "price": 1, "windows": [{"from": "7"}]"#, ".windows[0].from"),
        (#""name": "A", "price": 1, "recipe": {"vessel": "boot"}"#, ".recipe.vessel"),
        (#""name": "A", "sizes": [{"name": "S"}]"#, ".sizes[0].price"),
        (#""name": "A", "price": -1"#, ".price"),
        (#""name": "A""#, ""),
    ]) func `a problem of an item says where it is`(members: String, path: String) {
        let item = "{\(members)}"
        let text = #"{"currency": "USD", "categories": [{"name": "C", "items": ["a"]}], "items": ["#

        let problem = problem(text + item + "]}")

        #expect(problem?.path == "items[0]" + path)
        #expect(problem?.reason.isEmpty == false)
    }

    @Test func `a byte-order mark is no problem`() throws {
        let bytes: [UInt8] = [0xEF, 0xBB, 0xBF] + Array(#"{"currency": "KWD"}"#.utf8)

        #expect(try MenuDocument(json: bytes).currency.code == "KWD")
    }

    @Test(arguments: 0..<200) func `any catalogue comes back as it was`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let catalog = Catalog.random(using: &random)
        let currency = try #require(Currency(code: "USD"))

        let document = MenuDocument(catalog, currency: currency)
        let again = try MenuDocument(json: document.json(isIndented: seed.isMultiple(of: 2)))

        #expect(again == document)
        #expect(again.json() == document.json())
    }

    @Test func `the demo's menu is sound and complete in both languages`() throws {
        let path = packageRoot() + "/Sources/CAssets/demo/demo-menu.json"
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))

        let document = try MenuDocument(json: bytes)
        let menu = try document.catalog()

        #expect(menu.categories.count == 7)
        #expect((38...50).contains(menu.items.count))
        #expect(try MenuDocument(json: document.json()) == document)
        for item in menu.items {
            #expect(item.name.translations["ar"] != nil, "\(item.id)")
            #expect(item.description.translations["ar"] != nil, "\(item.id)")
            #expect(item.recipe != nil, "\(item.id)")
        }
        for group in menu.groups {
            #expect(group.name.translations["ar"] != nil, "\(group.id)")
            for modifier in group.modifiers {
                #expect(modifier.name.translations["ar"] != nil, "\(modifier.id)")
            }
        }
    }
}

/// Where `Package.swift` stands.
func packageRoot() -> String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
}
