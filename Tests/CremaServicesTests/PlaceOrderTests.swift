import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import TestEngine
import Testing

/// From a quote to an order, or to the reason why not.
struct PlaceOrderTests {
    @Test func `an order freezes what was quoted`() async throws {
        try await withShop { shop in
            let lines = [Story.line(Story.oat, quantity: 2, syrups: 2), Story.croissants()]
            let request = try await shop.request(lines, tip: Money(100))
            let quote = try await shop.services.quote(request.cart, language: "en")

            let placed = try await shop.services.placeOrder(request, by: Story.ada, key: nil).output

            let record = try await shop.order(placed.id)
            #expect(record.order.quote == quote)
            #expect(record.order.quote.total == Money(2 * 510 + 300 + 100))
            #expect(record.order.state == .pending)
            #expect(record.order.version == 1)
            #expect(record.order.due == quote.total)
            #expect(record.owner == .person(ID("ada")))
            #expect(record.order.callNumber.description == "A001")
            let event = try #require(try await shop.events().last)
            #expect(event.kind == .order && event.version == 1 && event.owner == "person:ada")
        }
    }

    @Test(arguments: [320, 280] as [Int64])
    func `a price that changed, up or down, asks again and charges nobody`(
        price: Int64
    ) async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.croissants(2)])
            let catalog = try Story.catalog(changing: Story.croissant) { $0.price = Money(price) }
            _ = try await shop.services.perform(PublishMenu(catalog: catalog), by: .system)
            let before = try shop.dump()

            let refused = try await shop.refusal(placing: request, key: key("k"))

            guard case .quoteChanged(let quote) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(quote.total == Money(2 * price))
            #expect(try shop.dump() == before)
            var again = request
            again.fingerprint = quote.fingerprint
            let placed = try await shop.services.placeOrder(again, by: Story.ada, key: key("k"))
            #expect(placed.output.total == Money(2 * price))
        }
    }

    @Test func `a total that the client worked out otherwise asks again`() async throws {
        try await withShop { shop in
            var request = try await shop.request([Story.croissants(2)])
            request.expectedTotal = Money(599)
            var byLine = try await shop.request([Story.croissants(2)])
            byLine.expectedUnitPrices = [0: Money(299)]
            var beyond = try await shop.request([Story.croissants(2)])
            beyond.expectedUnitPrices = [1: Money(300)]

            for request in [request, byLine, beyond] {
                let refused = try await shop.refusal(placing: request)
                guard case .quoteChanged = refused else {
                    Issue.record("\(refused)")
                    return
                }
            }
        }
    }

    @Test func `what went between quote and order is named`() async throws {
        let soldOut = CartProblem.Kind.itemSoldOut(name: "Croissant")
        try await expectRefused(soldOut, line: Story.croissants()) { shop in
            try await shop.set(.item(Story.croissant), Availability(isSoldOut: true))
        }
        let noOat = CartProblem.Kind.modifierSoldOut(name: "Oat milk")
        try await expectRefused(noOat, line: Story.line(Story.oat)) { shop in
            try await shop.set(.modifier(Story.oat), Availability(isSoldOut: true))
        }
        let retired = CartProblem.Kind.retiredItem(name: "Croissant")
        try await expectRefused(retired, line: Story.croissants()) { shop in
            let catalog = try Story.catalog(changing: Story.croissant) { $0.isRetired = true }
            _ = try await shop.services.perform(PublishMenu(catalog: catalog), by: .system)
        }
        let removed = CartProblem.Kind.unknownModifier(id: "syrup")
        try await expectRefused(removed, line: Story.line(syrups: 1)) { shop in
            var catalog = Story.catalog
            catalog.groups.removeAll { $0.id == ID("extras") }
            catalog.items[0].groups = [ID("milk")]
            _ = try await shop.services.perform(PublishMenu(catalog: catalog), by: .system)
        }
    }

    private func expectRefused(
        _ kind: CartProblem.Kind, line: CartLine, after change: (TestShop) async throws -> Void
    ) async throws {
        try await withShop { shop in
            let request = try await shop.request([line])
            try await change(shop)
            let before = try shop.dump()

            let refused = try await shop.refusal(placing: request, key: key("k"))

            guard case .cart(let problems) = refused else {
                Issue.record("\(refused)")
                return
            }
            #expect(problems.all.contains(CartProblem(line: 0, kind: kind)), "\(problems)")
            #expect(try shop.dump() == before)
        }
    }

    @Test func `the same key gives the first answer, whatever became of the order`() async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.line()])
            let first = try await shop.services.placeOrder(request, by: Story.ada, key: key("k"))
            try await shop.pay(first.output.id)
            for state in [OrderState.preparing, .ready, .completed] {
                try await shop.move(first.output.id, to: state)
            }
            // Not even a menu that moved on stands in the way.
            let dearer = try Story.catalog(changing: Story.flatWhite) { $0.isRetired = true }
            _ = try await shop.services.perform(PublishMenu(catalog: dearer), by: .system)

            let again = try await shop.services.placeOrder(request, by: Story.ada, key: key("k"))

            #expect(first.isReplay == false)
            #expect(again.isReplay)
            #expect(again.output == first.output)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 1)
        }
    }

    @Test func `the same key for another cart is refused`() async throws {
        try await withShop { shop in
            let first = try await shop.request([Story.line()])
            let second = try await shop.request([Story.croissants()])
            _ = try await shop.services.placeOrder(
                first, by: Story.ada, key: key("k", body: "coffee"))

            let found = try await failure(PlaceOrderRefusal.self) {
                try await shop.services.placeOrder(
                    second, by: Story.ada, key: key("k", body: "croissant"))
            }

            guard case .keyReused = found else {
                Issue.record("\(String(describing: found))")
                return
            }
        }
    }

    @Test func `an order that costs nothing completes without a payment`() async throws {
        try await withShop { shop in
            let placed = try await shop.place([CartLine(itemID: Story.water)])

            #expect(placed.total == .zero && placed.due == .zero)
            for state in [OrderState.preparing, .ready, .completed] {
                try await shop.move(placed.id, to: state)
            }
            let record = try await shop.order(placed.id)
            #expect(record.order.state == .completed)
            #expect(record.order.tenders.isEmpty)
        }
    }

    @Test func `a device may have so many unpaid orders open, and no more`() async throws {
        try await withShop(corner: { $0.unpaidOrdersPerDevice = 2 }) { shop in
            let first = try await shop.place(by: Story.phone)
            let second = try await shop.place(by: Story.phone)
            let request = try await shop.request([Story.line()])
            let tooMany = PlaceOrderRefusal.tooManyUnpaid(limit: 2)

            #expect(try await shop.refusal(placing: request, by: Story.phone) == tooMany)
            try await shop.place(by: Actor(device: ID("another-phone")))
            try await shop.place([CartLine(itemID: Story.water)], by: Story.phone)
            try await shop.pay(first.id)
            try await shop.place(by: Story.phone)
            #expect(try await shop.refusal(placing: request, by: Story.phone) == tooMany)
            try await shop.move(second.id, to: .cancelled, by: Story.phone)
            try await shop.place(by: Story.phone)
        }
    }

    @Test func `many orders of one device at once don't get past its limit`() async throws {
        try await withShop(corner: { $0.unpaidOrdersPerDevice = 3 }) { shop in
            let request = try await shop.request([Story.line()])

            let placed = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let found = try await failure(PlaceOrderRefusal.self) {
                            try await shop.services.placeOrder(request, by: Story.phone, key: nil)
                        }
                        return found == nil
                    }
                }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }

            #expect(placed == 3)
        }
    }

    @Test func `a shop that is paused or closed takes no orders`() async throws {
        try await withShop(corner: { $0.pauseReason = "The machine is down" }) { shop in
            let request = try await shop.request([Story.line()])
            #expect(
                try await shop.refusal(placing: request) == .paused(reason: "The machine is down"))
        }
        try await withShop(at: "2026-03-10T22:00:00.000Z") { shop in
            let request = try await shop.request([Story.line()], at: TestShop.harbour)
            let opening = try #require(Timestamp(rfc3339: "2026-03-11T07:00:00.000Z"))
            #expect(
                try await shop.refusal(placing: request) == .closed(opensAt: opening))
        }
    }

    @Test func `without a provider counter and wallet take the money, each once`() async throws {
        try await withShop { shop in
            var request = try await shop.request([Story.line()])
            func tenders(_ tenders: [RequestedTender]) async throws -> PlaceOrderRefusal {
                request.tenders = tenders
                return try await shop.refusal(placing: request)
            }
            let counter = RequestedTender(kind: .counter)

            for kind in [TenderKind.card, .giftCard, .cash, .externalCard] {
                #expect(
                    try await tenders([RequestedTender(kind: kind)])
                        == .tenderNotOffered(index: 0))
            }
            #expect(try await tenders([counter, counter]) == .tenderNotOffered(index: 1))
            #expect(
                try await tenders([RequestedTender(kind: .counter, amount: Money(349))])
                    == .tendersDontAddUp)
            request.tenders = [RequestedTender(kind: .counter, amount: Money(350))]
            let placed = try await shop.services.placeOrder(request, by: Story.ada, key: nil)
            #expect(placed.output.due == Money(350))
        }
    }

    @Test func `a name too long is refused, however few letters it seems to have`() async throws {
        try await withShop { shop in
            var request = try await shop.request([Story.line()])
            for name in [
                String(repeating: "a", count: 81),
                "a" + String(repeating: "\u{301}", count: 10_000),
            ] {
                request.customerName = name
                #expect(
                    try await shop.refusal(placing: request) == .nameTooLong)
            }
        }
    }

    @Test func `a guest by API owns the order by its token`() async throws {
        try await withShop { shop in
            let placed = try await shop.place(by: .nobody)

            #expect(placed.owner == .token(placed.id))
            let holder = Actor(tokenOrder: placed.id)
            let record = try await shop.services.read(OrderQuery(id: placed.id), by: holder)
            #expect(record.order.id == placed.id)
        }
    }

    @Test func `an order's words and language are ones that the shop has`() async throws {
        try await withShop { shop in
            var request = try await shop.request([Story.line()])
            request.language = "ar"
            let arabic = try await shop.services.placeOrder(request, by: Story.ada, key: nil)
            request.language = "tlh"
            let other = try await shop.services.placeOrder(request, by: Story.ada, key: nil)

            let first = try await shop.order(arabic.output.id).order
            #expect(first.language == "ar" && first.quote.lines[0].name == "فلات وايت")
            let second = try await shop.order(other.output.id).order
            #expect(second.language == "en" && second.quote.lines[0].name == "Flat white")
        }
    }

    @Test func `an order gets through even where the menu moves before each of its tries`()
        async throws
    {
        let tries = Log()
        try await withShop(wrap: { base in
            HeldDatabase(base) {
                tries.add(1)
                try await base.write { _ = try MenuStore.touch(TestShop.corner, tx: $0) }
            }
        }) { shop in
            let request = try await shop.request([Story.line()])
            let before = tries.ids.count

            let placed = try await shop.services.placeOrder(request, by: Story.ada, key: nil)

            #expect(tries.ids.count - before == 2)
            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 1)
            #expect(try await shop.order(placed.output.id).order.quote.lines.count == 1)
        }
    }

    @Test func `orders that are placed while the menu moves get through`() async throws {
        try await withShop { shop in
            let request = try await shop.request([Story.line()])

            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for count in 0..<20 {
                        try await shop.set(.item(Story.croissant), Availability(stock: count))
                    }
                }
                for number in 0..<60 {
                    group.addTask {
                        let actor = Actor(device: ID("phone-\(number)"))
                        _ = try await shop.services.placeOrder(request, by: actor, key: nil)
                    }
                }
                try await group.waitForAll()
            }

            #expect(try shop.place.number("SELECT COUNT(*) FROM customer_order") == 60)
        }
    }
}
