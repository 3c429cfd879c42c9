import CremaDomain
import CremaServices
import CremaSQL
import CremaStore
import Testing

/// Two tablets at one drawer, and whatever people do before it is counted.
struct TillRaceTests {
    /// How each ended: what it came to, or its refusal's words.
    private func atOnce<Output: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Output
    ) async -> [Result<Output, any Error>] {
        await withTaskGroup(of: Result<Output, any Error>.self) { group in
            for turn in 0..<count {
                group.addTask {
                    do {
                        return .success(try await body(turn))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `of two openings at once one opens, the other learns of it`() async throws {
        try await withShop { shop in
            let outcomes = await atOnce(4) { _ in try await shop.openDrawer() }

            let opened = outcomes.compactMap { try? $0.get() }  // those that weren't refused
            #expect(opened.count == 1)
            for case .failure(let error) in outcomes {
                guard case Failure<OpenDrawerRefusal>.refused(.alreadyOpen(let id)) = error else {
                    Issue.record("\(error)")
                    continue
                }
                #expect(id == opened[0].id)
            }
        }
    }

    @Test func `of counts at once one makes the report, the others learn its number`()
        async throws
    {
        try await withShop { shop in
            let session = try await shop.openDrawer()

            let outcomes = await atOnce(4) { turn in
                try await shop.count(session, 100_00 + Int64(turn)).output
            }

            let reports = outcomes.compactMap { try? $0.get() }  // those that weren't refused
            #expect(reports.map(\.number) == [1])
            for case .failure(let error) in outcomes {
                guard case Failure<CountDrawerRefusal>.refused(.alreadyClosed(1)) = error else {
                    Issue.record("\(error)")
                    continue
                }
            }
            #expect(try await shop.wrong().isEmpty)
        }
    }

    /// Each sale is in the report or on the next day, none in both or in neither.
    @Test func `cash that is taken during the count is in the report or on the next day`()
        async throws
    {
        try await withShop { shop in
            let session = try await shop.openDrawer(0)
            var orders: [ID<Order>] = []
            for _ in 0..<12 { orders.append(try await shop.place().id) }
            let all = Set(orders)
            let waiting = orders

            let outcomes = await atOnce(13) { turn in
                if turn == 6 {
                    try await shop.count(session, 0, seeing: all)
                } else {
                    try await shop.pay(waiting[turn < 6 ? turn : turn - 1])
                }
            }

            for case .failure(let error) in outcomes { Issue.record("\(error)") }
            let report = try await shop.services.read(
                DayReportQuery(locationID: TestShop.corner, number: 1), by: Story.mona
            ).report
            let days = try await shop.days(of: .sale)
            let inReport = days.count { $0 == "2026-03-10" }
            #expect(days.count == 12 && days.allSatisfy { $0 <= "2026-03-11" })
            #expect(report.cashSales == Money(3_50) * inReport)
            #expect(report.unpaid.count == 12 - inReport)
            #expect(try await shop.wrong().isEmpty)
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `whatever happened, a day's sums are the ledger's`(seed: UInt64) async throws {
        try await withShop(seed: seed, corner: { $0.cashStep = 10 }) { shop in
            let random = TestRandom(seed: seed)
            var paid: [ID<Order>] = []
            for day in 1...3 {
                if random.below(2) == 0 { paid.append(try await shop.sell().id) }
                let session = try await shop.openDrawer(Int64(random.below(200_00)))
                for _ in 0..<25 {
                    try await step(random, session, &paid, shop)
                }
                let drawer = try await shop.services.read(
                    DrawerQuery(locationID: TestShop.corner), by: Story.mona)
                let expected = try #require(drawer.drawer?.expected).minorUnits
                let counted = max(0, expected + Int64(random.below(5)) - 2)

                let report = try await shop.count(
                    session, counted, seeing: Set(drawer.unpaid.map(\.id))
                ).output

                #expect(report.number == day)
                #expect(report.overShort == Money(counted - expected))
                #expect(try await shop.wrong(page: 1).isEmpty)
                if random.below(2) == 0, let last = paid.popLast() {
                    try await shop.refund(last)
                }
                shop.clock.advance(.seconds(24 * 3600))
            }
            #expect(try await shop.wrong(page: 1).isEmpty)
        }
    }

    private func step(
        _ random: TestRandom, _ session: DrawerSession, _ paid: inout [ID<Order>],
        _ shop: TestShop
    ) async throws {
        let amount = Int64(1 + random.below(30_00))
        let lines = [Story.line(quantity: 1 + random.below(3)), Story.croissants(1)]
        switch random.below(9) {
        case 0: try await shop.moveCash(session, .paidIn, amount)
        case 1: try await shop.moveCash(session, .paidOut, amount)
        case 2: try await shop.moveCash(session, .drop, amount)
        case 3: try await shop.takeTopUp(amount, random.below(2) == 0 ? .cash : .externalCard)
        case 4: try await shop.place(lines)
        case 5: paid.append(try await shop.sell(.externalCard, lines).id)
        case 6:
            guard let id = paid.last else { return }
            let left = try await shop.order(id).order.refundable
            guard left > Money(1) else { return }
            try await shop.refund(id, .amount(Money(1 + left.minorUnits / 3)))
        default: paid.append(try await shop.sell(.cash, lines).id)
        }
    }

    @Test(arguments: [
        (
            "INSERT INTO posting (key, at, location_id, business_date, kind, person_id) "
                + "VALUES ('late', 0, 'corner', '2026-03-10', 'sale', '')", "other sums"
        ),
        (
            "INSERT INTO drawer_session (id, location_id, business_date, first_date, "
                + "float_amount, opened_at, opened_by, closed_at) VALUES "
                + "('x', 'corner', '2026-03-12', '2026-03-11', 0, 0, '', 1)", "has no report"
        ),
        (
            "INSERT INTO drawer_session (id, location_id, business_date, first_date, "
                + "float_amount, opened_at, opened_by, closed_at) VALUES "
                + "('x', 'corner', '2026-03-12', '2026-03-12', 5, 0, '', 1); "
                + "INSERT INTO day_report (location_id, number, session_id, closed_at, closed_by, "
                + "expected, counted, piles, posting_count) "
                + "VALUES ('corner', 3, 'x', 1, '', 4, 4, '', 0)", "number 2 is missing"
        ),
    ])
    func `an audit finds what was posted behind a lock, and what is missing`(
        change: String, expected: String
    ) async throws {
        try await withShop { shop in
            try await shop.count(try await shop.openDrawer(), 100_00)
            #expect(try await shop.wrong().isEmpty)

            try await shop.database.write { try $0.executeScript(change) }

            let found = try await shop.wrong()
            #expect(found.contains { $0.contains(expected) }, "\(found)")
        }
    }

    @Test(arguments: [
        "UPDATE day_report SET counted = 1", "DELETE FROM day_report_sum",
        "UPDATE day_report_unpaid SET due = 1", "DELETE FROM day_report",
        "UPDATE day_report_sum SET amount = 1",
    ])
    func `the database itself lets no report be changed`(change: String) async throws {
        try await withShop { shop in
            let session = try await shop.openDrawer()
            let order = try await shop.place()
            try await shop.count(session, 100_00, seeing: [order.id])
            let before = try shop.dump()

            await #expect(throws: SQLError.self) {
                try await shop.database.write { try $0.executeScript(change) }
            }

            #expect(try shop.dump() == before)
        }
    }

    @Test func `the database itself lets a place have one drawer in use`() async throws {
        try await withShop { shop in
            try await shop.openDrawer()

            await #expect(throws: SQLError.self) {
                try await shop.database.write { tx in
                    try tx.executeScript(
                        """
                        INSERT INTO drawer_session (id, location_id, business_date, first_date,
                            float_amount, opened_at, opened_by)
                        VALUES ('x', 'corner', '2027-01-01', '2027-01-01', 0, 0, '')
                        """)
                }
            }
        }
    }
}
