private func money(_ name: String, _ summary: String) -> Field {
    Field(name, .of(MoneyValue.self, summary))
}

extension DayReportResponse: Described {
    package static let schemaName = "DayReport"
    package static let schema = Schema.object(
        "A day's report: frozen when its drawer was counted.",
        [
            Field("number", .integer("Counted from 1 within its location, without a gap.")),
            Field("sessionId", .id("The drawer session that it ends.")),
            Field("firstDate", .text("The first day it tells of.", format: "date")),
            Field("businessDate", .text("Its own day, the last one.", format: "date")),
            Field("openedAt", .instant("When its drawer was opened.")),
            Field("closedAt", .instant("When it was counted.")),
            Field("closedBy", .text("Who counted: a person's id.")),
            Field("earnings", .of(Earnings.self, "What was earned.")),
            Field("tenders", .of(Tenders.self, "How it was paid.")),
            Field("drawer", .of(Drawer.self, "What happened to the drawer.")),
            money("cashWithoutDrawer", "Cash taken on its days with no drawer opened."),
            Field(
                "unpaidOrders", .list(of: .of(UnpaidOrderValue.self), "Orders that were unpaid.")
            ),
        ])
}

extension DayReportResponse.Earnings: Described {
    package static let schemaName = "DayEarnings"
    package static let schema = Schema.object(
        "What was earned.",
        [
            money("sales", "Without tax, before discounts."),
            money("discounts", "Below zero."),
            money("refunds", "Given back, without tax and tips: below zero."),
            money("netSales", "Sales, discounts and refunds."),
            Field(
                "taxes",
                .list(of: .of(DayReportResponse.TaxSum.self), "Less what was given back.")),
            money("tips", "Less what was given back."),
            money("total", "Net sales, taxes and tips."),
        ])
}

extension DayReportResponse.TaxSum: Described {
    package static let schemaName = "DayTax"
    package static let schema = Schema.object(
        "A tax of the day.",
        [Field("name", .text("As on receipts.")), money("amount", "Less what was given back.")])
}

extension DayReportResponse.Tenders: Described {
    package static let schemaName = "DayTenders"
    package static let schema = Schema.object(
        "How it was paid, less what was given back.",
        [
            money("cash", "For orders, in a drawer or without one."),
            money("externalCard", "On terminals of the shop's own, for orders and wallets."),
            money("card", "Through the payment provider."),
            money("wallet", "From wallets."),
            money("cashRounding", "What cash took above the sums due."),
            money("topUps", "What was put into wallets."),
        ])
}

extension DayReportResponse.Drawer: Described {
    package static let schemaName = "DayDrawer"
    package static let schema = Schema.object(
        "What happened to the drawer.",
        [
            money("float", "At the opening."),
            money("sales", "Taken for orders."),
            money("refunds", "Given back: above zero."),
            money("topUps", "Taken for wallets."),
            money("paidIn", "Put in without a sale."),
            money("paidOut", "Taken for something that was bought: above zero."),
            money("drops", "Taken to the safe: above zero."),
            money("expected", "What should have been in it."),
            money("counted", "What was."),
            money("overShort", "Counted less expected."),
            Field(
                "denominations",
                .list(of: .of(DenominationValue.self), "Where it was counted by coins and notes.")
            ),
        ])
}

extension DayReportsResponse: Described {
    package static let schemaName = "DayReports"
    package static let schema = Schema.object(
        "A page of a location's reports.",
        [
            Field("reports", .list(of: .of(DayReportResponse.self), "The latest first.")),
            .optional("nextCursor", .text("Gets the next page; left out on the last.")),
        ])
}
