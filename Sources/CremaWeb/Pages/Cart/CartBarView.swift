import CremaDomain

/// The bar at the foot of ordering pages: how much is in the cart.
package enum CartBarView {
    /// `#cartbar` as it stands on a page. Without a summary it fetches itself as soon as the page
    /// is live, so that a page kept for everybody shows one's own cart.
    static func foot(
        _ summary: CartSummary?, locationID: ID<Location>, _ context: PageContext
    ) -> HTML {
        if let summary { return fragment(summary, context) }
        return element(
            "section", .id("cartbar"), .class("cartbar waiting"), .label(context.words(.cart)),
            .hxGet(.cartBar(locationID)),
            .hxTrigger("load, live from:body"), .hxSwap("outerHTML")
        ) {
            element("noscript") {
                a(.cart(locationID), .class("button primary")) {
                    span { context.words(.viewCart) }
                }
            }
        }
    }

    /// `#cartbar`, the answer to a fetch. `isOutOfBand` where it travels with another fragment.
    package static func fragment(
        _ summary: CartSummary, _ context: PageContext, isOutOfBand: Bool = false
    ) -> HTML {
        let words = context.words
        return element(
            "section", .id("cartbar"), .class("cartbar", ("bare", when: summary.count == 0)),
            .label(words(.cart)),
            Attribute("hx-swap-oob", optional: isOutOfBand ? "true" : nil),
            Attribute("data-menu", "menu:" + summary.locationID.rawValue),
            Attribute("data-menu-version", String(summary.menuVersion)),
            .hxGet(.cartBar(summary.locationID)), .hxTrigger("live from:body, cart from:body"),
            .hxSwap("outerHTML")
        ) {
            if summary.count > 0 {
                element(
                    "a", .href(.cart(summary.locationID)), .class("button primary"),
                    .id("cartbutton"), .hxGet(.cartPanel(summary.locationID)),
                    .hxTrigger("click"), .hxTarget("#sheet"), .hxSwap("innerHTML")
                ) {
                    span(.class("row")) {
                        Icon.bag
                        span { words(.viewCart) + " · " + words(.items, summary.count) }
                    }
                    if let total = summary.total {
                        Piece.money(context.money(summary.currency)(total))
                    }
                }
            }
        }
    }
}
