import CremaAPI
import CremaDomain

/// A Square catalog: objects by type, or a list of objects as Square's API gives them.
///
/// The meaning of its members follows Square's reference of `CatalogObject`.
struct SquareCatalog {
    /// One object of the catalog.
    struct Object {
        let id: String
        /// The member that bears the object's own facts ("item_data").
        let facts: JSONTree
        let tree: JSONTree

        var isDeleted: Bool { tree["is_deleted"]?.bool ?? false }
        var name: String { facts["name"]?.text ?? "" }
    }

    let root: JSONTree
    let currency: Currency
    var menu = ImportedMenu()
    /// Groups as Square has them, by list.
    var lists: [String: SquareList] = [:]
    /// Variations that stand apart, by the item they belong to.
    var variations: [String: [JSONTree]] = [:]
    /// Objects by type, in the file's order.
    private var objects: [String: [Object]] = [:]

    static func isCatalog(_ tree: JSONTree) -> Bool {
        if tree["catalog"]?["ITEM"] != nil { return true }
        let list = tree["objects"]?.elements ?? tree["catalog"]?["objects"]?.elements ?? []
        return list.contains { $0["type"]?.text == "ITEM" }
    }

    init(_ root: JSONTree, currency: Currency) throws(MenuImportError) {
        guard Self.isCatalog(root) else { throw .unknownFormat }
        self.root = root
        self.currency = currency
        let list = root["objects"]?.elements ?? root["catalog"]?["objects"]?.elements ?? []
        for tree in list { add(tree, type: tree["type"]?.text ?? "", id: tree["id"]?.text) }
        for byType in root["catalog"]?.members ?? [] where byType.name != "objects" {
            for member in byType.value.members {
                add(member.value, type: byType.name, id: member.value["id"]?.text ?? member.name)
            }
        }
    }

    private mutating func sortVariations() {
        for object in all("ITEM_VARIATION") {
            guard let item = object.facts["item_id"]?.text else { continue }
            variations[item, default: []].append(object.tree)
        }
    }

    private mutating func add(_ tree: JSONTree, type: String, id: String?) {
        guard let id else { return }
        objects[type, default: []].append(Self.object(tree, type: type, id: id))
    }

    static func object(_ tree: JSONTree, type: String, id: String) -> Object {
        let facts = tree[type.lowercased() + "_data"] ?? .object([])
        return Object(id: id, facts: facts, tree: tree)
    }

    func all(_ type: String) -> [Object] {
        objects[type] ?? []
    }

    /// Reads it all.
    func menu(options: MenuImportOptions) throws(MenuImportError) -> ImportedMenu {
        var catalog = self
        catalog.sortVariations()
        try catalog.readShop()
        catalog.readCategories()
        catalog.readLists()
        catalog.readItems(options: options)
        catalog.noteTheRest()
        return catalog.menu
    }

    private mutating func readCategories() {
        var taken: Set<String> = []
        for object in all("CATEGORY") {
            let place = ImportedRow.Place.object(object.id)
            guard let name = cleanName(object, .category) else { continue }
            let id: ID<MenuCategory> = permanentID(object.id)
            guard taken.insert(object.id).inserted else {
                menu.rows.append(
                    ImportedRow(place, .category, name.text, .skipped("its id stands twice")))
                continue
            }
            menu.categories.append(MenuCategory(id: id, name: LocalizedText(name.text)))
            menu.rows.append(ImportedRow(place, .category, name.text, changes: name.repairs))
        }
    }

    /// The object's name made fit; nil, with a row that says why, where it can't be had.
    mutating func cleanName(_ object: Object, _ kind: ImportedRow.Kind) -> ImportedText? {
        switch Self.name(of: object) {
        case .success(let name): return name
        case .failure(let refusal):
            menu.rows.append(Self.skipped(object, kind, refusal.reason))
            return nil
        }
    }

    static func name(of object: Object) -> Result<ImportedText, ImportRefusal> {
        do throws(ImportedText.Problem) {
            guard !object.isDeleted else { throw .isDeleted }
            let name = try ImportedText(
                object.name, what: "name", maximum: Limits.menuNameCharacters)
            guard !name.text.isEmpty else { throw .isEmpty }
            return .success(name)
        } catch {
            return .failure(ImportRefusal(error.reason))
        }
    }

    /// The row of an object that isn't taken over; its name is shown as far as it can be.
    static func skipped(
        _ object: Object, _ kind: ImportedRow.Kind, _ reason: String
    ) -> ImportedRow {
        let shown = object.name.unicodeScalars.filter { !isControl($0) }.map(Character.init)
        return ImportedRow(.object(object.id), kind, String(shown), .skipped(reason))
    }

    /// An amount of the shop's currency within the bounds of a price; else why not.
    func price(_ money: JSONTree?) -> Result<Money, ImportRefusal> {
        guard let money, let amount = money["amount"] else {
            return .failure(ImportRefusal("it has no price"))
        }
        if let code = money["currency"]?.text, code != currency.code {
            return .failure(
                ImportRefusal("its price is in \(code), the shop's are in \(currency.code)"))
        }
        guard let units = amount.integer else {
            return .failure(ImportRefusal("its price isn't a whole number of minor units"))
        }
        guard Limits.price.contains(units) else {
            return .failure(
                ImportRefusal(units < 0 ? "its price is below zero" : "its price is too high"))
        }
        return .success(Money(units))
    }

    private mutating func noteTheRest() {
        let known: Set = [
            "ITEM", "ITEM_VARIATION", "CATEGORY", "MODIFIER_LIST", "MODIFIER", "TAX", "IMAGE",
        ]
        for type in objects.keys.sorted() where !known.contains(type) {
            menu.notes.append("\(all(type).count) of type \(type) have no place on a menu")
        }
        let pictured = all("ITEM").count {
            $0.tree["image_id"] != nil || $0.facts["image_ids"] != nil
        }
        if pictured > 0 {
            menu.notes.append("pictures of \(pictured) items aren't in the file")
        }
        if root["loyalty"] != nil {
            menu.notes.append("the loyalty programme in the file isn't taken over")
        }
    }
}

/// Why a thing isn't taken over.
struct ImportRefusal: Error, Hashable {
    let reason: String

    init(_ reason: String) {
        self.reason = reason
    }
}
