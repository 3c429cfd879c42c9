import CremaDomain

/// The sheet of one item: a page of its own, and what a menu shows in its dialog (`#item`).
package enum ItemView {
    package static func page(_ model: ItemModel, _ context: PageContext) -> HTML {
        var layout = Layout(
            title: model.item.name(in: context.language.tag), tab: .menu,
            locationID: model.place.id)
        layout.topics = [.menu(model.place.id), .orders]
        layout.foot = CartBarView.foot(model.cart, locationID: model.place.id, context)
        return layout.page(context) {
            div(.class("column")) { sheet(model, context) }
        }
    }

    /// `#item`.
    package static func sheet(_ model: ItemModel, _ context: PageContext) -> HTML {
        let words = context.words
        let item = model.item
        return element("article", .id("item"), .class("itemsheet")) {
            a(
                .menu(model.place.id), .class("button round shut"), .label(words(.back)),
                Attribute("data-close", "sheet")
            ) { Icon.close }
            ItemChoiceView.picture(model.choice, context)
            div(.class("stack tight")) {
                h1 { item.name(in: context.language.tag) }
                let description = item.description(in: context.language.tag)
                if !description.isEmpty { p(.class("soft")) { description } }
            }
            choiceForm(model, context)
        }
    }

    private static func choiceForm(_ model: ItemModel, _ context: PageContext) -> HTML {
        let isEdit = model.lineKey != nil
        let done = isEdit ? Path.cart(model.place.id) : .menu(model.place.id)
        return form(
            to: .cartLines(model.place.id), .id("itemform"), .hxPost(.cartLines(model.place.id)),
            .hxTarget(isEdit ? "#sheet" : "#cartbar"), .hxSwap(isEdit ? "innerHTML" : "outerHTML"),
            Attribute("hx-disabled-elt", "find .primary"), Attribute("data-done", done.text),
            Attribute("data-closes", optional: isEdit ? nil : "sheet")
        ) {
            hidden("item", model.item.id.rawValue)
            hidden(ItemForm.line, model.lineKey ?? "")
            hidden(ItemForm.key, model.requestKey)
            follower(model)
            if !model.item.sizes.isEmpty { ItemGroupsView.sizes(model, context) }
            for group in model.menu.groups(of: model.item) {
                ItemGroupsView.group(group, model, context)
            }
            wishes(model, context)
            element("noscript") {
                button(
                    .class("wide"), Attribute("formnovalidate", when: true),
                    Attribute("formaction", Path.choice(model.place.id, model.item.id).text)
                ) { context.words(.updatePrice) }
            }
            ItemChoiceView.fragment(model.choice, context, showsProblems: model.wasSubmitted)
        }
    }

    /// Asks for a new price on every change; what is typed last wins.
    private static func follower(_ model: ItemModel) -> HTML {
        div(
            .hxPost(.choice(model.place.id, model.item.id)),
            .hxTrigger("change from:closest form, step from:closest form"),
            .hxTarget("#choice"), .hxSwap("outerHTML"), Attribute("hx-include", "closest form"),
            Attribute("hx-sync", "this:replace"), Attribute("hidden", when: true)
        ) {}
    }

    private static func wishes(_ model: ItemModel, _ context: PageContext) -> HTML {
        let words = context.words
        let line = model.choice.line
        return section(.class("group")) {
            label(.class("field")) {
                span { words(.request) }
                input(
                    .type("text"), .name(ItemForm.request), .value(line.request),
                    Attribute("maxlength", String(Limits.requestCharacters)),
                    Attribute("dir", "auto"), Attribute("autocomplete", "off"))
                element("small", .class("soft")) { words(.requestHint) }
            }
            label(.class("field")) {
                span { words(.cupName) }
                input(
                    .type("text"), .name(ItemForm.cupName), .value(line.cupName),
                    Attribute("maxlength", String(Limits.nameCharacters)),
                    Attribute("dir", "auto"), Attribute("autocomplete", "off"))
                element("small", .class("soft")) { words(.cupNameHint) }
            }
            div(.class("row spread")) {
                element("label", Attribute("for", "quantity"), .class("fieldname")) {
                    words(.quantity)
                }
                ItemGroupsView.stepper(
                    ItemForm.quantity, id: "quantity", value: line.quantity,
                    Limits.quantityPerLine, of: model.item.name(in: context.language.tag), words)
            }
        }
    }
}
