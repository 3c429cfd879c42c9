import CremaDomain
import CremaPayments
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Money that goes back while the order stays what it is.
struct RefundTests {
    private func refund(
        _ id: ID<Order>, _ wish: RefundWish, by actor: Actor = Story.mona, reason: String = "Cold.",
        seen: Int64? = nil, in shop: TestShop
    ) async throws -> RefundOrder.Refunded {
        let version: Int64
        if let seen { version = seen } else { version = try await shop.order(id).order.version }
        return try await shop.services.perform(
            RefundOrder(
                id: id, wish: wish, reason: reason, seenVersion: version,
                provider: shop.services.provider), by: actor
        ).output
    }

    private func sums(_ id: ID<Order>, _ shop: TestShop) async throws -> [String: Int64] {
        let entries = try await shop.database.read { try LedgerStore.entries(of: id, tx: $0) }
        var sums: [String: Int64] = [:]
        for entry in entries { sums[entry.account, default: 0] += entry.amount }
        return sums.filter { $0.value != 0 }
    }

    private func findings(_ shop: TestShop) async throws -> [String] {
        try await shop.services.audit().findings
    }

    private func problem(
        _ id: ID<Order>, _ wish: RefundWish, in shop: TestShop
    ) async throws -> RefundOrderRefusal {
        try await refusal(RefundOrderRefusal.self) { try await refund(id, wish, in: shop) }
    }

    /// Two flat whites and a croissant, with a tip, completed.
    private func completed(
        _ kind: TenderKind = .cash, tip: Money = Money(1_00), in shop: TestShop
    ) async throws -> Order {
        let request = try await shop.request(
            [Story.line(quantity: 2), Story.croissants()], tip: tip)
        let id = try await shop.services.placeOrder(request, by: Story.ada, key: nil).output.id
        try await shop.pay(id, kind)
        for state in [OrderState.preparing, .ready, .completed] {
            try await shop.move(id, to: state)
        }
        return try await shop.order(id).order
    }

    // "Over-refund in two steps": each refund is checked against what is left.
    @Test func `no more is given back than is left, in however many steps`() async throws {
        try await withShop { shop in
            let order = try await completed(in: shop)
            let total = order.quote.total
            _ = try await refund(order.id, .amount(total - Money(1)), in: shop)

            let found = try await problem(order.id, .amount(Money(2)), in: shop)
            #expect(found == .problem(.tooMuch(left: Money(1))))
            _ = try await refund(order.id, .rest, in: shop)
            #expect(try await problem(order.id, .rest, in: shop) == .problem(.notPositive))

            #expect(try await sums(order.id, shop).isEmpty)
            let now = try await shop.order(order.id).order
            #expect(now.state == .completed && now.refunded == total && now.due == .zero)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `two managers at once give back what is left, and no more`() async throws {
        try await withShop { shop in
            let order = try await completed(in: shop)
            let most = Money(order.quote.total.minorUnits * 6 / 10)
            let done = await withTaskGroup(of: Bool.self) { group in
                for actor in [Story.mona, Story.olga, Story.mona, Story.olga] {
                    group.addTask {
                        do {
                            _ = try await refund(
                                order.id, .amount(most), by: actor, seen: order.version, in: shop)
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(done == 1)
            #expect(try await shop.order(order.id).order.refunded == most)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `a line pays what was paid for it, its pieces together exactly, and no tip`()
        async throws
    {
        try await withShop { shop in
            let order = try await completed(.externalCard, in: shop)
            let line = order.quote.lines[0]
            let first = try await refund(
                order.id, .lines([Refund.Line(number: 1, quantity: 1)]), in: shop)
            let second = try await refund(
                order.id, .lines([Refund.Line(number: 1, quantity: 1)]), in: shop)
            #expect(first.refund.amount + second.refund.amount == line.total)
            #expect(
                try await problem(
                    order.id, .lines([Refund.Line(number: 1, quantity: 1)]), in: shop)
                    == .problem(.noSuchPieces(line: 1)))
            #expect(try await sums(order.id, shop)["tips"] == 1_00)

            _ = try await refund(order.id, .rest, in: shop)
            #expect(try await sums(order.id, shop).isEmpty)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test(arguments: 1...6)
    func `any steps that empty an order end at nothing on every account`(
        seed: UInt64
    ) async throws {
        try await withShop(corner: { $0.cashStep = 5 }) { shop in
            let random = TestRandom(seed: seed)
            let order = try await completed(seed % 2 == 0 ? .cash : .externalCard, in: shop)
            for _ in 0..<20 {
                let left = try await shop.order(order.id).order.refundable.minorUnits
                guard left > 0 else { break }
                let amount = Int64(random.below(Int(left))) + 1
                _ = try await refund(order.id, .amount(Money(amount)), in: shop)
                #expect(try await findings(shop).isEmpty)
            }
            if try await shop.order(order.id).order.refundable > .zero {
                _ = try await refund(order.id, .rest, in: shop)
            }
            #expect(try await sums(order.id, shop).isEmpty)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `what wallet and card paid goes back to both, in their proportion`() async throws {
        let bank = try SandboxProvider(file: nil)
        try await withShop(provider: bank) { shop in
            _ = try await shop.services.perform(
                TopUpWallet(
                    newID: ID("t"), locationID: TestShop.corner, email: "ada@story.example",
                    amount: Money(2_00), kind: .cash), by: Story.ben)
            var request = try await shop.request([Story.line(quantity: 2)])
            request.tenders = [
                RequestedTender(kind: .wallet, amount: Money(2_00)), RequestedTender(kind: .card),
            ]
            let id = try await shop.services.placeOrder(request, by: Story.ada, key: nil).output.id
            _ = try await shop.services.pay(
                id, method: SandboxProvider.Card.visa.method, by: Story.ada, key: nil,
                returnAddress: { _ in "/" })
            try await shop.services.workOnPayments()
            let total = try await shop.order(id).order.quote.total
            let half = Money(total.minorUnits / 2)

            let parts = try await refund(id, .amount(half), in: shop).refund.parts
            #expect(parts.map(\.tender) == [1, 2] && parts.sum { $0.amount } == half)
            #expect(try await findings(shop).isEmpty)
            // What is left goes back when it is called off, and no more.
            try await shop.move(id, to: .cancelled, reason: "The milk is out")
            for _ in 1...2 { try await shop.services.workOnPayments() }

            let charge = try #require(bank.statement.first)
            #expect(charge.refunds.values.reduce(0, +) == charge.amount)
            #expect(charge.refunds.count == 2)
            let wallet = try await shop.services.read(WalletQuery(), by: Story.ada)
            #expect(wallet.balance == Money(2_00))
            #expect(try await sums(id, shop).isEmpty)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `only managers give back, with a reason, what isn't their own and is paid`()
        async throws
    {
        try await withShop { shop in
            let order = try await completed(in: shop)
            for actor in [Story.ada, Story.ben] {
                let found = try await failure(RefundOrderRefusal.self) {
                    try await refund(order.id, .rest, by: actor, in: shop)
                }
                guard case .denied(.forbidden) = found else {
                    Issue.record("\(String(describing: found))")
                    continue
                }
            }
            let silent = try await refusal(RefundOrderRefusal.self) {
                try await refund(order.id, .rest, reason: " ", in: shop)
            }
            #expect(silent == .reasonMissing)
            let unpaid = try await shop.place().id
            #expect(try await problem(unpaid, .rest, in: shop) == .problem(.notPaid))
            let own = try await shop.place(by: Story.mona).id
            try await shop.pay(own)
            #expect(try await problem(own, .rest, in: shop) == .ownOrder)
            for amount in [0, -5, Int64.max] {
                let found = try await problem(order.id, .amount(Money(amount)), in: shop)
                #expect(found != .lostRace)
            }
            for line in [0, -1, 9, Int.min, Int.max] {
                let wish = RefundWish.lines([Refund.Line(number: line, quantity: 1)])
                #expect(
                    try await problem(order.id, wish, in: shop)
                        == .problem(.noSuchPieces(line: line)))
            }
            #expect(try await shop.order(order.id).order.refunded == .zero)
            #expect(try await findings(shop).isEmpty)
        }
    }

    @Test func `however small the parts, no more cash comes out than went in`() async throws {
        try await withShop(corner: { $0.cashStep = 100 }) { shop in
            let order = try await completed(.cash, in: shop)
            let taken = try #require(order.tenders.last)
            for _ in 1...40 {
                _ = try await refund(order.id, .amount(Money(3)), in: shop)
                #expect(try await findings(shop).isEmpty)
            }
            _ = try await refund(order.id, .rest, in: shop)

            let parts = try await shop.order(order.id).order.refunds.flatMap(\.parts)
            #expect(parts.allSatisfy { $0.amount + $0.rounding >= .zero })
            #expect(parts.sum { $0.amount + $0.rounding } == taken.amount + taken.rounding)
            #expect(try await sums(order.id, shop).isEmpty)
        }
    }

    @Test func `lines pay no tip back, whatever sums went before`() async throws {
        try await withShop { shop in
            let order = try await completed(in: shop)
            _ = try await refund(order.id, .amount(order.quote.lines[1].total), in: shop)
            let all = order.quote.lines.enumerated().map {
                Refund.Line(number: $0 + 1, quantity: $1.quantity)
            }

            let found = try await problem(order.id, .lines(all), in: shop)

            let left = order.quote.total - order.quote.tip - order.quote.lines[1].total
            #expect(found == .problem(.tooMuch(left: left)))
        }
    }

    @Test func `the first answer of a payment is given again, whatever was given back since`()
        async throws
    {
        try await withShop { shop in
            let id = try await shop.place().id
            let pay = RecordPayment(id: id, kind: .cash, seenVersion: 1)
            let first = try await shop.services.perform(pay, by: Story.ben, key: key("pay"))
            _ = try await refund(id, .amount(Money(1)), in: shop)

            let again = try await shop.services.perform(pay, by: Story.ben, key: key("pay"))

            #expect(again.isReplay && again.output.order == first.output.order)
        }
    }

    @Test func `nothing goes back to the wallet of somebody who is gone`() async throws {
        try await withShop { shop in
            _ = try await shop.services.perform(
                TopUpWallet(
                    newID: ID("t"), locationID: TestShop.corner, email: "ada@story.example",
                    amount: Money(50_00), kind: .cash), by: Story.ben)
            var request = try await shop.request([Story.line()])
            request.tenders = [RequestedTender(kind: .wallet)]
            let id = try await shop.services.placeOrder(request, by: Story.ada, key: nil).output.id
            try await shop.database.write { tx in
                try PersonStore.delete(ID("ada"), tx: tx)
            }

            #expect(try await problem(id, .rest, in: shop) == .walletClosed)
            #expect(try await shop.order(id).order.refunded == .zero)
        }
    }
}
