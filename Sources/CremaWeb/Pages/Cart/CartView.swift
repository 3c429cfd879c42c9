import CremaDomain

/// The cart: a page of its own, and a slide-over on every other.
package enum CartView {
    package static func page(_ model: CartModel, _ context: PageContext) -> HTML {
        var layout = Layout(
            title: context.words(.yourCart), tab: .menu, locationID: model.place.id)
        layout.topics = [.menu(model.place.id), .orders]
        return layout.page(context) {
            div(.class("column")) { cart(model, context) }
        }
    }

    /// `#cart` with the bar at the page's foot beside it: the answer to a fetch or a change.
    package static func fragment(_ model: CartModel, _ context: PageContext) -> HTML {
        group {
            cart(model, context)
            CartBarView.fragment(model.summary, context, isOutOfBand: true)
        }
    }

    private static func cart(_ model: CartModel, _ context: PageContext) -> HTML {
        let words = context.words
        let location = model.place.id
        let live = Attribute.live(
            "menu:" + location.rawValue, version: model.menu.version, from: .cartPanel(location))
        return element("section", [.id("cart"), .class("cart")] + live) {
            element("header", .class("row spread")) {
                h1 { words(.yourCart) }
                a(
                    .menu(location), .class("button round shut"), .label(words(.close)),
                    Attribute("data-close", "sheet")
                ) { Icon.close }
            }
            p(.class("soft small")) { typed(model.place.location.name) }
            if let removed = model.removed { undo(removed, location, words) }
            if model.lines.isEmpty {
                empty(location, words)
            } else {
                problems(model, words)
                ul(.class("cartlines")) {
                    for line in model.lines { CartLineView.html(line, model, context) }
                }
                CartChoicesView.fulfilment(model, words)
                CartChoicesView.tip(model, context)
                if let quote = model.quote { SumView.html(quote, context) }
                actions(model, context)
            }
        }
    }

    private static func undo(
        _ removed: (key: String, name: String), _ location: ID<Location>, _ words: Words
    ) -> HTML {
        let path = Path.cartLineRestore(location, removed.key)
        return div(.class("notice row spread"), .role("status")) {
            span { words(.deleted, removed.name) }
            changing(path) { button(.class("small")) { words(.undo) } }
        }
    }

    private static func empty(_ location: ID<Location>, _ words: Words) -> HTML {
        div(.class("empty")) {
            h2 { words(.cartEmpty) }
            p(.class("soft")) { words(.cartEmptyHint) }
            a(.menu(location), .class("button"), Attribute("data-close", "sheet")) {
                words(.seeMenu)
            }
        }
    }

    private static func problems(_ model: CartModel, _ words: Words) -> HTML {
        let lineProblems = model.lines.contains { !$0.problems.isEmpty }
        return group {
            if !model.place.openness.takesOrders {
                Piece.alert(words(.notTakingOrders) + " " + words.openness(model.place.openness))
            }
            if lineProblems { Piece.alert(words(.cartHasProblems)) }
            for problem in model.problems { Piece.alert(words.problem(problem)) }
        }
    }

    private static func actions(_ model: CartModel, _ context: PageContext) -> HTML {
        let words = context.words
        return group {
            a(.menu(model.place.id), .class("button wide"), Attribute("data-close", "sheet")) {
                words(.addMore)
            }
            if model.isOrderable {
                div(.class("submit")) {
                    a(.checkout(model.place.id), .class("button primary"), .id("tocheckout")) {
                        span { words(.checkout) }
                        if let quote = model.quote {
                            Piece.money(context.money(quote.currency)(quote.total))
                        }
                    }
                }
            }
        }
    }

    /// A form that changes the cart and shows it again.
    static func changing(
        _ path: Path, _ more: Attribute..., @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        .element(
            "form",
            [
                Attribute("method", "post"), .action(path), .hxPost(path), .hxTarget("#cart"),
                .hxSwap("outerHTML"),
            ] + more, content())
    }
}

/// Subtotal, discounts, fees, taxes by name, tip and total: the quote's own numbers.
enum SumView {
    static func html(_ quote: Quote, _ context: PageContext, before: ShownSums? = nil) -> HTML {
        let words = context.words
        let money = context.money(quote.currency)
        return element("dl", .class("sum")) {
            Piece.sum(words(.subtotal), money(quote.subtotal))
            for discount in quote.discounts where discount.amount != .zero {
                Piece.sum(typed(discount.name), money(-discount.amount), "soft")
            }
            for fee in quote.fees { Piece.sum(typed(fee.name), money(fee.subtotal), "soft") }
            for tax in quote.taxes { self.tax(tax, quote, words, money) }
            if quote.tip != .zero { Piece.sum(words(.tip), money(quote.tip), "soft") }
            div(.class("total")) {
                element("dt") { words(.total) }
                element("dd", .class("money")) {
                    if let before, before.total != quote.total {
                        element("del", .class("soft small")) { money(before.total) }
                        " "
                    }
                    money(quote.total)
                }
            }
        }
    }

    private static func tax(
        _ tax: TaxAmount, _ quote: Quote, _ words: Words, _ money: MoneyText
    ) -> HTML {
        let message: Message = quote.pricesIncludeTax ? .includedTax : .taxWithRate
        return Piece.sum(
            words(message, tax.name, words.percent(tax.rate)), money(tax.amount), "soft")
    }
}
