import CremaDomain
import CremaWeb
import Testing

@Suite struct ItemFormTests {
    private func line(_ fields: (String, String)...) -> CartLine {
        ItemForm.line(fields.map { (name: $0.0, value: $0.1) }, item: ID("latte"))
    }

    @Test func `a form becomes the line that was chosen, in its order`() {
        let line = line(
            ("size", "latte-large"), ("g.milk", "oat"), ("g.syrup", ""), ("n.shot", "2"),
            ("n.sugar", "0"), ("quantity", "3"), ("request", "hot <b>"), ("cupName", "Mia"))

        #expect(line.sizeID == ID("latte-large"))
        #expect(
            line.modifiers == [
                ModifierChoice(id: ID("oat")), ModifierChoice(id: ID("shot"), quantity: 2),
            ])
        #expect(line.quantity == 3)
        #expect(line.request == "hot <b>")
        #expect(line.cupName == "Mia")
    }

    @Test(arguments: ["", "x", "-2", "1.5", "1000000000", "٣", "+1", " 1"])
    func `a quantity that can't be read is one that pricing refuses`(_ text: String) {
        #expect(!Limits.quantityPerLine.contains(line(("quantity", text)).quantity))
    }

    @Test func `an id that can't be ours is one that nobody knows`() {
        let line = line(("size", "<script>"), ("g.milk", "a b"), ("n.x y", "1"))

        let problems = Sample.choice(line).problems
        #expect(problems.contains(.unknownSize(name: "Latte")))
        #expect(problems.contains(.unknownModifier(id: "-")))
    }

    @Test func `a sheet starts with a choice that can be ordered where the defaults allow it`() {
        let start = ItemForm.start(Sample.item("latte"), menu: Sample.menu)

        #expect(Sample.choice(start).problems.isEmpty)
    }

    @Test func `a default that is sold out isn't chosen`() {
        let item = Sample.item("latte")
        let usual = ItemForm.start(item, menu: Sample.menu).modifiers.map(\.id)
        let menu = Menu(
            version: 1, catalog: Sample.menu.catalog,
            modifierAvailability: [usual[0]: Availability(isSoldOut: true)])

        #expect(ItemForm.start(item, menu: menu).modifiers.map(\.id) == Array(usual.dropFirst()))
    }
}

@Suite struct ItemViewTests {
    private func page(_ choice: ChoiceModel, menu: Menu = Sample.menu, wasSubmitted: Bool = false)
        -> String
    {
        ItemView.sheet(
            ItemModel(
                place: Sample.place, menu: menu, item: choice.item, choice: choice,
                requestKey: "the-key", wasSubmitted: wasSubmitted), PageContext()
        ).string
    }

    @Test func `the button shows the quote's sum and the sheet its parts`() {
        let html = page(Sample.choice(Sample.line("latte", ["Oat drink"], quantity: 2)))

        #expect(html.contains(">$13.10</span></button>"))
        #expect(html.contains("Add \u{2068}2\u{2069} to cart"))
        #expect(html.contains("+$0.80"))
        #expect(html.contains("One piece"))
    }

    @Test func `the group's rules decide the kind of field`() {
        let html = page(Sample.choice(Sample.line("latte", [])))
        let groups = Sample.menu.groups(of: Sample.item("latte"))

        for group in groups {
            let name = "name=\"g.\(group.id.rawValue)\""
            let singles = group.modifiers.filter { $0.maxQuantity == 1 }
            let kind = group.isSingleChoice ? "radio" : "checkbox"
            if !singles.isEmpty {
                #expect(html.contains("type=\"\(kind)\" \(name)"), "\(group.name.text)")
            }
            for modifier in group.modifiers where modifier.maxQuantity > 1 && !group.isSingleChoice
            {
                #expect(html.contains("type=\"number\" name=\"n.\(modifier.id.rawValue)\""))
            }
        }
    }

    @Test func `problems stand at their field once somebody tried to add it`() {
        let unfinished = Sample.choice(CartLine(itemID: ID("latte")))

        #expect(!page(unfinished).contains("class=\"alert\""))
        let tried = page(unfinished, wasSubmitted: true)
        #expect(tried.contains("Choose a size."))
        #expect(tried.contains("\u{2068}Milk\u{2069}: choose at least"))
    }

    @Test func `a modifier that is sold out can't be chosen`() {
        let milk = Sample.menu.groups(of: Sample.item("latte"))[0].modifiers[1]
        let menu = Menu(
            version: 8, catalog: Sample.menu.catalog,
            modifierAvailability: [milk.id: Availability(isSoldOut: true)])

        let html = page(Sample.choice(Sample.line("latte", [])), menu: menu)
        #expect(html.contains("value=\"\(milk.id.rawValue)\" disabled"))
    }

    @Test func `an edited line keeps its key and says so`() {
        let choice = Sample.choice(Sample.lines[0], isEdit: true)
        let html = ItemView.sheet(
            ItemModel(
                place: Sample.place, menu: Sample.menu, item: choice.item, choice: choice,
                lineKey: "k1", requestKey: "r"), PageContext()
        ).string

        #expect(html.contains("name=\"line\" value=\"k1\""))
        #expect(html.contains("Save changes"))
        #expect(html.contains("value=\"Extra hot, please\""))
    }

    @Test func `allergens follow the choice`() {
        let milk = Sample.choice(Sample.line("latte", ["Whole milk"]))
        let oat = Sample.choice(Sample.line("latte", ["Oat drink"]))
        func contained(_ choice: ChoiceModel) -> Bool {
            ItemChoiceView.update(choice, PageContext()).string
                .contains(#/<p class="contains">Contains [^<]*milk/#)
        }

        #expect(contained(milk))
        #expect(!contained(oat))
    }

    @Test func `the answer to a change brings the picture along`() {
        let html = ItemChoiceView.update(Sample.choice(Sample.lines[0]), PageContext()).string

        #expect(html.hasPrefix("<div id=\"choice\""))
        #expect(html.contains("<figure id=\"picture\" class=\"big\" hx-swap-oob=\"true\">"))
    }
}
