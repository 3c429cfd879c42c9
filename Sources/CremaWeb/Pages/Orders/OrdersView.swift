import CremaDomain

/// My orders, newest first. Every entry stays live, those loaded later too.
package enum OrdersView {
    package static func page(_ model: OrdersModel, _ context: PageContext) -> HTML {
        let words = context.words
        var layout = Layout(title: words(.ordersTitle), tab: .orders)
        layout.topics = [.orders]
        return layout.page(context) {
            div(.class("column stack")) {
                div(.class("row spread")) {
                    h1 { words(.ordersTitle) }
                    Piece.liveDot(words)
                }
                if model.entries.isEmpty {
                    div(.class("empty")) {
                        p(.class("soft")) { words(.ordersEmpty) }
                        a(.home, .class("button")) { words(.orderAgain) }
                    }
                } else {
                    ul(.class("stack"), .id("orders")) { entries(model, context) }
                }
            }
        }
    }

    /// The next entries, in place of the link that asked for them.
    package static func more(_ model: OrdersModel, _ context: PageContext) -> HTML {
        group { entries(model, context) }
    }

    @HTMLBuilder private static func entries(
        _ model: OrdersModel, _ context: PageContext
    ) -> [HTML] {
        for order in model.entries { entry(order, context) }
        if let cursor = model.nextCursor {
            li(.id("more")) {
                element(
                    "a", .href(.orders(after: cursor)), .class("button wide"),
                    .hxGet(.moreOrders(after: cursor)), .hxTarget("#more"), .hxSwap("outerHTML")
                ) { context.words(.showMore) }
            }
        }
    }

    /// `#entry-…`: an order in the list.
    package static func entry(_ model: OrderModel, _ context: PageContext) -> HTML {
        let words = context.words
        let order = model.order
        let live = Attribute.live(
            "order:" + order.id.rawValue, version: order.version, from: .orderEntry(order.id))
        return element("li", [.id("entry-" + order.id.rawValue)] + live) {
            a(.order(order.id), .class("card pad entry")) {
                span(.class("row spread")) {
                    element("strong", .class("callnumber num")) { order.callNumber.description }
                    Piece.pill(words.state(order.state), dot: order.state.rawValue)
                }
                span { summary(order) }
                span(.class("row spread soft small")) {
                    span {
                        typed(model.location.name)
                        " · "
                        element("time", Attribute("datetime", model.placedAt.iso)) {
                            words.dateAndTime(model.placedAt)
                        }
                    }
                    Piece.money(context.money(order.quote.currency)(order.quote.total))
                }
            }
        }
    }

    /// "2 × Latte, Butter croissant".
    private static func summary(_ order: Order) -> HTML {
        let lines = order.quote.lines.map { LineText.times($0.quantity, $0.name) }
        let more = lines.count > 3 ? " +\(lines.count - 3)" : ""
        return typed(lines.prefix(3).joined(separator: ", ") + more)
    }
}
