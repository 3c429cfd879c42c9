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
        (#"{"currency": "USD", "items": [{"name": "A", "price": 4.5}]}"#, "items[0].price"),
        (#"{"currency": "USD", "items": [{"name": "A", "price": "4.50"}]}"#, "items[0].price"),
        (#"{"currency": "USD", "items": [{"price": 450}]}"#, "items[0].name"),
        (#"{"currency": "USD", "items": [{"name": "拿铁", "price": 450}]}"#, "items[0].id"),
        (#"{"currency": "USD", "items": [{"id": "a b", "name": "A", "price": 1}]}"#, "items[0].id"),
        (
            #"{"currency": "USD", "categories": [{"name": "C", "items": [{"name": "A"}]}]}"#,
            "items[0]"
        ),
        (
            #"{"currency": "USD", "items": [{"name": "A", "price": 1, "allergens": {"nutz": "free"}}]}"#,
            "items[0].allergens.nutz"
        ),
        (
            #"{"currency": "USD", "items": [{"name": "A", "price": 1, "allergens": {"nuts": "no"}}]}"#,
            "items[0].allergens.nuts"
        ),
        (
            #"{"currency": "USD", "items": [{"name": "A", "price": 1, "windows": [{"from": "7", "until": "11:00"}]}]}"#,
            "items[0].windows[0].from"
        ),
        (
            #"{"currency": "USD", "items": [{"name": "A", "price": 1, "recipe": {"vessel": "boot"}}]}"#,
            "items[0].recipe.vessel"
        ),
        (#"{"currency": "USD", "items": {}}"#, "items"),
        (#"{"currency": "USD""#, ""),
        ("[]", ""),
        ("", ""),
    ]) func `a problem says where it is`(text: String, path: String) {
        let problem = problem(text)

        #expect(problem?.path == path)
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

func packageRoot() -> String {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(4)
    return parts.joined(separator: "/")
}
