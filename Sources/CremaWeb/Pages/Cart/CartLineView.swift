import CremaDomain

/// A line of the cart, with what changed since it was added.
enum CartLineView {
    static func html(_ model: CartLineModel, _ cart: CartModel, _ context: PageContext) -> HTML {
        let words = context.words
        let item = cart.menu.item(model.line.itemID)
        let name =
            model.quoted?.name ?? item?.name(in: context.language.tag) ?? model.line.itemID.rawValue
        return li(.class("cartline", ("bad", when: !model.problems.isEmpty))) {
            element("figure", .class("thumb")) {
                if let item { picture(item, model.line, cart.menu) }
            }
            div(.class("stack tight")) {
                element("strong", .class("name")) { name }
                details(model, cart, context)
                for change in model.changes { self.change(change, cart, context) }
                for problem in model.problems { Piece.alert(words.problem(problem)) }
            }
            if let quoted = model.quoted {
                Piece.money(context.money(cart.place.location.currency)(quoted.subtotal))
            }
            controls(model, cart, name: name, words)
        }
    }

    private static func picture(_ item: MenuItem, _ line: CartLine, _ menu: Menu) -> HTML {
        let modifiers = menu.groups(of: item).flatMap(\.modifiers)
        let choices = line.modifiers.compactMap { choice in
            modifiers.first { $0.id == choice.id }.map { (modifier: $0, count: choice.quantity) }
        }
        return ItemPicture.html(
            item, size: item.sizes.first { $0.id == line.sizeID }, choices: choices)
    }

    private static func details(
        _ model: CartLineModel, _ cart: CartModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let choices = names(of: model, cart.menu, context.language.tag)
        return group {
            if !choices.isEmpty { p(.class("soft small")) { choices.joined(separator: " · ") } }
            if !model.line.request.isEmpty {
                p(.class("soft small")) { words(.requestLine, model.line.request) }
            }
            if !model.line.cupName.isEmpty {
                p(.class("soft small")) { words(.forCup, model.line.cupName) }
            }
        }
    }

    /// Size and modifiers: as quoted, else as the menu names them.
    static func names(of model: CartLineModel, _ menu: Menu, _ language: String) -> [String] {
        if let quoted = model.quoted { return LineText.choices(quoted) }
        guard let item = menu.item(model.line.itemID) else { return [] }
        let modifiers = menu.groups(of: item).flatMap(\.modifiers)
        let size = item.sizes.first { $0.id == model.line.sizeID }.map { [$0.name(in: language)] }
        return (size ?? [])
            + model.line.modifiers.compactMap { choice in
                modifiers.first { $0.id == choice.id }.map {
                    LineText.times(choice.quantity, $0.name(in: language))
                }
            }
    }

    private static func change(
        _ change: LineChange, _ cart: CartModel, _ context: PageContext
    ) -> HTML {
        let money = context.money(cart.place.location.currency)
        switch change {
        case .price(let from, let to):
            return p(.class("changed small"), .role("status")) {
                context.words(.priceChanged, money(from), money(to))
            }
        }
    }

    private static func controls(
        _ model: CartLineModel, _ cart: CartModel, name: String, _ words: Words
    ) -> HTML {
        let location = cart.place.id
        let edit = Path.item(location, model.line.itemID, line: model.key)
        return div(.class("row wrap linetools")) {
            CartView.changing(
                .cartLineQuantity(location, model.key), .hxTrigger("change, step delay:350ms"),
                Attribute("hx-sync", "this:replace")
            ) {
                ItemGroupsView.stepper(
                    ItemForm.quantity, id: "q-" + model.key, value: model.line.quantity,
                    Limits.quantityPerLine, of: name, words)
                element("label", .class("unseen"), Attribute("for", "q-" + model.key)) {
                    words(.quantity)
                }
                button(.class("nojs small")) { words(.setTip) }
            }
            if cart.menu.item(model.line.itemID).map({ !$0.isRetired }) ?? false {
                element(
                    "a", .href(edit), .class("button small"), .label(words(.editItem, name)),
                    .hxGet(edit), .hxTarget("#sheet"), Attribute("hx-select", "#item"),
                    .hxSwap("innerHTML")
                ) { words(.edit) }
            }
            CartView.changing(.cartLineDelete(location, model.key)) {
                button(.class("small round"), .label(words(.deleteItem, name))) { Icon.bin }
            }
        }
    }
}

/// How a line is put in words, on cart, order, receipt and ticket.
enum LineText {
    static func times(_ count: Int, _ name: String) -> String {
        count > 1 ? "\(count) × \(name)" : name
    }

    static func choices(_ line: QuotedLine) -> [String] {
        (line.sizeName.map { [$0] } ?? []) + line.modifiers.map { times($0.quantity, $0.name) }
    }
}
