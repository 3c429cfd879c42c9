import CremaDomain
import CremaWeb
import Testing

/// What people type stands on many pages; none of it may become markup or turn what is around it.
@Suite struct HostileTextTests {
    static let texts = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'><svg/onload=alert(1)>",
        "\u{202E}txt.exe\u{2069}\u{2069}", "☕👩\u{200D}🍳 Zoë", "a\u{0}b", "</title></bdi><b>",
        "{0}{n}&amp;&lt;",
    ]

    private static func pages(_ text: String) -> [HTML] {
        var location = Sample.location
        location.name = text
        location.legal = LegalEntity(name: text, address: [text], taxNumber: text)
        let place = Place(location: location, openness: .paused(reason: text))
        var line = Sample.lines[0]
        line.request = text
        line.cupName = text
        let quote = Sample.quote(
            [line], discounts: [Discount(name: text, kind: .orderAmount(Money(10)))])
        var order = Sample.order(7, .cancelled, name: text, lines: [line])
        order.reason = text
        let model = OrderModel(
            order: order, location: location, placedAt: Sample.clock(8, 0),
            stepTimes: order.timeline.map { _ in Sample.clock(8, 0) }, canCancel: true,
            requestKey: text)
        var open = Sample.order(8, .pending, name: text, lines: [line])
        open.reason = text
        let cart = CartModel(
            place: place, menu: Sample.menu, fulfilment: .toGo,
            lines: [
                CartLineModel(
                    key: "k1", line: line, quoted: quote.lines[0],
                    problems: [.retiredItem(name: text), .unknownCode(text)])
            ], quote: quote, problems: [.tooFewChoices(group: text, minimum: 1)],
            removed: (key: text, name: text))
        var context = PageContext()
        context.shopName = text
        context.personName = text
        return [
            HomeView.page(HomeModel(places: [place], openOrders: [model]), context),
            MenuView.page(
                MenuModel(
                    place: place, menu: Sample.menu, minuteOfDay: 0,
                    search: MenuLookup(text: text), sections: []), context),
            ItemView.page(
                ItemModel(
                    place: place, menu: Sample.menu, item: Sample.item("latte"),
                    choice: Sample.choice(line), lineKey: text, requestKey: text), context),
            CartView.page(cart, context),
            CheckoutView.page(
                CheckoutModel(
                    place: place, quote: quote, customerName: text, requestKey: text,
                    problems: [.cart([.itemSoldOut(name: text)])]), context),
            OrderView.page(model, context),
            OrdersView.page(OrdersModel(entries: [model], nextCursor: text), context),
            ReceiptView.page(ReceiptModel(order: model, number: text), context),
            BarView.page(
                BarModel(
                    location: location, tickets: [Sample.ticket(open, age: 9)], openCount: 1,
                    sequence: 1), context),
            SignInView.page(SignInModel(email: text), context),
            SignUpView.page(Sample.signUp(text), context),
            AccountView.page(Sample.account(text), context),
            PeopleView.page(Sample.people(text), context),
            InvitationView.page(Sample.invitation(text), context),
            MailLinkView.forgot(email: text, problem: nil, context),
            MailLinkView.reset(token: text, problem: nil, context),
            ErrorView.page(ErrorModel(kind: .notFound, requestID: text), context),
        ]
    }

    @Test(arguments: texts)
    func `typed text never becomes markup`(_ text: String) {
        for page in HostileTextTests.pages(text) {
            let html = page.string.lowercased()
            #expect(!html.contains("<script>"))
            #expect(!html.contains("<img"))
            #expect(!html.contains("<svg/"))
            #expect(!html.contains("</bdi><b>"))
            #expect(!html.utf8.contains(0))
            #expect(html.components(of: "</title>") == 1)
        }
    }

    @Test func `marks of direction stay within the text that brought them`() {
        for page in HostileTextTests.pages("\u{202E}evil\u{2069}") {
            for (index, scalar) in page.string.unicodeScalars.enumerated()
            where scalar.value == 0x202E {
                let before = String(page.string.unicodeScalars.prefix(index).suffix(5))
                let isSetApart =
                    before.hasSuffix("<bdi>") || before.hasSuffix("\"") || before.hasSuffix("× ")
                #expect(isSetApart, "…\(before)")
            }
        }
    }
}

extension String {
    func components(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
