/// A day's Z report: what was sold, taken and counted, frozen when the drawer was counted.
public struct DayReport: Hashable, Sendable {
    /// What the books have on one account from one kind of posting.
    public struct Sum: Hashable, Sendable {
        /// Posted while the drawer was in use; else on its days, with no drawer opened.
        public let isInDrawer: Bool
        /// A ``PostingKind``'s text.
        public let kind: String
        /// A ``LedgerAccount``'s text; all wallets are one, ``DayReport/wallets``.
        public let account: String
        /// Signed as in the books.
        public let amount: Money

        /// A sum.
        public init(isInDrawer: Bool, kind: String, account: String, amount: Money) {
            self.isInDrawer = isInDrawer
            self.kind = kind
            self.account = account
            self.amount = amount
        }
    }

    /// An order that nobody had paid by then.
    public struct UnpaidOrder: Hashable, Sendable {
        /// Which.
        public let id: ID<Order>
        /// As it was called.
        public let callNumber: String
        /// What was still to be paid.
        public let due: Money

        /// An order.
        public init(id: ID<Order>, callNumber: String, due: Money) {
            self.id = id
            self.callNumber = callNumber
            self.due = due
        }
    }

    /// Counted from 1 within its location, without a gap.
    public let number: Int
    /// The session that it ends.
    public let session: DrawerSession
    /// Who counted, as the audit log names it.
    public let closedBy: String
    /// When.
    public let closedAt: Timestamp
    /// What should have been in the drawer.
    public let expected: Money
    /// What was.
    public let counted: Money
    /// By coins and notes, where it was counted so.
    public let piles: [CashCount.Pile]
    /// Every sum that isn't zero.
    public let sums: [Sum]
    /// How many postings they are of.
    public let postingCount: Int
    /// Orders that somebody took note of as unpaid.
    public let unpaid: [UnpaidOrder]

    /// A report.
    public init(
        number: Int, session: DrawerSession, closedBy: String, closedAt: Timestamp,
        expected: Money, counted: Money, piles: [CashCount.Pile], sums: [Sum],
        postingCount: Int, unpaid: [UnpaidOrder]
    ) {
        self.number = number
        self.session = session
        self.closedBy = closedBy
        self.closedAt = closedAt
        self.expected = expected
        self.counted = counted
        self.piles = piles
        self.sums = sums
        self.postingCount = postingCount
        self.unpaid = unpaid
    }
}

extension DayReport {
    /// Above zero for too much in the drawer, below for too little.
    public var overShort: Money { counted - expected }

    /// The account that all wallets are in its sums.
    public static let wallets = "wallet"

    private func total(
        _ accounts: [LedgerAccount], _ kinds: [PostingKind] = PostingKind.allCases,
        isInDrawer: Bool? = nil
    ) -> Money {
        total(named: accounts.map { $0.text }, kinds, isInDrawer: isInDrawer)
    }

    /// What the books have on accounts, by kinds of postings.
    private func total(
        named names: [String], _ kinds: [PostingKind], isInDrawer: Bool? = nil
    ) -> Money {
        sums.filter { sum in
            names.contains { $0 == sum.account }
                && kinds.contains { $0.rawValue == sum.kind }
                && (isInDrawer == nil || sum.isInDrawer == isInDrawer)
        }.sum { $0.amount }
    }

    /// Sold, at prices without tax and before discounts, fees included.
    public var sales: Money { total([.sales], [.sale]) }
    /// Taken off by discounts: below zero.
    public var discounts: Money { total([.discounts], [.sale]) }
    /// Given back, without tax and tips: below zero.
    public var refunds: Money { total([.sales, .discounts], [.refund]) }
    /// Sold, less discounts and what was given back.
    public var netSales: Money { sales + discounts + refunds }
    /// Tips, less what was given back.
    public var tips: Money { total([.tips]) }
    /// By their names, less what was given back.
    public var taxes: [(name: String, amount: Money)] {
        var taxes: [(name: String, amount: Money)] = []
        for sum in sums where sum.account.utf8.starts(with: "tax:".utf8) {
            let name = String(sum.account.dropFirst(4))
            if let index = taxes.firstIndex(where: { $0.name == name }) {
                taxes[index].amount += sum.amount
            } else {
                taxes.append((name, sum.amount))
            }
        }
        return taxes
    }
    /// Net sales, taxes and tips: what the tenders took for orders, less cash rounding.
    public var takings: Money { netSales + taxes.sum { $0.amount } + tips }

    /// What cash took for orders or gave back, in all, in a drawer and without one.
    public var cash: Money { -total([.cash], [.sale, .refund]) }
    /// What card terminals took for orders and wallets, less what was given back by hand: to be
    /// held against their slips.
    public var externalCard: Money { -total([.externalCard]) }
    /// What cards were charged through the provider, less what goes back.
    public var card: Money { -total([.card]) }
    /// What wallets paid for orders, less what went back to them.
    public var wallet: Money {
        -total(named: [DayReport.wallets, LedgerAccount.held.text], [.sale, .refund])
    }
    /// What cash took above, or below zero less than, the sums due.
    public var cashRounding: Money { total([.cashRounding]) }
    /// What was put into wallets for cash, on a terminal, or by card.
    public var topUps: Money { total(named: [DayReport.wallets], [.topUp]) }

    /// The parts of what should be in the drawer.
    public var cashSales: Money { -total([.cash], [.sale], isInDrawer: true) }
    /// Given back in cash: above zero.
    public var cashRefunds: Money { total([.cash], [.refund], isInDrawer: true) }
    /// Put into wallets for cash.
    public var cashTopUps: Money { -total([.cash], [.topUp], isInDrawer: true) }
    /// Put in without a sale.
    public var paidIn: Money { -total([.cash], [.paidIn], isInDrawer: true) }
    /// Taken for something that was bought: above zero.
    public var paidOut: Money { total([.cash], [.paidOut], isInDrawer: true) }
    /// Taken to the safe: above zero.
    public var drops: Money { total([.cash], [.drop], isInDrawer: true) }
    /// Cash taken on its days with no drawer opened: in no count.
    public var cashWithoutDrawer: Money { -total([.cash], isInDrawer: false) }

    /// What should be in a drawer, by what the books have on it before the count is posted.
    public static func expected(_ sums: [Sum]) -> Money {
        -sums.filter { sum in
            sum.isInDrawer && sum.account == LedgerAccount.cash.text
                && sum.kind != PostingKind.overShort.rawValue
                && sum.kind != PostingKind.drawerClose.rawValue
        }.sum { $0.amount }
    }

    /// What doesn't add up in a report; empty for each as it should be.
    ///
    /// - Parameters:
    ///   - posted: what the books have now on its days.
    ///   - postings: how many postings that is of.
    public func faults(posted: [Sum], postings: Int) -> [DayReportFault] {
        var faults: [DayReportFault] = []
        if Set(posted) != Set(sums) || postings != postingCount { faults.append(.books) }
        let moved = cashSales - cashRefunds + cashTopUps + paidIn - paidOut - drops
        if session.float + moved != expected || DayReport.expected(sums) != expected {
            faults.append(.expected)
        }
        if total([.overShort]) != overShort { faults.append(.overShort) }
        if total([.cash], isInDrawer: true) != .zero { faults.append(.drawerNotEmpty) }
        return faults
    }
}

/// What doesn't add up in a day's report.
public enum DayReportFault: Hashable, Sendable {
    /// The books have other sums on its days, or more postings: something came after the lock.
    case books
    /// Float, what came in and what went out aren't what was expected.
    case expected
    /// Counted less expected isn't what was posted.
    case overShort
    /// What was counted wasn't taken out of the drawer.
    case drawerNotEmpty
}
