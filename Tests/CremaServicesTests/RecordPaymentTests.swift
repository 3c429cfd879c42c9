import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Money over the counter.
struct RecordPaymentTests {
    /// The smallest coin, what is due, and what cash makes of it.
    @Test(
        arguments: [
            (1, 351, 0), (5, 351, -1), (5, 352, -2), (5, 353, 2), (5, 355, 0), (10, 354, -4),
            (10, 355, 5), (50, 374, -24), (50, 375, 25), (100, 349, -49), (100, 350, 50),
        ] as [(Int64, Int64, Int64)])
    func `only cash rounds to the smallest coin`(
        step: Int64, due: Int64, rounding: Int64
    ) async throws {
        let catalog = try Story.catalog(changing: Story.croissant) { $0.price = Money(due) }
        try await withShop(corner: { $0.cashStep = step }, catalog: catalog) { shop in
            let cash = try await shop.place([Story.croissants()]).id
            let card = try await shop.place([Story.croissants()]).id

            let byCash = try await shop.pay(cash, .cash).order
            let byCard = try await shop.pay(card, .externalCard).order

            #expect(byCash.quote.total == Money(due))
            #expect(byCash.due == .zero && byCard.due == .zero)
            let last = try #require(byCash.tenders.last)
            #expect(last.kind == .cash && last.state == .captured)
            #expect(last.amount == Money(due) && last.rounding == Money(rounding))
            #expect(byCard.tenders.last?.rounding == .zero)
            #expect(byCash.tenders.first?.state == .released)
            #expect(byCash.version == 2)
        }
    }

    @Test func `paying twice takes the money once`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            let first = try await shop.pay(id)

            let second = try await shop.services.perform(
                RecordPayment(id: id, kind: .externalCard, seenVersion: 1), by: Story.mona)

            #expect(second.output.order == first.order)
            #expect(try await shop.order(id).order.tenders.count == 2)
            #expect(try await shop.audits(of: id.rawValue).count == 1)
        }
    }

    @Test func `two tills at once take the money once`() async throws {
        try await withShop { shop in
            for _ in 0..<20 {
                let id = try await shop.place().id
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for kind in [TenderKind.cash, .externalCard, .cash] {
                        group.addTask {
                            _ = try await shop.services.perform(
                                RecordPayment(id: id, kind: kind, seenVersion: 1), by: Story.ben)
                        }
                    }
                    try await group.waitForAll()
                }
                let tenders = try await shop.order(id).order.tenders
                #expect(tenders.filter { $0.state == .captured }.count == 1)
            }
        }
    }

    @Test func `a stale or unversioned payment is refused`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            try await shop.move(id, to: .preparing)
            let stale = try await failure(RecordPaymentRefusal.self) {
                try await shop.services.perform(
                    RecordPayment(id: id, kind: .cash, seenVersion: 1), by: Story.ben)
            }
            guard case .stale(current: 2) = stale else {
                Issue.record("\(String(describing: stale))")
                return
            }
            let blind = try await failure(RecordPaymentRefusal.self) {
                try await shop.services.perform(
                    RecordPayment(id: id, kind: .cash, seenVersion: nil), by: Story.ben)
            }
            guard case .versionMissing = blind else {
                Issue.record("\(String(describing: blind))")
                return
            }
            #expect(try await shop.order(id).order.due == Money(350))
        }
    }

    @Test func `only staff of the place takes money`() async throws {
        try await withShop { shop in
            let id = try await shop.place(by: Story.ada).id
            for (actor, expected) in [
                (Story.ada, Denial.forbidden), (Story.hugo, .notFound), (.nobody, .notFound),
                (Actor(tokenOrder: id), .signInNeeded),
            ] {
                let found = try await failure(RecordPaymentRefusal.self) {
                    try await shop.services.perform(
                        RecordPayment(id: id, kind: .cash, seenVersion: 1), by: actor)
                }
                guard case .denied(expected) = found else {
                    Issue.record("\(String(describing: found))")
                    return
                }
            }
        }
    }

    @Test func `an order that is over takes no money`() async throws {
        try await withShop { shop in
            for state in [OrderState.cancelled, .expired] {
                let id = try await shop.place().id
                try await shop.database.write { tx in
                    _ = try OrderStore.move(
                        id, from: 1, to: state, reason: "", at: shop.clock.now, tx: tx)
                }
                let refused = try await refusal(RecordPaymentRefusal.self) {
                    try await shop.pay(id)
                }
                #expect(refused == .orderIsOver(state))
            }
        }
    }

    @Test func `the till takes cash and cards, nothing else`() async throws {
        try await withShop { shop in
            let id = try await shop.place().id
            for kind in [TenderKind.counter, .wallet, .giftCard, .card] {
                let refused = try await refusal(RecordPaymentRefusal.self) {
                    try await shop.pay(id, kind)
                }
                #expect(refused == .kindNotTaken)
            }
        }
    }
}
