import CremaDomain
import Testing

struct TenderTests {
    private func tender(_ amount: Int64, _ state: TenderState, rounding: Int64 = 0) -> Tender {
        Tender(
            number: 1, kind: .cash, amount: Money(amount), state: state, rounding: Money(rounding))
    }

    @Test(
        arguments: [
            (TenderState.pending, 4_50), (.held, 0), (.captured, 0), (.released, 4_50),
        ] as [(TenderState, Int64)])
    func `held and captured tenders cover the total, others don't`(
        state: TenderState, due: Int64
    ) {
        #expect([tender(4_50, state)].due(of: Money(4_50)) == Money(due))
    }

    @Test func `what several tenders leave is due`() {
        let tenders = [
            tender(2_00, .captured), tender(1_00, .held), tender(1_50, .pending),
            tender(9_00, .released),
        ]

        #expect(tenders.due(of: Money(4_50)) == Money(1_50))
        #expect([Tender]().due(of: Money(4_50)) == Money(4_50))
    }

    @Test func `cash rounding leaves nothing due either way`() {
        var shop = location()
        shop.cashStep = Money(5)
        for total in Int64(0)...60 {
            let paid = shop.cashAmount(for: Money(total))
            let tender = tender(total, .captured, rounding: paid.minorUnits - total)

            #expect([tender].due(of: Money(total)) == .zero)
            #expect(tender.amount + tender.rounding == paid)
        }
    }
}

struct OrderTests {
    private let placedAt = instant("2026-03-01T10:00:00Z")

    private func order(
        _ state: OrderState = .ready, tenders: [Tender] = [], since: Timestamp? = nil
    ) throws -> Order {
        let quote = try Basket(lines: [Basket.Line(unit: 4_50)]).quote()
        return Order(
            id: ID("order"), callNumber: CallNumber(sequence: 42), placedAt: placedAt,
            quote: quote, customerName: "Ada", language: "en", state: state, version: 1,
            tenders: tenders,
            timeline: [
                Order.Step(state: .pending, at: placedAt),
                Order.Step(state: state, at: since ?? placedAt),
            ])
    }

    @Test func `an order is settled once nothing is due`() throws {
        let paid = Tender(number: 1, kind: .counter, amount: Money(4_50), state: .captured)

        #expect(try order().facts(at: placedAt, reason: "").isEmpty)
        #expect(try order(tenders: [paid]).facts(at: placedAt, reason: "") == [.isSettled])
    }

    @Test func `an order that costs nothing is settled from the start`() throws {
        let free = Discount(name: "Free", kind: .orderPercent(.whole))
        let quote = try Basket(lines: [Basket.Line(unit: 4_50)], discounts: [free]).quote()
        let order = Order(
            id: ID("order"), callNumber: CallNumber(sequence: 1), placedAt: placedAt, quote: quote,
            customerName: "", language: "en", state: .pending, version: 1, tenders: [],
            timeline: [Order.Step(state: .pending, at: placedAt)])

        #expect(order.due == .zero)
        #expect(order.facts(at: placedAt, reason: "") == [.isSettled])
    }

    @Test(arguments: [("", false), ("   ", false), ("\n\t", false), ("out of milk", true)])
    func `a reason has something in it`(reason: String, counts: Bool) throws {
        #expect(try order().facts(at: placedAt, reason: reason).contains(.hasReason) == counts)
    }

    @Test(arguments: [(0, true), (900, true), (901, false), (86_400, false)])
    func `a completed order can be taken back for fifteen minutes`(
        seconds: Int, isRecent: Bool
    ) throws {
        let completed = instant("2026-03-01T10:20:00Z")
        let order = try order(.completed, since: completed)

        let facts = order.facts(at: completed + .seconds(seconds), reason: "")

        #expect(facts.contains(.isRecentlyCompleted) == isRecent)
    }

    @Test func `an order that isn't completed wasn't completed recently`() throws {
        for state in OrderState.allCases where state != .completed {
            let facts = try order(state).facts(at: placedAt, reason: "")

            #expect(!facts.contains(.isRecentlyCompleted))
        }
    }
}
