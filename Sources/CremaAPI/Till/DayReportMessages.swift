public import CremaDomain

/// A day's report: frozen when its drawer was counted.
public struct DayReportResponse: Codable, Hashable, Sendable {
    /// What was earned.
    public struct Earnings: Codable, Hashable, Sendable {
        /// Without tax, before discounts.
        public let sales: MoneyValue
        /// Below zero.
        public let discounts: MoneyValue
        /// Given back, without tax and tips: below zero.
        public let refunds: MoneyValue
        /// Sales, discounts and refunds.
        public let netSales: MoneyValue
        /// Less what was given back.
        public let taxes: [TaxSum]
        /// Less what was given back.
        public let tips: MoneyValue
        /// Net sales, taxes and tips.
        public let total: MoneyValue
    }

    /// A tax of the day.
    public struct TaxSum: Codable, Hashable, Sendable {
        /// As on receipts.
        public let name: String
        /// Less what was given back.
        public let amount: MoneyValue
    }

    /// How it was paid.
    public struct Tenders: Codable, Hashable, Sendable {
        /// For orders, in a drawer or without one, less what was given back.
        public let cash: MoneyValue
        /// On terminals of the shop's own, for orders and wallets.
        public let externalCard: MoneyValue
        /// Through the payment provider.
        public let card: MoneyValue
        /// From wallets.
        public let wallet: MoneyValue
        /// What cash took above the sums due.
        public let cashRounding: MoneyValue
        /// What was put into wallets.
        public let topUps: MoneyValue
    }

    /// What happened to the drawer.
    public struct Drawer: Codable, Hashable, Sendable {
        /// At the opening.
        public let float: MoneyValue
        /// Taken for orders.
        public let sales: MoneyValue
        /// Given back: above zero.
        public let refunds: MoneyValue
        /// Taken for wallets.
        public let topUps: MoneyValue
        /// Put in without a sale.
        public let paidIn: MoneyValue
        /// Taken for something that was bought: above zero.
        public let paidOut: MoneyValue
        /// Taken to the safe: above zero.
        public let drops: MoneyValue
        /// What should have been in it.
        public let expected: MoneyValue
        /// What was.
        public let counted: MoneyValue
        /// Counted less expected.
        public let overShort: MoneyValue
        /// By coins and notes, where it was counted so.
        public let denominations: [DenominationValue]
    }

    /// Counted from 1 within its location, without a gap.
    public let number: Int
    /// The drawer session that it ends.
    public let sessionId: String
    /// The first day it tells of, `YYYY-MM-DD`.
    public let firstDate: String
    /// The last one: its own.
    public let businessDate: String
    /// RFC 3339.
    public let openedAt: String
    /// RFC 3339.
    public let closedAt: String
    /// Who counted: a person's id.
    public let closedBy: String
    /// What was earned.
    public let earnings: Earnings
    /// How it was paid.
    public let tenders: Tenders
    /// What happened to the drawer.
    public let drawer: Drawer
    /// Cash taken on its days with no drawer opened: in no count.
    public let cashWithoutDrawer: MoneyValue
    /// Orders that were unpaid.
    public let unpaidOrders: [UnpaidOrderValue]
}

extension DayReportResponse {
    /// A report on the wire.
    public init(_ report: DayReport, _ currency: Currency, openedAt: String, closedAt: String) {
        func money(_ amount: Money) -> MoneyValue { MoneyValue(amount, currency) }
        number = report.number
        sessionId = report.session.id.rawValue
        firstDate = report.session.firstDate.iso
        businessDate = report.session.businessDate.iso
        self.openedAt = openedAt
        self.closedAt = closedAt
        closedBy = report.closedBy
        earnings = Earnings(
            sales: money(report.sales), discounts: money(report.discounts),
            refunds: money(report.refunds), netSales: money(report.netSales),
            taxes: report.taxes.map { TaxSum(name: $0.name, amount: money($0.amount)) },
            tips: money(report.tips), total: money(report.takings))
        tenders = Tenders(
            cash: money(report.cash), externalCard: money(report.externalCard),
            card: money(report.card), wallet: money(report.wallet),
            cashRounding: money(report.cashRounding), topUps: money(report.topUps))
        drawer = Drawer(
            float: money(report.session.float), sales: money(report.cashSales),
            refunds: money(report.cashRefunds), topUps: money(report.cashTopUps),
            paidIn: money(report.paidIn), paidOut: money(report.paidOut),
            drops: money(report.drops), expected: money(report.expected),
            counted: money(report.counted), overShort: money(report.overShort),
            denominations: report.piles.map {
                DenominationValue(value: $0.value.minorUnits, count: $0.pieces)
            })
        cashWithoutDrawer = money(report.cashWithoutDrawer)
        unpaidOrders = report.unpaid.map { UnpaidOrderValue($0, currency) }
    }
}

/// `GET /api/v1/locations/{id}/day-reports`.
public struct DayReportsResponse: Codable, Hashable, Sendable {
    /// The latest first.
    public let reports: [DayReportResponse]
    /// Gets the next page; nil on the last.
    public let nextCursor: String?

    /// A page.
    public init(reports: [DayReportResponse], nextCursor: String?) {
        self.reports = reports
        self.nextCursor = nextCursor
    }
}
