import CremaDomain
import Testing

/// Days, counts and reports of a till.
struct TillTests {
    private static func date(_ day: Int) -> LocalDate {
        LocalDate(dayNumber: 20_000 + day)
    }

    @Test(arguments: [
        (Till.unused, 5, 5), (.inUse(ID("a"), date(5)), 5, 5), (.inUse(ID("a"), date(5)), 6, 5),
        (.inUse(ID("a"), date(5)), 9, 5), (.locked(through: date(4)), 5, 5),
        (.locked(through: date(5)), 5, 6), (.locked(through: date(5)), 6, 6),
        (.locked(through: date(5)), 3, 6),
    ])
    func `a posting's day is the drawer's, or the first on the clock that isn't locked`(
        till: Till, clock: Int, expected: Int
    ) {
        let day = till.postingDate(clockDate: TillTests.date(clock))

        #expect(day == TillTests.date(expected))
    }

    @Test(
        arguments: [
            (-1, false), (0, true), (1, true), (1_000_000_000, true), (1_000_000_001, false),
            (Int64.min, false), (1_000_000_000_000_000_000, false),
        ] as [(Int64, Bool)])
    func `a count is of a sum within its limits`(amount: Int64, isOne: Bool) {
        #expect((CashCount(total: Money(amount)) != nil) == isOne)
    }

    private static func pile(_ value: Int64, _ pieces: Int) -> CashCount.Pile {
        CashCount.Pile(value: Money(value), pieces: pieces)
    }

    @Test(
        arguments: [
            ([pile(2000, 3), pile(25, 4)], 6100), ([], 0), ([pile(5, 0)], 0),
            ([pile(5, 1), pile(5, 2)], nil), ([pile(0, 1)], nil), ([pile(-5, 1)], nil),
            ([pile(5, -1)], nil), ([pile(5, 100_001)], nil), ([pile(1_000_000_000, 2)], nil),
            ([pile(.max, 2)], nil), ([pile(500_000, 2_000)], 1_000_000_000),
            ((1...41).map { pile(Int64($0), 1) }, nil),
        ] as [([CashCount.Pile], Int64?)])
    func `a count by coins and notes is their sum`(piles: [CashCount.Pile], total: Int64?) {
        #expect(CashCount(piles: piles)?.total.minorUnits == total)
    }

    @Test func `each currency's coins and notes come once, the largest first`() throws {
        for code in ["USD", "EUR", "GBP", "JPY", "CHF", "CAD", "AUD", "KWD", "AED"] {
            let values = try #require(Currency(code: code)).denominations

            #expect(!values.isEmpty && values.count <= Limits.pilesPerCount)
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 > $1 })
        }
        #expect(try #require(Currency(code: "ZWG")).denominations.isEmpty)
    }

    private func report(expected: Int64, counted: Int64, overShort: Int64) -> DayReport {
        let session = DrawerSession(
            id: ID("s"), locationID: ID("corner"), businessDate: TillTests.date(5),
            firstDate: TillTests.date(5), float: Money(100), openedAt: Timestamp(milliseconds: 0),
            openedBy: "ben")
        func sum(_ kind: PostingKind, _ account: String, _ amount: Int64) -> DayReport.Sum {
            DayReport.Sum(
                isInDrawer: true, kind: kind.rawValue, account: account, amount: Money(amount))
        }
        return DayReport(
            number: 1, session: session, closedBy: "ben", closedAt: Timestamp(milliseconds: 1),
            expected: Money(expected), counted: Money(counted), piles: [],
            sums: [
                sum(.float, "cash", -100), sum(.float, "safe", 100), sum(.sale, "cash", -50),
                sum(.sale, "sales", 40), sum(.sale, "tax:VAT", 10), sum(.paidOut, "cash", 20),
                sum(.paidOut, "paidOut", -20), sum(.overShort, "cash", -overShort),
                sum(.overShort, "overShort", overShort), sum(.drawerClose, "cash", counted),
                sum(.drawerClose, "safe", -counted),
            ].filter { $0.amount != .zero }, postingCount: 5, unpaid: [])
    }

    @Test func `a report adds up, and says what doesn't`() {
        let right = report(expected: 130, counted: 128, overShort: -2)

        #expect(right.overShort == Money(-2) && right.takings == Money(50))
        #expect(right.faults(posted: right.sums, postings: 5).isEmpty)
        #expect(right.faults(posted: right.sums, postings: 6) == [.books])
        #expect(right.faults(posted: [], postings: 5) == [.books])
        let wrong = report(expected: 131, counted: 128, overShort: -3)
        #expect(wrong.faults(posted: wrong.sums, postings: 5) == [.expected, .drawerNotEmpty])
        let unposted = report(expected: 130, counted: 128, overShort: 0)
        #expect(
            unposted.faults(posted: unposted.sums, postings: 5) == [.overShort, .drawerNotEmpty])
    }
}
