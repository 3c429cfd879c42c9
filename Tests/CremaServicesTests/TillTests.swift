import CremaDomain
import CremaPayments
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// The cash drawer, and the end of the day.
struct TillTests {
    @Test func `a day is opened, sold, paid out, counted short, and reported`() async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer(100_00)
            let sold = try await shop.sell()
            let other = try await shop.sell(.externalCard, [Story.line(), Story.croissants(1)])
            try await shop.takeTopUp(20_00)
            try await shop.moveCash(session, .paidIn, 50_00, reason: "Change")
            try await shop.moveCash(session, .paidOut, 3_20)
            try await shop.moveCash(session, .drop, 60_00, reason: "Safe")
            let back = try await shop.sell(.cash, [Story.croissants(1)])
            try await shop.refund(back.id, .amount(Money(1_00)))
            let expected =
                100_00 + sold.quote.total.minorUnits + 20_00 + 50_00 - 3_20 - 60_00
                + back.quote.total.minorUnits - 1_00

            let report = try await shop.count(session, expected - 2_00).output

            #expect(report.number == 1 && report.expected == Money(expected))
            #expect(report.overShort == Money(-2_00))
            #expect(report.cashSales == sold.quote.total + back.quote.total)
            #expect(report.cashRefunds == Money(1_00) && report.cashTopUps == Money(20_00))
            #expect(report.paidIn == Money(50_00) && report.paidOut == Money(3_20))
            #expect(report.drops == Money(60_00))
            #expect(report.externalCard == other.quote.total)
            let totals = [sold, other, back].sum { $0.quote.total }
            #expect(report.takings == totals - Money(1_00))
            #expect(report.cash + report.externalCard == report.takings)
            #expect(report.topUps == Money(20_00))
            #expect(try await shop.wrong().isEmpty)
            #expect(try await shop.audits(of: session.id.rawValue).count == 5)
        }
    }

    @Test func `what comes after the lock is posted on the next day, a late undo too`()
        async throws
    {
        try await withShop { shop in
            let session = try await shop.openDrawer()
            let sold = try await shop.sell()
            let report = try await shop.count(session, 0).output
            let frozen = try await shop.services.read(
                DayReportQuery(locationID: TestShop.corner, number: 1), by: Story.mona
            ).report

            try await shop.refund(sold.id, .amount(Money(1_00)))
            try await shop.move(sold.id, to: .cancelled, reason: "Cold.")
            try await shop.sell(.externalCard)
            let late = try await refusal(OpenDrawerRefusal.self) { try await shop.openDrawer() }

            let locked = try #require(LocalDate(iso: "2026-03-10"))
            #expect(report.session.businessDate == locked && late == .dayIsLocked(locked))
            #expect(try await shop.days(of: .refund) == ["2026-03-11", "2026-03-11"])
            #expect(try await shop.days(of: .sale) == ["2026-03-10", "2026-03-11"])
            let again = try await shop.services.read(
                DayReportQuery(locationID: TestShop.corner, number: 1), by: Story.mona
            ).report
            #expect(again == frozen && again == report)
            #expect(try await shop.wrong().isEmpty)
        }
    }

    @Test func `a drawer's day lasts until it is counted, and the next one follows it`()
        async throws
    {
        try await withShop { shop in
            try await shop.sell()
            let first = try await shop.openDrawer(10_00)
            shop.clock.advance(.seconds(40 * 3600))
            try await shop.sell()
            let report = try await shop.count(first, 0).output
            try await shop.sell()
            shop.clock.advance(.seconds(3 * 24 * 3600))
            let second = try await shop.openDrawer(0)
            let next = try await shop.count(second, 0).output

            let price = report.cashSales
            #expect(report.cashWithoutDrawer == price && report.cash == price + price)
            #expect(try await shop.days(of: .sale) == ["2026-03-10", "2026-03-10", "2026-03-12"])
            #expect(next.number == 2 && next.session.firstDate.iso == "2026-03-11")
            #expect(next.session.businessDate.iso == "2026-03-15")
            #expect(next.cashWithoutDrawer == price && next.cashSales == .zero)
            #expect(try await shop.wrong().isEmpty)
        }
    }

    @Test func `a shop without a drawer goes on as ever`() async throws {
        try await withShop { shop in
            try await shop.sell()

            let answer = try await shop.services.read(
                DrawerQuery(locationID: TestShop.corner), by: Story.ben)

            #expect(answer.till == .unused && answer.drawer == nil)
            #expect(try await shop.days(of: .sale) == ["2026-03-10"])
            #expect(try await shop.wrong().isEmpty)
        }
    }

    @Test func `unpaid orders have to be seen, and stand on the report`() async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer()
            let unpaid = try await shop.place()

            let found = try await refusal(CountDrawerRefusal.self) {
                try await shop.count(session, 100_00)
            }
            let report = try await shop.count(session, 100_00, seeing: [unpaid.id]).output

            guard case .unpaidOrders(let orders) = found else {
                Issue.record("\(found)")
                return
            }
            #expect(orders.map(\.id) == [unpaid.id] && orders[0].due == unpaid.total)
            #expect(report.unpaid == orders && report.overShort == .zero)
        }
    }

    @Test func `who counts while cash comes in counts again`() async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer()
            let drawer = try await shop.services.read(
                DrawerQuery(locationID: TestShop.corner), by: Story.ben
            ).drawer
            let seen = try #require(drawer).cashPostings
            try await shop.sell(.externalCard)
            try await shop.sell()

            let found = try await refusal(CountDrawerRefusal.self) {
                try await shop.count(session, 100_00, postings: seen)
            }
            let report = try await shop.count(session, 103_50, postings: seen + 1).output

            #expect(found == .cashMoved(now: seen + 1))
            #expect(report.overShort == .zero)
        }
    }

    @Test func `lost answers are given again, and forms sent twice count once`() async throws {
        try await withShop { shop in
            var sessions: [ID<DrawerSession>] = []
            for _ in 1...2 {
                sessions.append(try await shop.openDrawer(key: key("open")).id)
            }
            let id = sessions[0]
            let session = try #require(
                try await shop.database.read { try TillStore.session(id, tx: $0) })
            for _ in 1...2 {
                let moved = try await shop.moveCash(session, .drop, 1_00, key: key("drop"))
                #expect(moved.number == 1)
            }
            var reports: [DayReport] = []
            for _ in 1...2 {
                reports.append(try await shop.count(session, 99_00, key: key("count")).output)
            }

            #expect(sessions[0] == sessions[1] && reports[0] == reports[1])
            #expect(reports[0].overShort == .zero && reports[0].drops == Money(1_00))
            let other = try await refusal(CountDrawerRefusal.self) {
                try await shop.count(session, 99_00, key: key("other"))
            }
            #expect(other == .alreadyClosed(report: 1))
            let late = try await refusal(MoveCashRefusal.self) {
                try await shop.moveCash(session, .drop, 1_00)
            }
            #expect(late == .drawerIsClosed)
        }
    }

    @Test func `only the staff of the place has to do with its drawer`() async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer(by: Story.mona)
            for actor in [Actor.nobody, Story.ada, Story.hugo] {
                let opening = try await failure(OpenDrawerRefusal.self) {
                    try await shop.openDrawer(by: actor)
                }
                let moving = try await failure(MoveCashRefusal.self) {
                    try await shop.moveCash(session, .drop, 1, by: actor)
                }
                let counting = try await failure(CountDrawerRefusal.self) {
                    try await shop.count(session, 1, by: actor)
                }
                guard case .denied = opening, case .denied = moving, case .denied = counting
                else {
                    Issue.record("\(actor) was let in")
                    continue
                }
            }
            let corner = DrawerQuery(locationID: TestShop.corner)
            #expect(try await shop.services.read(corner, by: Story.ben).drawer?.expected == nil)
            let seen = try await shop.services.read(corner, by: Story.mona).drawer?.expected
            #expect(seen == Money(100_00))
            let elsewhere = MoveCash(
                locationID: TestShop.harbour, sessionID: session.id, kind: .drop, amount: Money(1),
                reason: "x")
            let lost = try await failure(MoveCashRefusal.self) {
                try await shop.services.perform(elsewhere, by: Story.hugo)
            }
            guard case .denied(.notFound) = lost else {
                Issue.record("\(String(describing: lost))")
                return
            }
        }
    }

    @Test func `a barista reads the report of the own count, a manager all`() async throws {
        try await withShop { shop in
            try await shop.count(try await shop.openDrawer(), 100_00, by: Story.mona)
            shop.clock.advance(.seconds(24 * 3600))
            try await shop.count(try await shop.openDrawer(), 100_00, by: Story.ben)

            let own = DayReportQuery(locationID: TestShop.corner, number: 2)
            #expect(try await shop.services.read(own, by: Story.ben).closedBy == "ben")
            for (query, actor) in [(1, Story.ben), (3, Story.mona), (2, Story.ada)] {
                await #expect(throws: ReadFailure.self) {
                    try await shop.services.read(
                        DayReportQuery(locationID: TestShop.corner, number: query), by: actor)
                }
            }
            let page = try await shop.services.read(
                DayReportsQuery(locationID: TestShop.corner, limit: 1), by: Story.olga)
            #expect(page.reports.map(\.report.number) == [2] && page.next == 2)
            await #expect(throws: ReadFailure.self) {
                try await shop.services.read(
                    DayReportsQuery(locationID: TestShop.corner, limit: 1), by: Story.ben)
            }
        }
    }

    @Test(arguments: [0, -1, 100_000_001, 1_000_000_000_000_000_000, .max, .min] as [Int64])
    func `amounts out of range move nothing`(amount: Int64) async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer()
            let before = try shop.dump()

            let moved = try await refusal(MoveCashRefusal.self) {
                try await shop.moveCash(session, .paidIn, amount)
            }
            let blank = try await refusal(MoveCashRefusal.self) {
                try await shop.moveCash(session, .paidIn, 1, reason: "  ")
            }

            #expect(moved == .amountOutOfRange && blank == .reasonMissing)
            #expect(try shop.dump() == before)
        }
    }

    /// Whatever tells of it, webhook, return or worker: it is posted when the books hear of it.
    @Test func `a card that settles late is posted on the open day`() async throws {
        try await withShop(provider: try SandboxProvider(file: nil)) { shop in
            let session = try await shop.openDrawer()
            var request = try await shop.request([Story.line()])
            request.tenders = [RequestedTender(kind: .card)]
            let order = try await shop.services.placeOrder(request, by: Story.ada, key: nil).output
            _ = try await shop.services.pay(
                order.id, method: SandboxProvider.Card.visa.method, by: Story.ada, key: nil,
                returnAddress: { "/back/" + $0.rawValue })
            let first = try await shop.count(session, 100_00).output

            try await shop.services.workOnPayments()
            shop.clock.advance(.seconds(24 * 3600))
            let next = try await shop.count(try await shop.openDrawer(), 100_00).output

            #expect(first.card == .zero && first.unpaid.isEmpty)
            #expect(try await shop.days(of: .sale) == ["2026-03-11"])
            #expect(next.card == order.total && next.takings == order.total)
            #expect(try await shop.wrong().isEmpty)
        }
    }
}
