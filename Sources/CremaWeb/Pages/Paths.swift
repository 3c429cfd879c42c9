package import CremaDomain

/// Every address that pages link, post or fetch. A comment names the answer: a *page*, a
/// *fragment* for htmx, or a change, which answers a plain form with 303 and htmx with a fragment.
extension Path {
    /// Page: locations to choose from.
    package static let home = Path("/")
    /// Page: sign in (GET, POST `email`, `password`, `return`).
    package static let signIn = Path("/sign-in")

    /// The same, with where to go on.
    package static func signIn(returning path: Path) -> Path {
        Path(parts: ["sign-in"], query: [("return", path.text)])
    }

    /// Page: sign up (GET, POST `name`, `email`, `password`, `news`, `return`).
    package static let signUp = Path("/sign-up")

    /// The same, with where to go on.
    package static func signUp(returning path: Path) -> Path {
        Path(parts: ["sign-up"], query: [("return", path.text)])
    }

    /// Page: ask for a link to set a new password (GET, POST `email`).
    package static let forgotPassword = Path("/forgot-password")
    /// Change: POST `token`, `password`.
    package static let resetPassword = Path("/reset-password")
    /// Change: POST `token`.
    package static let verifyEmail = Path("/verify-email")

    /// Page: set a new password.
    package static func resetPassword(token: String) -> Path {
        Path(parts: ["reset-password"], query: [("token", token)])
    }

    /// Page: say whose an address is.
    package static func verifyEmail(token: String) -> Path {
        Path(parts: ["verify-email"], query: [("token", token)])
    }

    /// Change: POST, then home.
    package static let signOut = Path("/sign-out")
    /// Change: POST `language` and/or `theme`, `return`; sets cookies.
    package static let settings = Path("/settings")
    /// Page: what the service worker shows when a page can't be had.
    package static let offline = Path("/offline")
    /// The live stream: `location` (menu), `queue` (staff), each any number of times, `after`.
    package static let events = Path("/events")

    /// A file inside the program, under its fingerprinted name.
    package static func asset(_ name: String) -> Path { Path(parts: ["assets", name]) }
    /// A shop's own photo.
    package static func photo(_ name: String) -> Path { Path(parts: ["photos", name]) }
}

// MARK: Ordering

extension Path {
    private static func at(
        _ location: ID<Location>, _ more: [String], query: [(name: String, value: String)] = []
    ) -> Path {
        Path(parts: ["l", location.rawValue] + more, query: query)
    }

    /// Page: the menu. Query: `q`, any number of `filter`.
    package static func menu(_ location: ID<Location>, search: MenuLookup = MenuLookup()) -> Path {
        at(location, ["menu"], query: search.query)
    }

    /// Fragment `#results`, same query as the menu.
    package static func menuResults(
        _ location: ID<Location>, search: MenuLookup = MenuLookup()
    ) -> Path { at(location, ["menu", "results"], query: search.query) }

    /// Page: the item's sheet. `line` names the cart line that is edited.
    package static func item(
        _ location: ID<Location>, _ item: ID<MenuItem>, line: String? = nil
    ) -> Path {
        at(location, ["items", item.rawValue], query: line.map { [("line", $0)] } ?? [])
    }

    /// Fragment `#choice` (POST, the item form); without htmx the whole sheet with that choice.
    package static func choice(_ location: ID<Location>, _ item: ID<MenuItem>) -> Path {
        at(location, ["items", item.rawValue, "choice"])
    }

    /// Page: the cart.
    package static func cart(_ location: ID<Location>) -> Path { at(location, ["cart"]) }

    /// Fragment `#cart`: the same cart for the slide-over.
    package static func cartPanel(_ location: ID<Location>) -> Path {
        at(location, ["cart", "panel"])
    }

    /// Fragment `#cartbar`: count and total at the foot of a page.
    package static func cartBar(_ location: ID<Location>) -> Path { at(location, ["cart", "bar"]) }

    /// Change: POST the item form; `line` empty adds, else replaces that line. Then the menu.
    package static func cartLines(_ location: ID<Location>) -> Path {
        at(location, ["cart", "lines"])
    }

    /// Change: POST `quantity`.
    package static func cartLineQuantity(_ location: ID<Location>, _ line: String) -> Path {
        at(location, ["cart", "lines", line, "quantity"])
    }

    /// Change: POST; the cart then offers to bring the line back.
    package static func cartLineDelete(_ location: ID<Location>, _ line: String) -> Path {
        at(location, ["cart", "lines", line, "delete"])
    }

    /// Change: POST; brings back a line deleted before.
    package static func cartLineRestore(_ location: ID<Location>, _ line: String) -> Path {
        at(location, ["cart", "lines", line, "restore"])
    }

    /// Change: POST `fulfilment` (`toGo`, `forHere`).
    package static func cartFulfilment(_ location: ID<Location>) -> Path {
        at(location, ["cart", "fulfilment"])
    }

    /// Change: POST `tip` in decimal text, or `rate` in parts per million, one of those offered.
    package static func cartTip(_ location: ID<Location>) -> Path { at(location, ["cart", "tip"]) }

    /// Page: the confirm sheet.
    package static func checkout(_ location: ID<Location>) -> Path { at(location, ["checkout"]) }

    /// Change: POST `fingerprint`, `key`, `customerName`, `tender` (`counter`, `wallet`, or
    /// `walletFirst` with `walletAmount` in minor units); 303 to the order, 409 with the confirm
    /// sheet showing the new quote, 422 with the sheet and its problems.
    package static func placeOrder(_ location: ID<Location>) -> Path { at(location, ["orders"]) }
}

// MARK: My orders

extension Path {
    /// Page: my orders, newest first. `after` goes on behind a cursor.
    package static func orders(after cursor: String? = nil) -> Path {
        Path(parts: ["orders"], query: cursor.map { [("after", $0)] } ?? [])
    }

    /// Fragment: the next entries and the link to those after them.
    package static func moreOrders(after cursor: String) -> Path {
        Path(parts: ["orders", "more"], query: [("after", cursor)])
    }

    /// Page: one order.
    package static func order(_ id: ID<Order>) -> Path { Path(parts: ["orders", id.rawValue]) }

    /// Fragment `#order-…`: the part of the page that moves.
    package static func orderLive(_ id: ID<Order>) -> Path {
        Path(parts: ["orders", id.rawValue, "live"])
    }

    /// Fragment `#entry-…`: its entry in the list.
    package static func orderEntry(_ id: ID<Order>) -> Path {
        Path(parts: ["orders", id.rawValue, "entry"])
    }

    /// Change: POST `version`, `key`.
    package static func cancelOrder(_ id: ID<Order>) -> Path {
        Path(parts: ["orders", id.rawValue, "cancel"])
    }

    /// Page to print.
    package static func receipt(_ id: ID<Order>) -> Path {
        Path(parts: ["orders", id.rawValue, "receipt"])
    }
}

// MARK: My account

extension Path {
    /// Page: my account, with what was just done.
    package static func account(notice: AccountNotice? = nil) -> Path {
        Path(parts: ["account"], query: notice.map { [("done", $0.rawValue)] } ?? [])
    }

    /// Change: POST `name`, `news`.
    package static let accountProfile = Path("/account/profile")
    /// Change: POST `current`, `new`.
    package static let accountPassword = Path("/account/password")
    /// Change: POST; all sessions but this one end.
    package static let accountEndOthers = Path("/account/sessions/end-others")
    /// Change: POST; the mail that proves whose the address is comes once more.
    package static let accountVerification = Path("/account/verification")
    /// Change: POST; this browser's orders become the account's.
    package static let accountClaim = Path("/account/claim")
    /// File: all that is kept of me.
    package static let accountExport = Path("/account/export")
    /// Change: POST `password`; the account is gone.
    package static let accountClose = Path("/account/close")

    /// Change: POST; one session ends.
    package static func accountEndSession(_ id: String) -> Path {
        Path(parts: ["account", "sessions", id, "end"])
    }
}

// MARK: People

extension Path {
    /// Page: who works here (GET; POST `email`, `role` ("barista old-mill"), `key` to invite).
    package static let people = Path("/manage/people")

    /// The same, with what was just done.
    package static func people(notice: PeopleNotice) -> Path {
        Path(parts: ["manage", "people"], query: [("done", notice.rawValue)])
    }

    /// Change: POST `role`, `none` to take it.
    package static func changeRole(_ person: ID<Person>, _ location: ID<Location>?) -> Path {
        Path(
            parts: [
                "manage", "people", person.rawValue, "roles", location?.rawValue ?? "all",
            ])
    }

    /// Change: POST.
    package static func withdrawInvitation(_ id: String) -> Path {
        Path(parts: ["manage", "invitations", id, "withdraw"])
    }

    /// Change: POST `token`, and to sign up `name` and `password`.
    package static let invitation = Path("/invitation")

    /// Page: an invitation, as the one invited sees it.
    package static func invitation(token: String) -> Path {
        Path(parts: ["invitation"], query: [("token", token)])
    }
}

// MARK: My wallet

extension Path {
    /// Page: my wallet. `before` goes on behind a change.
    package static func wallet(before id: Int64? = nil) -> Path {
        Path(parts: ["wallet"], query: id.map { [("before", String($0))] } ?? [])
    }

    /// Fragment `#wallet`.
    package static let walletLive = Path("/wallet/live")

    /// Fragment: the next changes and the link to those after them.
    package static func moreOfWallet(before id: Int64) -> Path {
        Path(parts: ["wallet", "more"], query: [("before", String(id))])
    }
}

// MARK: Cards

extension Path {
    /// Change: POST `wish` (`rest`, `lines`, `amount`), `line1` …, `amount` in decimal text,
    /// `reason`, `version`, `key`.
    package static func refund(_ order: ID<Order>) -> Path {
        Path(parts: ["orders", order.rawValue, "refund"])
    }

    /// Page: pay an order by card (GET; POST `method`, `key`).
    package static func pay(_ order: ID<Order>) -> Path {
        Path(parts: ["orders", order.rawValue, "pay"])
    }

    /// Page: put money into my wallet by card (GET; POST `preset` or `amount` in decimal text,
    /// `method`, `key`).
    package static let cardTopUp = Path("/wallet/top-up")

    /// Where the customer comes back to from the bank; leads on to what is paid for.
    package static func returnFromBank(_ payment: ID<Payment>) -> Path {
        Path(parts: ["payments", payment.rawValue, "return"])
    }

    /// Page: a sandbox' bank (GET; POST `answer`: `yes`, `no`).
    package static func bank(_ reference: String) -> Path {
        Path(parts: ["sandbox", reference])
    }
}

// MARK: The bar

extension Path {
    /// Page: bars to choose from, for staff of several locations; else straight to the one.
    package static let bars = Path("/bar")

    /// Page: a location's queue.
    package static func bar(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue])
    }

    /// Fragment `#queue`.
    package static func queue(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "queue"])
    }

    /// Page: put money into a wallet (GET, POST `email`, `amount` in decimal text, `kind`, `key`).
    package static func topUp(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "top-up"])
    }

    /// Page: the cash drawer.
    package static func drawer(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "drawer"])
    }

    /// Change: POST `float` in decimal text, `key`.
    package static func openDrawer(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "drawer", "open"])
    }

    /// Change: POST `session`, `kind` (`paidIn`, `paidOut`, `drop`), `amount` in decimal text,
    /// `reason`, `key`.
    package static func moveCash(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "drawer", "movements"])
    }

    /// Page: count the drawer (GET; POST `session`, `d500` … pieces of a value, or `total` in
    /// decimal text, `seen` (`1`), `orders`, `postings`, `key`); then the report.
    package static func countDrawer(_ location: ID<Location>) -> Path {
        Path(parts: ["bar", location.rawValue, "drawer", "count"])
    }

    /// Page to print: a day's report.
    package static func dayReport(_ location: ID<Location>, _ number: Int) -> Path {
        Path(parts: ["bar", location.rawValue, "reports", String(number)])
    }

    /// Page: reports and drawers of the places that I manage.
    package static let dayReports = Path("/manage/reports")

    /// The same, of one place, before a number.
    package static func dayReports(_ location: ID<Location>, before number: Int) -> Path {
        Path(
            parts: ["manage", "reports"],
            query: [("location", location.rawValue), ("before", String(number))])
    }

    private static func ticket(
        _ location: ID<Location>, _ order: ID<Order>, _ verb: String
    ) -> Path { Path(parts: ["bar", location.rawValue, "orders", order.rawValue, verb]) }

    /// Change: POST `to` (a state), `version`, `key`. Fragment `#queue` with its notice.
    package static func move(_ location: ID<Location>, _ order: ID<Order>) -> Path {
        ticket(location, order, "move")
    }

    /// Change: POST `reason` or `otherReason`, `version`, `key`.
    package static func cancelTicket(_ location: ID<Location>, _ order: ID<Order>) -> Path {
        ticket(location, order, "cancel")
    }

    /// Change: POST `kind` (`cash`, `externalCard`), `amount` (what the screen showed, decimal
    /// text), `version`, `key`.
    package static func pay(_ location: ID<Location>, _ order: ID<Order>) -> Path {
        ticket(location, order, "pay")
    }

    /// Change: POST `line` (from 0), `done` (`1`, `0`), `key`.
    package static func tick(_ location: ID<Location>, _ order: ID<Order>) -> Path {
        ticket(location, order, "tick")
    }
}
