import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Money that a customer has with the shop.
struct WalletTests {
    private func topUp(
        _ amount: Int64, _ kind: TenderKind = .cash, email: String = "ada@story.example",
        by actor: Actor = Story.ben, key: RequestKey? = nil, at location: String = "corner",
        in shop: TestShop
    ) async throws -> Performed<ToppedUp> {
        try await shop.services.perform(
            TopUpWallet(
                newID: shop.services.environment.makeID(), locationID: ID(location), email: email,
                amount: Money(amount), kind: kind), by: actor, key: key)
    }

    private func balance(_ actor: Actor = Story.ada, in shop: TestShop) async throws -> Int64 {
        try await shop.services.read(WalletQuery(limit: 1), by: actor).balance.minorUnits
    }

    private func place(
        _ tenders: [RequestedTender], by actor: Actor = Story.ada, key: RequestKey? = nil,
        in shop: TestShop
    ) async throws -> PlacedOrder {
        var request = try await shop.request([Story.line(quantity: 1)])
        request.tenders = tenders
        return try await shop.services.placeOrder(request, by: actor, key: key).output
    }

    private func findings(_ shop: TestShop) async throws -> [String] {
        try await shop.services.audit().findings
    }

    @Test func `what staff took over the counter is in the wallet, once for each key`()
        async throws
    {
        try await withShop { shop in
            let first = try await topUp(20_00, key: key("one"), in: shop)
            let again = try await topUp(20_00, key: key("one"), in: shop)
            let second = try await topUp(5_00, .externalCard, key: key("two"), in: shop)

            #expect(first.output.balance == Money(20_00))
            #expect(again.isReplay && again.output == first.output)
            #expect(second.output.balance == Money(25_00))
            let wallet = try await shop.services.read(WalletQuery(limit: 10), by: Story.ada)
            #expect(wallet.balance == Money(25_00) && wallet.version == 2)
            #expect(wallet.entries.map(\.amount) == [Money(5_00), Money(20_00)])
            #expect(wallet.entries.map(\.balance) == [Money(25_00), Money(20_00)])
            #expect(wallet.entries.allSatisfy { $0.kind == .topUp && $0.orderID == nil })
            #expect(try await balance(Story.mona, in: shop) == 0)
            #expect(try await shop.audits(of: "ada").count == 2)
            #expect(
                try await shop.events().filter { $0.kind == .wallet }.map(\.version) == [1, 2])
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test(
        arguments: [
            (0, "cash", "ada@story.example", TopUpRefusal.amountOutOfRange),
            (-1, "cash", "ada@story.example", .amountOutOfRange),
            (10_000_001, "cash", "ada@story.example", .amountOutOfRange),
            (.max, "cash", "ada@story.example", .amountOutOfRange),
            (1, "wallet", "ada@story.example", .kindNotTaken),
            (1, "card", "ada@story.example", .kindNotTaken),
            (1, "cash", "nobody@story.example", .unknownPerson),
            (1, "cash", "ben@story.example", .ownWallet),
        ] as [(Int64, String, String, TopUpRefusal)])
    func `what can't be right is refused, and nothing is posted`(
        amount: Int64, kind: String, email: String, expected: TopUpRefusal
    ) async throws {
        try await withShop { shop in
            let kind = try #require(TenderKind(rawValue: kind))

            let found = try await refusal(TopUpRefusal.self) {
                try await topUp(amount, kind, email: email, in: shop)
            }

            #expect(found == expected)
            #expect(try await balance(in: shop) == 0)
        }
    }

    @Test func `only staff of the place top up, and a wallet has room for so much`() async throws {
        try await withShop { shop in
            for _ in 0..<10 { _ = try await topUp(10_000_000, in: shop) }

            let full = try await refusal(TopUpRefusal.self) { try await topUp(1, in: shop) }
            for actor in [Story.ada, .nobody] {
                let denied = try await failure(TopUpRefusal.self) {
                    try await topUp(1, by: actor, in: shop)
                }
                guard case .denied = denied else {
                    Issue.record("\(String(describing: denied))")
                    continue
                }
            }

            #expect(full == .walletFull(balance: Money(100_000_000)))
            #expect(try await balance(in: shop) == 100_000_000)
        }
    }

    @Test func `an order is paid from the wallet, and cancelling gives it back, once`()
        async throws
    {
        try await withShop { shop in
            _ = try await topUp(20_00, in: shop)

            let placed = try await place([RequestedTender(kind: .wallet)], in: shop)
            let after = try await balance(in: shop)
            for _ in 1...2 { try await shop.move(placed.id, to: .cancelled, by: Story.ada) }

            #expect(placed.due == .zero && placed.state == .pending)
            #expect(after == 20_00 - placed.total.minorUnits)
            #expect(try await balance(in: shop) == 20_00)
            let wallet = try await shop.services.read(WalletQuery(limit: 10), by: Story.ada)
            #expect(wallet.entries.map(\.kind) == [.refund, .sale, .topUp])
            #expect(wallet.entries[0].orderID == placed.id)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `the rest is paid at the counter`() async throws {
        try await withShop(corner: { $0.makesUnpaidOrders = false }) { shop in
            _ = try await topUp(1_00, in: shop)
            let request = try await shop.request([Story.line(quantity: 1)])
            let total = try await shop.services.quote(request.cart, language: "en").total

            let placed = try await place(
                [RequestedTender(kind: .wallet, amount: Money(1_00)), .init(kind: .counter)],
                key: key("mix"), in: shop)
            let again = try await place(
                [RequestedTender(kind: .wallet, amount: Money(1_00)), .init(kind: .counter)],
                key: key("mix"), in: shop)
            let paid = try await shop.pay(placed.id).order

            #expect(placed.due == total - Money(1_00) && placed.state == .awaitingPayment)
            #expect(again == placed)
            #expect(paid.due == .zero && paid.state == .pending)
            #expect(try await balance(in: shop) == 0)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `a wallet that holds too little pays nothing`() async throws {
        try await withShop { shop in
            _ = try await topUp(1_00, in: shop)

            let found = try await refusal(PlaceOrderRefusal.self) {
                try await place([RequestedTender(kind: .wallet)], in: shop)
            }

            guard case .insufficientFunds(let balance, let needed, _) = found else {
                Issue.record("\(found)")
                return
            }
            #expect(balance == Money(1_00) && needed > balance)
            #expect(try await self.balance(in: shop) == 1_00)
            let orders = try await shop.database.read { tx in
                try tx.first("SELECT COUNT(*) FROM customer_order") { $0.int(0) }
            }
            #expect(orders == 0)
        }
    }

    /// A free order has nothing to pay, whatever parts it is told to have.
    @Test(arguments: [
        [RequestedTender(kind: .counter, amount: Money(.min))],
        [RequestedTender(kind: .counter, amount: Money(-1))],
        [
            RequestedTender(kind: .wallet, amount: Money(-1000)),
            RequestedTender(kind: .counter, amount: Money(1000)),
        ],
        [
            RequestedTender(kind: .counter, amount: Money(-1000)),
            RequestedTender(kind: .wallet, amount: Money(1000)),
        ],
    ]) func `no part is below zero`(tenders: [RequestedTender]) async throws {
        try await withShop { shop in
            for lines in [[CartLine(itemID: Story.water)], [Story.line()]] {
                var request = try await shop.request(lines)
                request.tenders = tenders

                let found = try await refusal(PlaceOrderRefusal.self) {
                    try await shop.services.placeOrder(request, by: Story.ada, key: nil)
                }

                #expect(found == .tendersDontAddUp)
            }
        }
    }

    @Test func `staff are customers of their own orders: made is made`() async throws {
        try await withShop { shop in
            _ = try await topUp(
                20_00, email: "ben@story.example", by: Story.mona, in: shop)
            let own = try await place([RequestedTender(kind: .wallet)], by: Story.ben, in: shop)
            try await shop.move(own.id, to: .preparing, by: Story.ben)

            let found = try await refusal(MoveOrderRefusal.self) {
                try await shop.move(own.id, to: .cancelled, by: Story.ben, reason: "spilt")
            }
            try await shop.move(own.id, to: .cancelled, by: Story.mona, reason: "spilt")

            guard case .transition(.notForYou, _, _) = found else {
                Issue.record("\(found)")
                return
            }
            #expect(try await balance(Story.ben, in: shop) == 20_00)
        }
    }

    @Test func `the first answer of a paid order is given again, whatever came after`()
        async throws
    {
        try await withShop { shop in
            _ = try await topUp(20_00, in: shop)
            let first = try await place(
                [RequestedTender(kind: .wallet)], key: key("order"), in: shop)
            try await shop.move(first.id, to: .cancelled, by: Story.ada)

            let again = try await place(
                [RequestedTender(kind: .wallet)], key: key("order"), in: shop)

            #expect(again == first)
            #expect(try await balance(in: shop) == 20_00)
        }
    }

    @Test func `an order that expires gives the wallet's part back`() async throws {
        try await withShop(corner: { $0.makesUnpaidOrders = false }) { shop in
            _ = try await topUp(1_00, in: shop)
            _ = try await place(
                [RequestedTender(kind: .wallet, amount: Money(1_00)), .init(kind: .counter)],
                in: shop)
            shop.clock.advance(
                .milliseconds(OrderTransition.paymentWindowMilliseconds + 1))

            let expired = try await shop.services.expireUnpaidOrders()

            #expect(expired == 1)
            #expect(try await balance(in: shop) == 1_00)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `nobody without an account has a wallet`() async throws {
        try await withShop { shop in
            let found = try await refusal(PlaceOrderRefusal.self) {
                try await place([RequestedTender(kind: .wallet)], by: .nobody, in: shop)
            }
            let denied = await #expect(throws: ReadFailure.self) {
                try await shop.services.read(WalletQuery(limit: 1), by: .nobody)
            }

            #expect(found == .tenderNotOffered(index: 0))
            guard case .denied(.signInNeeded) = denied else {
                Issue.record("\(String(describing: denied))")
                return
            }
        }
    }

    /// Case 31: check-then-write lets simultaneous debits pass.
    @Test func `of many payments at once as many go through as there is money for`()
        async throws
    {
        try await withShop { shop in
            let request = try await shop.request([Story.line(quantity: 1)])
            let total = try await shop.services.quote(request.cart, language: "en").total
            _ = try await topUp(3 * total.minorUnits + 1, in: shop)

            let outcomes = await withTaskGroup(of: Bool?.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        do {
                            _ = try await place([RequestedTender(kind: .wallet)], in: shop)
                            return true
                        } catch let failure as Failure<PlaceOrderRefusal> {
                            guard case .refused(.insufficientFunds) = failure else { return nil }
                            return false
                        } catch {
                            return nil
                        }
                    }
                }
                return await group.reduce(into: [Bool?]()) { $0.append($1) }
            }

            #expect(outcomes.count { $0 == true } == 3)
            #expect(outcomes.count { $0 == false } == 17)
            #expect(try await balance(in: shop) == 1)
            #expect(try await findings(shop).isEmpty)
        }
    }

    /// At two places at once neither lane nor lock of a place puts them in line.
    @Test func `payments, top-ups and cancellations of one wallet at once add up`() async throws {
        try await withShop { shop in
            _ = try await topUp(10_00, in: shop)
            let places = [TestShop.corner, TestShop.harbour]

            await withTaskGroup(of: Void.self) { group in
                for turn in 0..<24 {
                    group.addTask {
                        do {
                            if turn % 6 == 5 {
                                _ = try await topUp(1_00, in: shop)
                                return
                            }
                            var request = try await shop.request(
                                [Story.line(quantity: 1)], at: places[turn % 2])
                            request.tenders = [RequestedTender(kind: .wallet)]
                            let placed = try await shop.services.placeOrder(
                                request, by: Story.ada, key: nil
                            ).output
                            if turn % 3 == 0 {
                                try await shop.move(placed.id, to: .cancelled, by: Story.ada)
                            }
                        } catch Failure<PlaceOrderRefusal>.refused(.insufficientFunds) {
                            return
                        } catch {
                            Issue.record("\(error)")
                        }
                    }
                }
            }

            let orders = try await shop.database.read { tx in
                try tx.first(
                    """
                    SELECT CAST(COALESCE(SUM(total), 0) AS BIGINT) FROM customer_order
                    WHERE state = 'pending'
                    """
                ) { $0.int(0) } ?? -1
            }
            #expect(try await balance(in: shop) == 10_00 + 4 * 1_00 - orders)
            #expect(try await findings(shop).isEmpty)
        }
    }

    /// An entry's number and the balance behind it are taken in one order by all who post.
    @Test func `entries stand in the order of their balances, whatever comes at once`()
        async throws
    {
        try await withShop { shop in
            _ = try await topUp(90_00, in: shop)

            for _ in 0..<60 {
                async let more = topUp(6_00, in: shop)
                async let one = place([RequestedTender(kind: .wallet)], in: shop)
                async let other = place([RequestedTender(kind: .wallet)], in: shop)
                _ = try await (more, one, other)
            }

            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `the database itself lets no wallet go below zero`() async throws {
        try await withShop { shop in
            _ = try await topUp(1_00, in: shop)

            await #expect(throws: SQLError.self) {
                try await shop.database.write { tx in
                    try tx.execute("UPDATE customer_balance SET amount = amount - 200")
                }
            }

            #expect(try await balance(in: shop) == 1_00)
        }
    }

    @Test(arguments: [
        ("UPDATE customer_balance SET amount = amount + 1", ["wallet:ada"]),
        ("DELETE FROM customer_balance", ["wallet:ada"]),
        (
            "INSERT INTO ledger_entry (posting_id, number, account, amount) "
                + "SELECT id, 9, 'cash', 5 FROM posting", ["topup"]
        ),
        (
            "INSERT INTO posting (key, at, location_id, business_date, kind, person_id) "
                + "VALUES ('empty', 0, 'corner', '2026-03-01', 'topUp', '')", ["empty"]
        ),
    ])
    func `an audit finds what doesn't add up in a wallet`(
        change: String, expected: [String]
    ) async throws {
        try await withShop { shop in
            _ = try await topUp(1_00, in: shop)

            try await shop.database.write { try $0.executeScript(change) }

            let accounts = try await shop.services.audit(AuditAccounts.self).findings
            let found = accounts + (try await shop.services.audit(AuditPostings.self).findings)
            #expect(found.map { $0.hasPrefix("topup:") ? "topup" : $0 } == expected)
        }
    }
}
