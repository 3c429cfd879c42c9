import Testing

@testable import CremaDomain

@Suite struct MenuSearchTests {
    private static let search: MenuSearch = {
        func item(_ id: String, _ name: String, _ arabic: String, _ text: String) -> MenuItem {
            MenuItem(
                id: ID(id), name: LocalizedText(name, translations: ["ar": arabic]),
                description: LocalizedText(text), price: Money(1), taxCategory: ID("prepared"))
        }
        var items = [
            item("flat-white", "Flat white", "فلات وايت", "Ristretto under thin milk"),
            item("latte", "Latte", "لاتيه", "Espresso with steamed milk"),
            item("iced-latte", "Iced latte", "لاتيه مثلج", "Over cold milk"),
            item("cappuccino", "Cappuccino", "كابتشينو", "With a deep cap of foam"),
            item("creme", "Café crème brûlée", "كريم بروليه", "Caramel"),
            item("croissant", "Butter croissant", "كرواسون بالزبدة", "Laminated for three days"),
            item("espresso", "Espresso", "إسبريسو", "A double shot"),
            item("matcha", "抹茶ラテ", "ماتشا", "Ceremonial grade"),
            item("gone", "Latte gone", "راح", ""),
        ]
        items[5].dietTags = ["vegetarian"]
        items[8].isRetired = true
        let shelves = [
            MenuCategory(
                id: ID("bar"), name: LocalizedText("Coffee"),
                items: items.filter { $0.id != ID("croissant") }.map { $0.id }),
            MenuCategory(
                id: ID("bakery"), name: LocalizedText("Bakery", translations: ["de": "Gebäck"]),
                items: [ID("croissant")]),
        ]
        return MenuSearch(Menu(version: 1, catalog: Catalog(categories: shelves, items: items)))
    }()

    private func found(_ query: String) -> [String] {
        Self.search.items(matching: query).map(\.rawValue)
    }

    @Test(arguments: [
        ("creme brulee", "creme"), ("CRÈME", "creme"), ("cre\u{301}me", "creme"),
        ("لاتيه", "latte"), ("لاتية", "latte"), ("لَاتِيه", "latte"), ("اسبريسو", "espresso"),
        ("flatwhite", "none"), ("white flat", "flat-white"), ("flat whi", "flat-white"),
        ("capuccino", "cappuccino"), ("cappucino", "cappuccino"), ("cappuchino", "cappuccino"),
        ("capuc", "cappuccino"), ("expresso", "espresso"), ("espersso", "espresso"),
        ("crossaint", "croissant"), ("croisant", "croissant"), ("lattw", "latte"),
        ("抹茶", "matcha"), ("ラテ", "matcha"), ("らて", "matcha"), ("geback", "croissant"),
        ("vegetarian", "croissant"), ("bakery", "croissant"), ("latte!!", "latte"),
    ]) func `the item that is meant comes first`(query: String, id: String) {
        #expect(found(query).first ?? "none" == id)
    }

    @Test func `a name's beginning comes before its words, a description and a slip`() {
        #expect(found("latte") == ["latte", "iced-latte"])
        #expect(found("esp") == ["espresso", "latte"])
        #expect(found("milk") == ["flat-white", "latte", "iced-latte"])
        #expect(found("cap") == ["cappuccino"])
        #expect(found("espresso shot") == ["espresso"])
    }

    @Test(arguments: ["", "   ", "!?", "\u{300}", "zzz", "latte zzz", "matte", "gone", "la te"])
    func `nothing is found where nothing fits`(query: String) {
        #expect(found(query) == [])
    }

    @Test func `a short word forgives nothing`() {
        #expect(found("ltt") == [])
        #expect(found("icd") == [])
    }

    @Test func `never more than the limit are found`() {
        #expect(Self.search.items(matching: "coffee", limit: 2).count == 2)
        #expect(Self.search.items(matching: "coffee", limit: 0).isEmpty)
        #expect(Self.search.items(matching: "coffee", limit: -1).isEmpty)
    }

    @Test func `endless searches are read in part`() {
        #expect(found(String(repeating: "latte ", count: 100_000)) == ["latte", "iced-latte"])
        #expect(found(String(repeating: "\u{300}", count: 100_000)) == [])
    }

    @Test func `any beginning of a name finds it`() {
        for (item, names) in zip(Self.search.items, Self.search.names) {
            for name in names {
                for length in 1...name.count {
                    let typed = String(name.prefix(length))
                    guard typed.last != " " else { continue }
                    #expect(found(typed).contains(item.rawValue), "\(typed)")
                }
            }
        }
    }

    @Test func `one slip in a longer word still finds it, and folding twice is folding once`() {
        var random = SystemRandomNumberGenerator()
        let words = ["cappuccino", "espresso", "croissant", "latte", "white"]
        for _ in 0..<500 {
            var letters = Array(words.randomElement() ?? "latte")
            let word = String(letters)
            let place = Int.random(in: 2..<letters.count, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: letters.remove(at: place)
            case 1: letters.insert("x", at: place)
            case 2: letters[place] = "q"
            default: letters.swapAt(place - 1, place)
            }
            guard letters.count >= 4 else { continue }
            let typed = String(letters)

            let expected = Set(found(word))

            #expect(expected.isSubset(of: Set(found(typed))), "\(typed) for \(word)")
            #expect(foldedForSearch(foldedForSearch(typed)) == foldedForSearch(typed))
        }
    }

    @Test(arguments: [
        ("Ünal Straße", "unal strasse"), ("Łódź", "lodz"), ("Phở bò", "pho bo"), ("ΚΑΦΈΣ", "καφεσ"),
        ("Кофе Ёлка", "кофе елка"), ("ＬＡＴＴＥ", "latte"), ("カフェ", "かふぇ"), ("ﬁ", "ﬁ"),
        ("İzmir", "izmir"),
        ("٣ أكواب", "3 اكواب"), ("שָׁלוֹם", "שלום"), ("Œuf", "oeuf"), ("ĳ", "ij"), ("", ""),
        ("☕️", "☕"),
    ]) func `spellings of one word are one`(text: String, folded: String) {
        #expect(foldedForSearch(text) == folded)
    }

    @Test(arguments: [
        ("latte", "latte", 0, true), ("latte", "lattes", 0, true), ("lattes", "latte", 0, false),
        ("lattes", "latte", 1, true), ("ltate", "latte", 1, true), ("altte", "latte", 1, true),
        ("matte", "latte", 2, false), ("lxtxe", "latte", 1, false), ("lxtxe", "latte", 2, true),
        ("capu", "cappuccino", 1, true), ("l", "latte", 2, false), ("latte", "", 2, false),
    ]) func `slips are counted`(typed: String, word: String, slips: Int, isWithin: Bool) {
        var distance = SlipDistance(typed.unicodeScalars.map(\.value))

        #expect(distance.isWithin(slips, of: word.unicodeScalars.map(\.value)) == isWithin)
    }

    @Test func `a large menu is searched in little time`() {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        func word(_ number: Int) -> String {
            var rest = number
            return String(
                (0..<8).map { _ in
                    rest = (rest &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
                    return letters[(rest >> 8) % 26]
                })
        }
        let items = (0..<800).map { index in
            MenuItem(
                id: ID("i\(index)"), name: LocalizedText(word(index) + " " + word(index + 7_000)),
                description: LocalizedText(
                    (0..<8).map { word(index * 8 + $0) }.joined(separator: " ")),
                price: Money(1), taxCategory: ID("prepared"))
        }
        let shelf = MenuCategory(
            id: ID("all"), name: LocalizedText("All"), items: items.map { $0.id })
        let search = MenuSearch(
            Menu(version: 1, catalog: Catalog(categories: [shelf], items: items)))

        let time = ContinuousClock().measure {
            #expect(search.items(matching: word(42)).first == ID("i42"))
        }

        #expect(search.terms.count > 5_000)
        #expect(time < .seconds(5))
    }
}
