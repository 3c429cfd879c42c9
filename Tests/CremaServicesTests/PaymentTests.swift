import CremaDomain
import CremaPayments
import CremaServices
import CremaSQL
import CremaStore
import Synchronization
import Testing

/// Cards, charged through a sandbox that keeps books of its own.
struct PaymentTests {
    @Test func `an order goes to the bar once its money is set aside, then it is charged`()
        async throws
    {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            #expect(order.state == .awaitingPayment && order.due == order.total)

            let progress = try await shop.pay(order.id, .visa)

            #expect(progress.payment.state == .authorized && progress.action == nil)
            let made = try await shop.order(order.id).order
            #expect(made.state == .pending && made.due == .zero)
            #expect(made.tenders.map(\.state) == [.held])
            #expect(try await shop.sums().isEmpty)

            try await shop.services.workOnPayments()

            #expect(try await shop.order(order.id).order.tenders.map(\.state) == [.captured])
            #expect(bank.statement.map(\.state) == [.captured])
            #expect(bank.statement.map(\.amount) == [order.total.minorUnits])
            #expect(try await shop.sums()["card"] == -order.total.minorUnits)
            #expect(try await shop.faults().isEmpty)
        }
    }

    // "Cart thrown away before payment is known; every retry makes another order."
    @Test func `a card refused three times takes its stock once, and a fourth pays`() async throws {
        try await withCardShop { shop, bank in
            try await shop.set(.item(Story.croissant), Availability(stock: 3))
            let order = try await shop.placeByCard([Story.croissants(1)])
            for card in [SandboxProvider.Card.declined, .insufficient, .expired] {
                let refused = try await shop.pay(order.id, card).payment
                #expect(refused.state == .failed && refused.decline != nil)
                #expect(try await shop.order(order.id).order.state == .awaitingPayment)
            }

            try await shop.pay(order.id, .visa)
            try await shop.services.workOnPayments()

            #expect(try await shop.croissantsLeft() == 2)
            #expect(try await shop.order(order.id).order.due == .zero)
            #expect(bank.statement.filter { $0.state == .captured }.count == 1)
            #expect(try await shop.faults().isEmpty)
        }
    }

    // "Store credit given back twice when the card step fails."
    @Test func `what the wallet sets aside comes back once when the card never pays`() async throws
    {
        try await withCardShop { shop, _ in
            try await shop.putIntoWallet(20_00)
            let order = try await shop.placeByCard(wallet: 1_50)
            #expect(try await shop.balance() == 18_50)
            try await shop.pay(order.id, .declined)
            #expect(try await shop.balance() == 18_50)

            shop.clock.advance(.seconds(16 * 60))
            for _ in 1...2 { _ = try await shop.services.expireUnpaidOrders() }

            #expect(try await shop.order(order.id).order.state == .expired)
            #expect(try await shop.balance() == 20_00)
            let kinds = try await shop.services.read(WalletQuery(limit: 10), by: Story.ada)
                .entries.map(\.kind)
            #expect(kinds == [.release, .hold, .topUp])
            #expect(try await shop.sums()["held"] == nil)
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `wallet and card pay together, and both come back when it is called off`()
        async throws
    {
        try await withCardShop { shop, bank in
            try await shop.putIntoWallet(20_00)
            let order = try await shop.placeByCard(wallet: 1_50)
            try await shop.pay(order.id, .visa)
            try await shop.services.workOnPayments()
            let sums = try await shop.sums()
            #expect(sums["held"] == nil && sums["card"] == -(order.total.minorUnits - 1_50))
            #expect(try await shop.faults().isEmpty)

            try await shop.move(order.id, to: .cancelled, reason: "The milk is out")
            for _ in 1...2 { try await shop.services.workOnPayments() }

            #expect(try await shop.balance() == 20_00)
            let charge = try #require(bank.statement.first)
            #expect(charge.refunds.values.reduce(0, +) == charge.amount)
            #expect(try await shop.sums()["card"] == nil)
            #expect(try await shop.faults().isEmpty)
        }
    }

    // "Same webhook three times at once: settled three times."
    @Test func `a charge is booked once, however often and late the provider calls`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let progress = try await shop.pay(order.id, .twice)
            let reference = try #require(progress.payment.reference)
            try await shop.services.workOnPayments()

            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...20 {
                    group.addTask { try await shop.services.refresh(reference: reference) }
                }
                try await group.waitForAll()
            }
            try await shop.services.refresh(reference: "sb_nobody_knows_this")

            #expect(try await shop.sums()["card"] == -order.total.minorUnits)
            #expect(bank.statement.count == 1)
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test(arguments: [SandboxProvider.Card.lost, .slow])
    func `an answer that is slow or lost charges once`(
        card: SandboxProvider.Card
    ) async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()

            try await shop.pay(order.id, card)
            try await shop.services.workOnPayments()

            #expect(try await shop.order(order.id).order.due == .zero)
            #expect(bank.statement.map(\.state) == [.captured])
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `a provider that is away charges nobody, and the next try may pay`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let failed = try await shop.pay(order.id, .down).payment
            #expect(failed.state == .failed && failed.decline == .providerAway)
            #expect(bank.statement.isEmpty)

            let paid = try await shop.pay(order.id, .visa).payment

            #expect(paid.state == .authorized)
        }
    }

    @Test func `what the bank confirms is paid, what it doesn't isn't`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let asked = try await shop.pay(order.id, .secure)
            let reference = try #require(asked.payment.reference)
            #expect(asked.action == .redirect("/sandbox/" + reference))
            #expect(bank.asked(reference)?.amount == order.total)

            let address = await bank.answer(reference, isConfirmed: false)
            #expect(address == "/back/" + asked.payment.id.rawValue)
            let refused = try await shop.services.refreshed(asked.payment).payment
            #expect(refused.state == .failed && refused.decline == .notAuthenticated)

            let again = try await shop.pay(order.id, .secure)
            let other = try #require(again.payment.reference)
            _ = await bank.answer(other, isConfirmed: true)
            let paid = try await shop.services.refreshed(again.payment).payment
            #expect(paid.state == .authorized)
            #expect(try await shop.order(order.id).order.state == .pending)
        }
    }

    @Test func `what is confirmed after the order expired is never charged`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let asked = try await shop.pay(order.id, .secure)
            let reference = try #require(asked.payment.reference)
            shop.clock.advance(.seconds(16 * 60))
            _ = try await shop.services.expireUnpaidOrders()
            #expect(try await shop.order(order.id).order.state == .expired)

            _ = await bank.answer(reference, isConfirmed: true)
            try await shop.services.refresh(reference: reference)
            try await shop.services.workOnPayments()

            #expect(bank.statement.map(\.state) == [.cancelled])
            #expect(try await shop.sums().isEmpty)
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `what was charged for what is over goes back, and the books show both`()
        async throws
    {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let payment = try await shop.pay(order.id, .visa).payment
            let reference = try #require(payment.reference)
            // The charge is on its way while the order is called off.
            _ = try await bank.capture(payment, reference)
            try await shop.move(order.id, to: .cancelled, by: Story.ada)

            for _ in 1...3 {
                try await shop.services.workOnPayments()
                shop.clock.advance(.seconds(60))
            }

            let charge = try #require(bank.statement.first)
            #expect(charge.state == .captured)
            #expect(charge.refunds.values.reduce(0, +) == charge.amount)
            #expect(try await shop.sums().isEmpty)
            let kinds = try await shop.database.read { tx in
                try tx.all("SELECT kind FROM posting ORDER BY id") { $0.text(0) }
            }
            #expect(kinds == ["lateCharge", "lateRefund"])
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `a key pays once, and another card under it is another request`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let first = try await shop.pay(order.id, .visa, key: key("pay", body: "visa"))
            let again = try await shop.pay(order.id, .visa, key: key("pay", body: "visa"))
            #expect(again.payment.id == first.payment.id)
            #expect(bank.statement.count == 1)

            let other = try await failure(BeginPaymentRefusal.self) {
                try await shop.pay(order.id, .declined, key: key("pay", body: "other"))
            }
            guard case .keyReused = other else {
                Issue.record("\(String(describing: other))")
                return
            }
        }
    }

    @Test func `of two attempts the later one counts, whatever becomes of the earlier`()
        async throws
    {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let first = try await shop.pay(order.id, .secure)
            let reference = try #require(first.payment.reference)

            try await shop.pay(order.id, .visa)
            _ = await bank.answer(reference, isConfirmed: true)
            try await shop.services.refresh(reference: reference)
            try await shop.services.workOnPayments()

            #expect(bank.statement.map(\.state).filter { $0 == .captured }.count == 1)
            #expect(try await shop.sums()["card"] == -order.total.minorUnits)
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `what is paid at the counter instead is charged to no card`() async throws {
        try await withCardShop { shop, bank in
            try await shop.putIntoWallet(20_00)
            let order = try await shop.placeByCard(wallet: 1_50)
            let asked = try await shop.pay(order.id, .secure)
            let paid = try await shop.pay(order.id, TenderKind.cash).order

            #expect(paid.state == .pending && paid.due == .zero)
            #expect(paid.tenders.map(\.state) == [.captured, .released, .captured])
            _ = await bank.answer(try #require(asked.payment.reference), isConfirmed: true)
            try await shop.services.workOnPayments()
            #expect(bank.statement.map(\.state) == [.cancelled])
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test func `cash for what a card has paid by now is refused`() async throws {
        try await withCardShop { shop, _ in
            let order = try await shop.placeByCard()
            try await shop.pay(order.id, .visa)
            let version = try await shop.order(order.id).order.version

            let onOldScreen = try await failure(RecordPaymentRefusal.self) {
                try await shop.services.perform(
                    RecordPayment(id: order.id, kind: .cash, seenVersion: 1), by: Story.ben)
            }
            let onNewScreen = try await refusal(RecordPaymentRefusal.self) {
                try await shop.services.perform(
                    RecordPayment(id: order.id, kind: .cash, seenVersion: version), by: Story.ben)
            }

            guard case .stale(version) = onOldScreen else {
                Issue.record("\(String(describing: onOldScreen))")
                return
            }
            #expect(onNewScreen == .alreadyPaid)
        }
    }

    @Test func `a card that was refused can't be taken for another from outside`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            try await shop.pay(order.id, .declined)

            for _ in 1...2 { try await shop.services.workOnPayments() }

            #expect(bank.statement.map(\.state) == [.cancelled])
            #expect(try await !shop.services.hasPaymentWork())
            #expect(try await shop.order(order.id).order.state == .awaitingPayment)
        }
    }

    @Test func `an attempt that stopped before the bank was asked is given up in a minute`()
        async throws
    {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            // As a server that is killed in the middle leaves it.
            let id = ID<Payment>("halfway")
            let payment = Payment(
                id: id, purpose: .order(order.id, tender: 1), locationID: TestShop.corner,
                amount: order.total, currency: order.currency, method: "sandbox_visa",
                createdAt: shop.clock.now)
            let reference = try await bank.create(payment)
            let now = shop.clock.now
            try await shop.database.write { tx in
                try PaymentStore.insert(payment, dueAt: now, tx: tx)
                _ = try PaymentStore.note(reference: reference, of: id, tx: tx)
            }

            try await shop.services.workOnPayments()

            let found = try await shop.database.read { try PaymentStore.find(id, tx: $0) }
            #expect(found?.state == .failed && found?.decline == .abandoned)
            #expect(bank.statement.map(\.state) == [.cancelled])
            #expect(try await shop.pay(order.id, .visa).payment.state == .authorized)
        }
    }

    @Test func `what waits for the customer is looked at each minute, for a quarter of an hour`()
        async throws
    {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let asked = try await shop.pay(order.id, .secure)
            for _ in 1...13 {
                shop.clock.advance(.seconds(61))
                #expect(try await shop.services.hasPaymentWork())
                try await shop.services.workOnPayments()
                #expect(try await !shop.services.hasPaymentWork())
            }
            _ = await bank.answer(try #require(asked.payment.reference), isConfirmed: true)
            shop.clock.advance(.seconds(61))
            try await shop.services.workOnPayments()
            #expect(try await shop.order(order.id).order.state == .pending)

            let wallet = try await shop.topUp(5_00, .secure)
            for _ in 1...17 {
                shop.clock.advance(.seconds(61))
                try await shop.services.workOnPayments()
            }
            let found = try await shop.database.read {
                try PaymentStore.find(wallet.payment.id, tx: $0)
            }
            #expect(found?.state == .cancelled)
        }
    }

    @Test func `nobody pays for somebody else's order, or sends a number`() async throws {
        try await withCardShop { shop, bank in
            let order = try await shop.placeByCard()
            let stranger = try await failure(BeginPaymentRefusal.self) {
                try await shop.pay(order.id, .visa, by: Story.phone)
            }
            guard case .denied(.notFound) = stranger else {
                Issue.record("\(String(describing: stranger))")
                return
            }
            for method in ["4242424242424242", "", "pm_1 2", String(repeating: "a", count: 129)] {
                let found = try await refusal(BeginPaymentRefusal.self) {
                    try await shop.services.pay(
                        order.id, method: method, by: Story.ada, key: nil,
                        returnAddress: { _ in "" })
                }
                #expect(found == .badMethod)
            }
            let paid = try await shop.place().id
            let atCounter = try await refusal(BeginPaymentRefusal.self) {
                try await shop.pay(paid, .visa)
            }
            #expect(atCounter == .nothingToPay(.pending))
            #expect(bank.statement.isEmpty)
        }
    }
}

/// Money put into a wallet by card.
struct CardTopUpTests {
    @Test func `it is in the wallet once it is charged, and once`() async throws {
        try await withCardShop { shop, bank in
            let begun = try await shop.topUp(25_00, .visa, key: key("one", body: "25"))
            #expect(begun.payment.state == .authorized)
            #expect(try await shop.balance() == 0)

            for _ in 1...2 { try await shop.services.workOnPayments() }
            let again = try await shop.topUp(25_00, .visa, key: key("one", body: "25"))

            #expect(again.payment.id == begun.payment.id && again.payment.state == .captured)
            #expect(try await shop.balance() == 25_00)
            #expect(bank.statement.map(\.amount) == [25_00])
            #expect(try await shop.sums()["card"] == -25_00)
            #expect(try await shop.faults().isEmpty)
        }
    }

    @Test(arguments: [0, -1, 10_000_001, Int64.max])
    func `an amount that can't be is refused`(amount: Int64) async throws {
        try await withCardShop { shop, bank in
            let found = try await refusal(BeginPaymentRefusal.self) {
                try await shop.topUp(amount, .visa)
            }
            #expect(found == .amountOutOfRange)
            #expect(bank.statement.isEmpty)
        }
    }

    @Test func `cards can't be tried out without end`() async throws {
        try await withCardShop { shop, _ in
            for _ in 1...10 { try await shop.topUp(1_00, .declined) }
            let found = try await refusal(BeginPaymentRefusal.self) {
                try await shop.topUp(1_00, .visa)
            }
            #expect(found == .tooMany)
            shop.clock.advance(.seconds(25 * 3600))
            #expect(try await shop.topUp(1_00, .visa).payment.state == .authorized)
        }
    }

    @Test func `a wallet that filled up meanwhile isn't charged for`() async throws {
        try await withCardShop { shop, bank in
            let asked = try await shop.topUp(50_000_00, .secure)
            for _ in 1...10 { try await shop.putIntoWallet(99_000_00) }

            _ = await bank.answer(try #require(asked.payment.reference), isConfirmed: true)
            _ = try await shop.services.refreshed(asked.payment)
            try await shop.services.workOnPayments()

            #expect(bank.statement.map(\.state) == [.cancelled])
            #expect(try await shop.balance() == 990_000_00)
            #expect(try await shop.faults().isEmpty)
        }
    }
}

// MARK: what people do

/// A shop that takes cards, and the company that charges them.
private func withCardShop(
    _ body: (TestShop, SandboxProvider) async throws -> Void
) async throws {
    let sandbox = try SandboxProvider(file: nil)
    try await withShop(provider: sandbox) { shop in try await body(shop, sandbox) }
}

extension TestShop {
    fileprivate func placeByCard(
        _ lines: [CartLine] = [Story.line()], wallet: Int64? = nil
    ) async throws -> PlacedOrder {
        var request = try await request(lines)
        request.tenders =
            (wallet.map { [RequestedTender(kind: .wallet, amount: Money($0))] } ?? [])
            + [RequestedTender(kind: .card)]
        return try await services.placeOrder(request, by: Story.ada, key: nil).output
    }

    @discardableResult
    fileprivate func pay(
        _ id: ID<Order>, _ card: SandboxProvider.Card, by actor: Actor = Story.ada,
        key: RequestKey? = nil
    ) async throws -> PaymentProgress {
        try await services.pay(
            id, method: card.method, by: actor, key: key,
            returnAddress: { "/back/" + $0.rawValue }
        ).output
    }

    @discardableResult
    fileprivate func topUp(
        _ amount: Int64, _ card: SandboxProvider.Card, key: RequestKey? = nil
    ) async throws -> PaymentProgress {
        try await services.topUp(
            Money(amount), method: card.method, by: Story.ada, key: key,
            returnAddress: { "/back/" + $0.rawValue }
        ).output
    }

    fileprivate func putIntoWallet(_ amount: Int64) async throws {
        _ = try await services.perform(
            TopUpWallet(
                newID: services.environment.makeID(), locationID: TestShop.corner,
                email: "ada@story.example", amount: Money(amount), kind: .cash), by: Story.ben)
    }

    fileprivate func balance() async throws -> Int64 {
        try await services.read(WalletQuery(), by: Story.ada).balance.minorUnits
    }

    /// What stands on each account of the shop's own that the counter doesn't touch; none of zero.
    fileprivate func sums() async throws -> [String: Int64] {
        let sums = try await database.read { tx in
            try tx.all(
                """
                SELECT account, CAST(SUM(amount) AS BIGINT) FROM ledger_entry
                WHERE account IN ('card', 'held', 'refundsOwed', 'sales') GROUP BY account
                """
            ) { ($0.text(0), $0.int(1)) }
        }
        return Dictionary(uniqueKeysWithValues: sums.filter { $0.1 != 0 })
    }

    fileprivate func faults() async throws -> [String] {
        try await services.audit().findings
    }
}
