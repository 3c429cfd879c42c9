import CremaDomain
import CremaWeb
import FoundationEssentials
import Testing

/// Writes every page with sample data into the folder that `CREMA_GALLERY` names, for people and
/// `tests/gallery/shoot.py` to look at. Without the variable it only makes sure that all can be
/// drawn.
@Suite struct GalleryTests {
    @Test(arguments: Language.allCases)
    func `every page can be drawn in every language`(_ language: Language) throws {
        let pages = Gallery.pages(language)
        #expect(pages.allSatisfy { $0.html.string.contains("</html>") })

        guard let folder = ProcessInfo.processInfo.environment["CREMA_GALLERY"] else { return }
        let files = FileManager.default
        try files.createDirectory(atPath: folder + "/assets", withIntermediateDirectories: true)
        for page in pages {
            try Data(page.html.document).write(
                to: URL(filePath: "\(folder)/\(page.name).\(language.tag).html"))
        }
    }
}

enum Gallery {
    struct Page {
        let name: String
        let html: HTML
    }

    static func pages(_ language: Language) -> [Page] {
        var context = PageContext()
        context.language = language
        context.shopName = "Good Grounds"
        context.sequence = 41
        return ordering(context) + money(context) + orders(context) + bar(context)
            + till(context) + trouble(context)
    }

    private static func ordering(_ context: PageContext) -> [Page] {
        let language = context.language.tag
        let summary = Sample.cart().summary
        let menu = MenuModel(
            place: Sample.place, menu: Sample.menu, minuteOfDay: 800,
            sections: MenuModel.allSections(of: Sample.menu), cart: summary)
        let search = MenuLookup(text: "kumquat", filters: [.vegan])
        let latte = Sample.choice(
            Sample.line("latte", ["Oat drink"], quantity: 2), language: language)
        let unfinished = Sample.choice(CartLine(itemID: ID("latte")), language: language)
        func item(_ choice: ChoiceModel, wasSubmitted: Bool = false) -> ItemModel {
            ItemModel(
                place: Sample.place, menu: Sample.menu, item: choice.item, choice: choice,
                requestKey: "key", wasSubmitted: wasSubmitted, cart: summary)
        }
        let quote = Sample.quote(language: language)
        let empty = CartModel(
            place: Sample.place, menu: Sample.menu, fulfilment: .toGo, lines: [], quote: nil,
            removed: (key: "k1", name: "Latte"))
        return [
            Page(
                name: "home",
                html: HomeView.page(
                    HomeModel(
                        places: [Sample.place, Sample.closedPlace],
                        openOrders: [Sample.orderModel(Sample.order(42, .preparing))]), context)),
            Page(name: "menu", html: MenuView.page(menu, context)),
            Page(
                name: "menu-none",
                html: MenuView.page(
                    MenuModel(
                        place: Sample.place, menu: Sample.menu, minuteOfDay: 800, search: search,
                        sections: []), context)),
            Page(name: "item", html: ItemView.page(item(latte), context)),
            Page(
                name: "item-problems",
                html: ItemView.page(item(unfinished, wasSubmitted: true), context)),
            Page(
                name: "item-food",
                html: ItemView.page(
                    item(
                        Sample.choice(Sample.line("croissant", []), language: language)),
                    context)),
            Page(name: "cart", html: CartView.page(Sample.cart(quote), context)),
            Page(name: "cart-empty", html: CartView.page(empty, context)),
            Page(name: "cart-problems", html: CartView.page(broken(), context)),
            Page(
                name: "checkout",
                html: CheckoutView.page(
                    CheckoutModel(
                        place: Sample.place, quote: quote, customerName: "Mia",
                        requestKey: "key"), context)),
            Page(
                name: "checkout-changed",
                html: CheckoutView.page(
                    CheckoutModel(
                        place: Sample.place, quote: quote, customerName: "",
                        requestKey: "key",
                        previous: ShownSums(
                            Sample.quote(
                                menu: Sample.menu(prices: [
                                    Sample.item("latte").sizes[1].id: Money(500)
                                ]))),
                        problems: [.nameMissing]), context)),
        ]
    }

    private static func money(_ context: PageContext) -> [Page] {
        let quote = Sample.quote(language: context.language.tag)
        return [
            Page(
                name: "checkout-wallet",
                html: CheckoutView.page(
                    CheckoutModel(
                        place: Sample.place, quote: quote, customerName: "Mia",
                        requestKey: "key",
                        problems: [
                            .insufficientFunds(balance: Money(3_00), short: Money(1_00))
                        ], wallet: Money(3_00)), context)),
            Page(name: "wallet", html: WalletView.page(wallet(), context)),
            Page(
                name: "top-up",
                html: TopUpView.page(
                    TopUpModel(
                        location: Sample.place.location, email: "mia@example.com",
                        amount: "five", requestKey: "key", problem: .amount,
                        done: TopUpModel.Done(
                            email: "mia@example.com", amount: Money(5_00),
                            balance: Money(8_00))),
                    context)),
        ]
    }

    private static func wallet() -> WalletModel {
        let at = WallTime(year: 2026, month: 3, day: 1, hour: 9, minute: 5)
        return WalletModel(
            person: ID("mia"), balance: Money(3_00), currency: Sample.place.location.currency,
            version: 3,
            changes: [
                WalletModel.Change(
                    kind: .refund, orderID: ID("order-1"), amount: Money(2_00),
                    balance: Money(3_00), at: at),
                WalletModel.Change(
                    kind: .sale, orderID: ID("order-1"), amount: Money(-4_00),
                    balance: Money(1_00), at: at),
                WalletModel.Change(
                    kind: .topUp, orderID: nil, amount: Money(5_00), balance: Money(5_00), at: at),
            ], next: 1)
    }

    private static func broken() -> CartModel {
        CartModel(
            place: Sample.place, menu: Sample.menu, fulfilment: .forHere,
            lines: [
                CartLineModel(
                    key: "k1", line: Sample.line("mocha", []), quoted: nil,
                    problems: [.itemSoldOut(name: "Mocha")]),
                CartLineModel(key: "k2", line: Sample.line("croissant", []), quoted: nil),
            ], quote: nil)
    }

    private static func orders(_ context: PageContext) -> [Page] {
        let language = context.language.tag
        func model(_ state: OrderState, paid: TenderKind? = nil) -> OrderModel {
            Sample.orderModel(Sample.order(42, state, paid: paid, language: language))
        }
        let list = OrdersModel(
            entries: [
                model(.ready), Sample.orderModel(Sample.order(38, .preparing)),
                Sample.orderModel(Sample.order(37, .completed, paid: .cash)),
                Sample.orderModel(Sample.order(31, .cancelled)),
                Sample.orderModel(Sample.order(29, .completed, paid: .externalCard)),
            ], nextCursor: "c")
        return [
            Page(name: "order-pending", html: OrderView.page(model(.pending), context)),
            Page(name: "order-preparing", html: OrderView.page(model(.preparing), context)),
            Page(name: "order-ready", html: OrderView.page(model(.ready), context)),
            Page(
                name: "order-completed",
                html: OrderView.page(model(.completed, paid: .cash), context)),
            Page(
                name: "order-cancelled",
                html: OrderView.page(
                    Sample.orderModel(Sample.order(42, .cancelled), notice: .cancelled), context)),
            Page(name: "orders", html: OrdersView.page(list, context)),
            Page(
                name: "orders-none", html: OrdersView.page(OrdersModel(entries: []), context)),
            Page(
                name: "receipt",
                html: ReceiptView.page(
                    ReceiptModel(order: model(.completed, paid: .cash), number: "2026-000142"),
                    context)),
        ]
    }

    private static func bar(_ context: PageContext) -> [Page] {
        var context = context
        context.role = .barista
        context.personName = "Sam"
        let cortado = [Sample.line("cortado", [])]
        let whites = [
            Sample.line("flat-white", ["Oat drink"], quantity: 3), Sample.line("croissant", []),
        ]
        let tickets = [
            Sample.ticket(
                Sample.order(39, .pending, name: "Jonas", lines: cortado, minutesAgo: 10),
                age: 580, .late, due: Sample.clock(8, 12)),
            Sample.ticket(
                Sample.order(41, .pending, name: "علي", lines: whites, paid: .cash, minutesAgo: 5),
                age: 312, .soon, due: Sample.clock(8, 19)),
            Sample.ticket(
                Sample.order(43, .pending, name: "Zoë", minutesAgo: 1), age: 42,
                due: Sample.clock(8, 26)),
            Sample.ticket(
                Sample.order(40, .preparing, paid: .externalCard, minutesAgo: 6), age: 185,
                done: [0], due: Sample.clock(8, 24)),
            Sample.ticket(
                Sample.order(37, .ready, name: "Ines", lines: cortado, paid: .cash), age: 80),
            Sample.ticket(Sample.order(36, .ready, name: "Tom", lines: whites), age: 242),
            Sample.ticket(
                Sample.order(35, .completed, name: "Lea", lines: cortado, paid: .cash), age: 300),
        ]
        func model(_ notice: BarNotice?) -> BarModel {
            BarModel(
                location: Sample.location, tickets: tickets, openCount: 6, sequence: 41,
                notice: notice)
        }
        let undo = BarNotice.Undo(
            orderID: ID("x"), back: .pending, version: 4, requestKey: "undo")
        return [
            Page(name: "bar", html: BarView.page(model(nil), context)),
            Page(
                name: "bar-moved",
                html: BarView.page(
                    model(.moved(CallNumber(sequence: 40), to: .preparing, undo: undo)), context)),
            Page(
                name: "bar-stale",
                html: BarView.page(
                    model(.stale(CallNumber(sequence: 39), now: .ready)), context)),
            Page(
                name: "bars",
                html: BarView.choice(
                    BarsModel(locations: [Sample.location, Sample.harbour]), context)),
        ]
    }

    private static func trouble(_ context: PageContext) -> [Page] {
        let errors = ErrorModel.Kind.allCases.map { kind in
            Page(
                name: "error-\(kind.status)",
                html: ErrorView.page(
                    ErrorModel(
                        kind: kind, requestID: "0190f3b2-7c1e",
                        retryAfterSeconds: kind == .tooManyRequests ? 30 : nil), context))
        }
        return errors + [
            Page(
                name: "sign-in",
                html: SignInView.page(
                    SignInModel(email: "mia@example.com", problem: .wrong), context)),
            Page(name: "sign-up", html: SignUpView.page(Sample.signUp("ada"), context)),
            Page(name: "account", html: AccountView.page(Sample.account("ada"), context)),
            Page(name: "people", html: PeopleView.page(Sample.people("ada"), context)),
            Page(
                name: "invitation", html: InvitationView.page(Sample.invitation("ada"), context)),
            Page(
                name: "forgot-password",
                html: MailLinkView.forgot(email: "ada", problem: nil, context)),
            Page(
                name: "reset-password",
                html: MailLinkView.reset(token: "ada", problem: nil, context)),
            Page(
                name: "verify-email",
                html: MailLinkView.verify(token: "ada", problem: nil, context)),
            Page(name: "link-over", html: MailLinkView.notValid(context)),
            Page(name: "account-closed", html: AccountView.closed(context)),
            Page(name: "offline", html: OfflineView.page(context)),
        ]
    }
}
