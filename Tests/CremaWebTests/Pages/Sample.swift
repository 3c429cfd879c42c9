import CremaAPI
import CremaDomain
import CremaServices
import CremaWeb
import FoundationEssentials

/// The corner shop on a Monday morning: the demo's menu, a cart of three lines, orders in every
/// state.
enum Sample {
    static let usd = Currency(code: "USD") ?? missing("USD is listed")
    static let monday = LocalDate(year: 2026, month: 11, day: 30) ?? missing("a day")
    static let zone = ZoneID("America/New_York") ?? missing("a zone")

    static func missing<T>(_ what: String) -> T { preconditionFailure(what) }

    static let menu: Menu = menu()

    static func menu(
        version: Int64 = 7, soldOut: [String] = ["mocha"], prices: [ID<ItemSize>: Money] = [:]
    ) -> Menu {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Sources/CAssets/demo/demo-menu.json")
        do {
            let document = try MenuDocument(json: Array(try Data(contentsOf: file)))
            var out: [ID<MenuItem>: Availability] = [:]
            for id in soldOut { out[ID(id)] = Availability(isSoldOut: true) }
            return Menu(
                version: version, catalog: try document.catalog(), itemAvailability: out,
                sizePrices: prices)
        } catch {
            preconditionFailure("the demo's menu can be read: \(error)")
        }
    }

    static let location: Location = {
        let taxes = TaxTable(
            rules: menu.catalog.items.map(\.taxCategory).reduce(into: Set()) { $0.insert($1) }.map {
                TaxRule(
                    category: $0, validFrom: monday,
                    components: [
                        TaxComponent(name: "NY State", rate: Rate(partsPerMillion: 40_000)),
                        TaxComponent(name: "New York City", rate: Rate(partsPerMillion: 45_000)),
                    ])
            }, pricesIncludeTax: false)
        var location = Location(
            id: ID("old-mill"), name: "Old Mill", currency: usd, zone: zone,
            hours: .alwaysOpen, taxes: taxes,
            legal: LegalEntity(
                name: "Good Grounds LLC", address: ["12 Mill Lane", "Brooklyn, NY 11201"],
                taxNumber: "47-1122334"))
        location.tipSuggestions = [10, 15, 20].map { Rate(partsPerMillion: $0 * 10_000) }
        location.languages = ["en", "ar"]
        return location
    }()

    static let harbour: Location = {
        var harbour = location
        harbour.id = ID("harbour")
        harbour.name = "Harbour"
        harbour.legal.address = ["3 Pier Road", "Brooklyn, NY 11231"]
        return harbour
    }()

    static func clock(_ hour: Int, _ minute: Int) -> WallTime {
        WallTime(year: 2026, month: 11, day: 30, hour: hour, minute: minute)
    }

    static let place = Place(
        location: location, openness: .open(until: clock(18, 0)), readyIn: 6...9, drinksAhead: 4)
    static let closedPlace = Place(
        location: harbour,
        openness: .closed(
            opens: WallTime(year: 2026, month: 12, day: 1, hour: 7, minute: 0),
            today: clock(20, 0)))

    // MARK: Choosing

    static func item(_ id: String) -> MenuItem { menu.item(ID(id)) ?? missing(id) }

    static func line(_ id: String, size: Int? = 1, _ modifiers: [String], quantity: Int = 1)
        -> CartLine
    {
        let item = item(id)
        var line = ItemForm.start(item, menu: menu)
        if let size, item.sizes.indices.contains(size) { line.sizeID = item.sizes[size].id }
        for name in modifiers {
            let groups = menu.groups(of: item)
            guard
                let group = groups.first(where: { $0.modifiers.contains { $0.name.text == name } }),
                let modifier = group.modifiers.first(where: { $0.name.text == name })
            else { preconditionFailure("\(id) has no \(name)") }
            if group.isSingleChoice {
                line.modifiers.removeAll { choice in
                    group.modifiers.contains { $0.id == choice.id }
                }
            }
            line.modifiers.append(ModifierChoice(id: modifier.id))
        }
        line.quantity = quantity
        return line
    }

    static func context(_ language: String = "en") -> PricingContext {
        PricingContext(businessDate: monday, minuteOfDay: 500, language: language)
    }

    static let lines: [CartLine] = {
        var latte = line("latte", ["Oat drink"], quantity: 2)
        latte.request = "Extra hot, please"
        latte.cupName = "علي"
        return [latte, line("croissant", [])]
    }()

    static func quote(
        _ lines: [CartLine] = lines, tip: Money = Money(180), menu: Menu = menu,
        discounts: [Discount] = [], language: String = "en"
    ) -> Quote {
        do {
            return try price(
                Cart(locationID: location.id, lines: lines, tip: tip), menu: menu,
                location: location,
                context: PricingContext(
                    businessDate: monday, minuteOfDay: 500, discounts: discounts,
                    language: language))
        } catch {
            preconditionFailure("the sample can be priced: \(error)")
        }
    }

    static func choice(_ line: CartLine, isEdit: Bool = false, language: String = "en")
        -> ChoiceModel
    {
        let item = menu.item(line.itemID) ?? missing("an item")
        let result = menu.check(line, index: 0, minuteOfDay: 500, language: language)
        switch result {
        case .success(let checked):
            return ChoiceModel(
                locationID: location.id, currency: usd, language: language, item: item,
                line: line, checked: checked,
                subtotal: quote([line], tip: .zero, language: language).subtotal, isEdit: isEdit)
        case .failure(let problems):
            return ChoiceModel(
                locationID: location.id, currency: usd, language: language, item: item,
                line: line, checked: nil, subtotal: nil, problems: problems.all.map(\.kind),
                isEdit: isEdit)
        }
    }

    static func cart(
        _ quote: Quote? = quote(), lines: [CartLine] = lines, tip: Money = Money(180)
    ) -> CartModel {
        let base = Money(1780)
        return CartModel(
            place: place, menu: menu, fulfilment: .toGo,
            lines: lines.enumerated().map { index, line in
                CartLineModel(
                    key: "k\(index + 1)", line: line,
                    quoted: quote.map { $0.lines[index] },
                    changes: index == 1 ? [.price(from: Money(395), to: Money(425))] : [])
            }, quote: quote, tip: tip,
            tipOffers: location.tipSuggestions.map {
                TipOffer(rate: $0, amount: base.share($0))
            })
    }

    // MARK: Orders

    static func order(
        _ number: Int64, _ state: OrderState, name: String = "Mia", lines: [CartLine] = lines,
        paid: TenderKind? = nil, minutesAgo: Int64 = 6, language: String = "en"
    ) -> Order {
        let quote = quote(lines, language: language)
        let placed = Timestamp(seconds: 1_796_000_000 - minutesAgo * 60)
        let way: [OrderState] = [.pending, .preparing, .ready, .completed]
        let reached: [OrderState] =
            switch state {
            case .awaitingPayment: [.awaitingPayment]
            case .expired: [.awaitingPayment, .expired]
            default: way.firstIndex(of: state).map { Array(way[...$0]) } ?? [.pending, state]
            }
        let tender = Tender(
            number: 1, kind: paid ?? .counter, amount: quote.total,
            state: paid == nil ? .pending : .captured)
        return Order(
            id: ID("0190f3b2-7c1e-7000-8000-0000000000\(number < 10 ? "0" : "")\(number)"),
            callNumber: CallNumber(sequence: number), placedAt: placed, quote: quote,
            customerName: name, language: language, state: state, version: 3, tenders: [tender],
            timeline: reached.enumerated().map { index, state in
                Order.Step(state: state, at: placed + .seconds(120 * index))
            })
    }

    static func orderModel(_ order: Order, notice: OrderNotice? = nil) -> OrderModel {
        OrderModel(
            order: order, location: location, placedAt: clock(8, 14),
            stepTimes: order.timeline.indices.map { clock(8, 14 + 2 * $0) },
            readyFrom: clock(8, 22), readyTo: clock(8, 26), linesDone: 1,
            canCancel: order.state == .pending || order.state == .awaitingPayment,
            requestKey: "a-request-key-of-thirty-two-characters",
            notice: notice)
    }

    static func ticket(
        _ order: Order, age: Int, _ urgency: Urgency = .calm, done: Set<Int> = [],
        due: WallTime? = nil
    ) -> TicketModel {
        TicketModel(
            order: order, since: order.placedAt, ageSeconds: age, urgency: urgency, due: due,
            doneLines: done, cashDue: order.due, requestKey: "tap-\(order.callNumber)")
    }
}

extension Sample {
    /// A form to sign up, with the same text in each field and a problem at each.
    static func signUp(_ text: String) -> SignUpModel {
        var model = SignUpModel()
        model.email = text
        model.name = text
        model.problem = FormProblem(field: "email", sentence: "That can't be.")
        return model
    }

    /// An account whose every text is the same.
    static func account(_ text: String) -> AccountModel {
        let since = WallTime(year: 2026, month: 3, day: 10, hour: 8, minute: 15)
        var model = AccountModel(
            email: text, canVerify: true, name: text, wantsNews: true,
            sessions: [
                AccountModel.OpenSession(
                    id: "here", client: text, since: since, isCurrent: true),
                AccountModel.OpenSession(
                    id: "there", client: "", since: since, isCurrent: false),
            ], claimableOrders: 2)
        model.notice = .saved
        model.problem = (.closing, FormProblem(field: "password", sentence: "That can't be."))
        return model
    }
}

extension Sample {
    /// Staff whose every text is the same.
    static func people(_ text: String) -> PeopleModel {
        var model = PeopleModel(
            members: [
                PeopleModel.Member(
                    id: ID("ada"), name: text, email: text,
                    roles: [
                        PeopleModel.HeldRole(
                            locationID: nil, locationName: "", role: .owner, offered: []),
                        PeopleModel.HeldRole(
                            locationID: location.id, locationName: text, role: .barista,
                            offered: [.barista, .manager]),
                    ])
            ],
            invited: [
                PeopleModel.Invited(
                    id: "one", email: text, locationName: text, role: .barista,
                    canWithdraw: true)
            ],
            places: [
                PeopleModel.Place(id: location.id, name: text, roles: [.barista, .manager]),
                PeopleModel.Place(id: nil, name: "", roles: [.owner]),
            ], sendsMail: true, requestKey: "key")
        model.email = text
        model.notice = .invited
        return model
    }

    /// An invitation to somebody without an account, with the same text in each field.
    static func invitation(_ text: String) -> InvitationModel {
        var model = InvitationModel(
            token: text, email: text, inviter: text, locationName: text, role: .barista,
            step: .signUp)
        model.name = text
        model.problem = FormProblem(field: "password", sentence: "That can't be.")
        return model
    }
}
