import CremaDomain
@testable import CremaWeb
import Testing

@Suite struct OrderViewTests {
    @Test(arguments: OrderState.allCases)
    func `every state has its sentence, its steps and its version`(_ state: OrderState) {
        let html = OrderView.live(Sample.orderModel(Sample.order(42, state)), PageContext()).string

        #expect(
            html.contains(
                p { OrderView.sentence(state, Words(.english)) }.string.dropFirst(3).dropLast(4)))
        #expect(
            html.contains("data-live=\"order:\(Sample.order(42, state).id)\" data-version=\"3\""))
        #expect(html.contains(">A042<"))
    }

    @Test func `a ready order is past two steps`() {
        let steps = OrderText.steps(of: Sample.orderModel(Sample.order(1, .ready)))

        #expect(steps.map(\.progress) == [.done, .done, .now, .later])
        #expect(steps.map { $0.time?.clock } == ["08:14", "08:16", "08:18", nil])
    }

    @Test func `a cancelled order ends with that`() {
        let steps = OrderText.steps(of: Sample.orderModel(Sample.order(1, .cancelled)))

        #expect(steps.map(\.state) == [.pending, .cancelled])
        #expect(steps.map(\.progress) == [.done, .stopped])
    }

    @Test func `an order to be paid first begins with that`() {
        func steps(_ state: OrderState) -> [OrderText.Step] {
            OrderText.steps(of: Sample.orderModel(Sample.order(1, state)))
        }

        #expect(
            steps(.awaitingPayment).map(\.state)
                == [.awaitingPayment, .pending, .preparing, .ready, .completed])
        #expect(steps(.awaitingPayment).map(\.progress) == [.now, .later, .later, .later, .later])
        #expect(steps(.expired).map(\.state) == [.awaitingPayment, .expired])
        #expect(steps(.expired).map(\.progress) == [.done, .stopped])
        let html = OrderView.live(
            Sample.orderModel(Sample.order(1, .awaitingPayment)), PageContext()
        ).string
        #expect(html.contains("Please pay \u{2068}$21.16\u{2069} at the counter first."))
    }

    @Test func `only a pending order can be cancelled`() {
        func page(_ state: OrderState) -> String {
            OrderView.live(Sample.orderModel(Sample.order(1, state)), PageContext()).string
        }

        #expect(page(.pending).contains("/cancel\""))
        #expect(!page(.preparing).contains("/cancel\""))
    }

    @Test func `what is due is said until it is paid`() {
        func page(_ paid: TenderKind?) -> String {
            OrderView.live(
                Sample.orderModel(Sample.order(1, .pending, paid: paid)), PageContext()
            ).string
        }

        #expect(page(nil).contains("To pay at the counter: \u{2068}$21.16\u{2069}"))
        #expect(page(.cash).contains("Paid: \u{2068}cash\u{2069}"))
    }

    @Test func `more orders replace the link that asked for them`() {
        let order = Sample.orderModel(Sample.order(1, .ready))
        let html = OrdersView.more(
            OrdersModel(entries: [order], nextCursor: "abc"), PageContext()
        ).string

        #expect(html.hasPrefix("<li id=\"entry-"))
        #expect(html.contains("<li id=\"more\"><a href=\"/orders?after=abc\""))
        #expect(
            !OrdersView.more(OrdersModel(entries: [order]), PageContext()).string.contains("more"))
    }

    @Test func `a receipt names the shop, its tax number and each tax`() {
        let order = Sample.orderModel(Sample.order(42, .completed, paid: .cash))
        let html = ReceiptView.page(
            ReceiptModel(order: order, number: "2026-000142"), PageContext()
        ).string

        for text in [
            "Good Grounds LLC", "47-1122334", "2026-000142", "NY State", "$18.56", "$21.16",
        ] {
            #expect(html.contains(text), "\(text)")
        }
    }
}

@Suite struct BarViewTests {
    private func model(_ tickets: [TicketModel], notice: BarNotice? = nil) -> BarModel {
        BarModel(
            location: Sample.location, tickets: tickets, openCount: 9, sequence: 41, notice: notice)
    }

    @Test func `tickets stand in their column by when work must start`() {
        let late = Sample.ticket(Sample.order(5, .pending, minutesAgo: 1), age: 60)
        let early = Sample.ticket(Sample.order(6, .pending, minutesAgo: 9), age: 540)
        let bar = model([late, early, Sample.ticket(Sample.order(7, .ready), age: 1)])

        #expect(bar.tickets(in: .pending).map(\.order.callNumber.description) == ["A006", "A005"])
        #expect(bar.tickets(in: .preparing).isEmpty)
    }

    @Test func `what isn't paid shows the sum and both ways to take it`() {
        let html = BarView.queue(
            model([Sample.ticket(Sample.order(5, .pending), age: 1)]), PageContext()
        ).string

        #expect(html.contains("TO PAY"))
        #expect(html.contains("name=\"kind\" value=\"cash\""))
        #expect(html.contains("name=\"kind\" value=\"externalCard\""))
        #expect(html.components(of: "name=\"amount\" value=\"21.16\"") == 2)
    }

    @Test func `cash is taken to the nearest coin`() {
        let order = Sample.order(5, .pending)
        let ticket = TicketModel(
            order: order, since: order.placedAt, ageSeconds: 1, urgency: .calm,
            cashDue: Money(2115), requestKey: "k")
        let html = BarView.queue(model([ticket]), PageContext()).string

        #expect(html.contains("name=\"amount\" value=\"21.15\""))
        #expect(html.contains("name=\"amount\" value=\"21.16\""))
    }

    @Test(arguments: [(0, "0:00"), (59, "0:59"), (580, "9:40"), (3600, "1:00:00"), (-5, "0:00")])
    func `an age is minutes and seconds`(_ seconds: Int, _ expected: String) {
        #expect(TicketView.age(seconds) == expected)
    }

    @Test(arguments: OrderState.allCases)
    func `a ticket offers only moves that staff may make`(_ state: OrderState) {
        let html = BarView.queue(
            model([Sample.ticket(Sample.order(5, state, paid: .cash), age: 1)]), PageContext()
        ).string

        let allowed = OrderTransition.all.filter { $0.from == state && $0.by.contains(.staff) }
            .map(\.to.rawValue)
        for match in html.matches(of: #/name="to" value="([a-zA-Z]+)"/#) {
            #expect(allowed.contains(String(match.1)), "\(state) → \(match.1)")
        }
    }

    @Test func `a move can be undone, and a stale tap is told how things stand`() {
        let undo = BarNotice.Undo(orderID: ID("o"), back: .pending, version: 4, requestKey: "u")
        let moved = BarView.fragment(
            model([], notice: .moved(CallNumber(sequence: 5), to: .preparing, undo: undo)),
            PageContext()
        ).string
        let stale = BarView.fragment(
            model([], notice: .stale(CallNumber(sequence: 5), now: .ready)), PageContext()
        ).string

        #expect(moved.contains("name=\"to\" value=\"pending\""))
        #expect(moved.contains("name=\"version\" value=\"4\""))
        #expect(
            stale.contains(
                "Someone else moved \u{2068}A005\u{2069}. It is now: \u{2068}Ready\u{2069}"))
    }

    @Test func `a refresh leaves the last notice standing`() {
        #expect(!BarView.queue(model([]), PageContext()).string.contains("id=\"notice\""))
        #expect(BarView.fragment(model([]), PageContext()).string.contains("id=\"notice\""))
    }
}
