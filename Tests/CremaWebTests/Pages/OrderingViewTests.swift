import CremaDomain
import CremaWeb
import Testing

@Suite struct MenuViewTests {
    private func results(
        _ menu: Menu = Sample.menu, search: MenuLookup = MenuLookup(), minute: Int = 800
    )
        -> String
    {
        MenuView.results(
            MenuModel(
                place: Sample.place, menu: menu, minuteOfDay: minute, search: search,
                sections: MenuModel.allSections(of: menu)), PageContext()
        ).string
    }

    private func card(_ id: String, _ html: String) throws -> Substring {
        let end = try #require(html.firstRange(of: "id=\"i-\(id)\""))
        let start = try #require(html[..<end.lowerBound].ranges(of: "<a ").last)
        let close = try #require(html[end.upperBound...].firstRange(of: "</a>"))
        return html[start.lowerBound..<close.lowerBound]
    }

    @Test func `what is sold out is greyed and says so`() throws {
        let html = results()

        #expect(try card("mocha", html).contains("class=\"card item out\""))
        #expect(try card("mocha", html).contains("Sold out"))
        #expect(try !card("latte", html).contains("item out"))
    }

    @Test func `an item with sizes shows the lowest price`() throws {
        #expect(try card("latte", results()).contains("from \u{2068}$5.25\u{2069}"))
        #expect(try card("espresso", results()).contains(">$3.75<"))
    }

    @Test func `a location's own price counts`() throws {
        let sizes = Sample.item("latte").sizes
        let menu = Sample.menu(prices: [sizes[0].id: Money(499)])

        #expect(try card("latte", results(menu)).contains("$4.99"))
    }

    @Test func `breakfast says its hours after eleven`() throws {
        #expect(try card("granola-bowl", results(minute: 8 * 60)).contains("item out") == false)
        #expect(try card("granola-bowl", results(minute: 14 * 60)).contains("item out"))
    }

    @Test func `a menu is narrowed only to what its items state`() {
        func filters(_ menu: Menu, chosen: [MenuFilter] = []) -> [MenuFilter] {
            MenuModel(
                place: Sample.place, menu: menu, minuteOfDay: 0,
                search: MenuLookup(filters: chosen), sections: []
            ).filters
        }
        var silent = Sample.menu.catalog
        for index in silent.items.indices {
            silent.items[index].dietTags = []
            silent.items[index].allergens = .silent
            silent.items[index].nutrition = Nutrition()
        }
        let menu = Menu(version: 1, catalog: silent)

        #expect(filters(Sample.menu) == [.vegan, .noNuts, .decaf])
        #expect(filters(menu) == [])
        #expect(filters(menu, chosen: [.decaf]) == [.decaf])
    }

    @Test func `the results are live and keep their search`() {
        let html = results(search: MenuLookup(text: "café", filters: [.vegan]))

        #expect(html.contains("data-live=\"menu:old-mill\" data-version=\"7\""))
        #expect(html.contains("hx-get=\"/l/old-mill/menu/results?q=caf%C3%A9&amp;filter=vegan\""))
    }

    @Test func `a search is read from a query, unknown filters left aside`() {
        let search = MenuLookup(query: [
            (name: "q", value: String(repeating: "x", count: 500)),
            (name: "filter", value: "decaf"),
            (name: "filter", value: "evil"), (name: "filter", value: "vegan"),
        ])

        #expect(search.text.count == Limits.nameCharacters)
        #expect(search.filters == [.vegan, .decaf])
    }

    @Test func `a page kept for everybody fetches one's own cart`() {
        let model = MenuModel(
            place: Sample.place, menu: Sample.menu, minuteOfDay: 800,
            sections: MenuModel.allSections(of: Sample.menu))
        let html = MenuView.page(model, PageContext()).string

        #expect(
            html.contains("hx-get=\"/l/old-mill/cart/bar\" hx-trigger=\"load, live from:body\""))
    }
}

@Suite struct CartViewTests {
    @Test func `the cart shows the quote's numbers`() {
        let html = CartView.fragment(Sample.cart(), PageContext()).string

        for amount in ["$13.10", "$4.75", "$17.85", "$0.71", "$0.80", "$1.80", "$21.16"] {
            #expect(html.contains(amount), "\(amount)")
        }
        #expect(html.contains("NY State"))
        #expect(
            html.contains("The price changed from \u{2068}$3.95\u{2069} to \u{2068}$4.25\u{2069}."))
    }

    @Test func `a cart with a problem can't be ordered and says which line`() {
        let line = CartLineModel(
            key: "k", line: Sample.line("mocha", []), quoted: nil,
            problems: [.itemSoldOut(name: "Mocha")])
        let cart = CartModel(
            place: Sample.place, menu: Sample.menu, fulfilment: .toGo, lines: [line], quote: nil)
        let html = CartView.fragment(cart, PageContext()).string

        #expect(html.contains("\u{2068}Mocha\u{2069} is sold out."))
        #expect(!html.contains("/checkout"))
    }

    @Test func `a closed location takes no order`() {
        let open = Sample.cart()
        let closed = CartModel(
            place: Sample.closedPlace, menu: open.menu, fulfilment: .toGo, lines: open.lines,
            quote: open.quote)

        #expect(open.isOrderable)
        #expect(!CartView.fragment(closed, PageContext()).string.contains("/checkout"))
    }

    @Test func `a deleted line can be brought back`() {
        let cart = CartModel(
            place: Sample.place, menu: Sample.menu, fulfilment: .toGo, lines: [], quote: nil,
            removed: (key: "k9", name: "Latte"))

        #expect(
            CartView.fragment(cart, PageContext()).string
                .contains("action=\"/l/old-mill/cart/lines/k9/restore\""))
    }

    @Test func `the tip taken is marked`() {
        let cart = Sample.cart(tip: Money(267))

        #expect(
            CartView.fragment(cart, PageContext()).string
                .contains("name=\"rate\" value=\"150000\" aria-pressed=\"true\""))
    }
}

@Suite struct CheckoutViewTests {
    @Test func `the order carries the fingerprint of what is seen and a key`() {
        let quote = Sample.quote()
        let html = CheckoutView.page(
            CheckoutModel(
                place: Sample.place, quote: quote, customerName: "Mia", requestKey: "the-key"),
            PageContext()
        ).string

        #expect(html.contains("name=\"fingerprint\" value=\"\(quote.fingerprint)\""))
        #expect(html.contains("name=\"key\" value=\"the-key\""))
        #expect(html.contains("action=\"/l/old-mill/orders\""))
    }

    @Test func `a changed quote shows what was and what is`() {
        let cheap = Sample.quote(
            menu: Sample.menu(prices: [Sample.item("latte").sizes[1].id: Money(500)]))
        let html = CheckoutView.page(
            CheckoutModel(
                place: Sample.place, quote: Sample.quote(), customerName: "", requestKey: "k",
                previous: ShownSums(cheap)), PageContext()
        ).string

        #expect(html.contains("The price changed"))
        #expect(html.contains("<del class=\"soft small\">$11.60</del>"))
        #expect(html.contains("<del class=\"soft small\">$19.54</del>"))
    }
}
