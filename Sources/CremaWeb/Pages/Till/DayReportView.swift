import CremaDomain

/// A day's report, to read and to print; and the list of them.
package enum DayReportView {
    package static func page(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let words = context.words
        let title = words(.reportTitle, String(model.report.number))
        let layout = Layout(title: title, tab: .bar, locationID: model.location.id)
        return layout.page(context) {
            div(.class("column stack")) {
                div(.class("row spread unprinted")) {
                    a(.drawer(model.location.id), .class("button chip")) {
                        Icon.back
                        span { words(.drawerTitle) }
                    }
                    button(.type("button"), .class("chip"), Attribute("data-print", "page")) {
                        Icon.printer
                        span { words(.print) }
                    }
                }
                element("article", .class("card pad receipt report")) {
                    head(model, title, words)
                    drawer(model, context)
                    earnings(model, context)
                    tenders(model, context)
                    if !model.report.piles.isEmpty { piles(model, context) }
                    if !model.report.unpaid.isEmpty { unpaid(model, context) }
                }
            }
        }
    }

    private static func head(_ model: DayReportModel, _ title: String, _ words: Words) -> HTML {
        element("header", .class("center stack tight")) {
            p { typed(model.location.legal.name) }
            p(.class("soft small")) { typed(model.location.name) }
            h1 { title }
            p { days(model, words) }
            p(.class("soft small")) {
                words(.reportOpened, words.dateAndTime(model.openedAt))
            }
            p(.class("soft small")) {
                words(.reportClosed, words.dateAndTime(model.closedAt), model.closedBy)
            }
        }
    }

    static func days(_ model: DayReportModel, _ words: Words) -> String {
        model.firstDate == model.businessDate
            ? words(.reportDay, words.date(model.businessDate))
            : words(
                .reportDays, words.date(model.firstDate), words.date(model.businessDate))
    }

    private static func drawer(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.location.currency)
        let report = model.report
        return section(.class("stack tight"), .id("drawer")) {
            h2 { words(.drawerTitle) }
            element("dl", .class("sum")) {
                Piece.sum(words(.reportFloat), money(report.session.float))
                Piece.sum(words(.reportCashSales), money(report.cashSales))
                Piece.sum(words(.reportCashRefunds), money(-report.cashRefunds))
                Piece.sum(words(.reportCashTopUps), money(report.cashTopUps))
                Piece.sum(words(.movementPaidIn), money(report.paidIn))
                Piece.sum(words(.movementPaidOut), money(-report.paidOut))
                Piece.sum(words(.movementDrop), money(-report.drops))
                Piece.sum(words(.reportExpected), money(report.expected), "total")
                Piece.sum(words(.reportCounted), money(report.counted))
                overShort(report.overShort, money, words)
                if report.cashWithoutDrawer != .zero {
                    Piece.sum(
                        words(.reportWithoutDrawer), money(report.cashWithoutDrawer), "soft")
                }
            }
        }
    }

    private static func overShort(
        _ amount: Money, _ money: MoneyText, _ words: Words
    ) -> HTML {
        let name: Message =
            amount == .zero ? .reportExact : amount > .zero ? .reportOver : .reportShort
        return Piece.sum(
            words(name), amount == .zero ? money(amount) : money.signed(amount), "total")
    }

    private static func earnings(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.location.currency)
        let report = model.report
        return section(.class("stack tight")) {
            h2 { words(.reportEarned) }
            element("dl", .class("sum")) {
                Piece.sum(words(.reportSales), money(report.sales))
                Piece.sum(words(.reportDiscounts), money(report.discounts))
                Piece.sum(words(.reportRefunds), money(report.refunds))
                Piece.sum(words(.reportNet), money(report.netSales), "total")
                for tax in report.taxes {
                    Piece.sum(typed(tax.name), money(tax.amount))
                }
                Piece.sum(words(.reportTips), money(report.tips))
                Piece.sum(words(.reportTotal), money(report.takings), "total")
            }
        }
    }

    private static func tenders(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.location.currency)
        let report = model.report
        return section(.class("stack tight")) {
            h2 { words(.reportTenders) }
            element("dl", .class("sum")) {
                Piece.sum(words.tender(.cash), money(report.cash))
                Piece.sum(words.tender(.externalCard), money(report.externalCard))
                Piece.sum(words.tender(.card), money(report.card))
                Piece.sum(words.tender(.wallet), money(report.wallet))
                Piece.sum(words(.cashRounding), money(report.cashRounding))
                Piece.sum(words(.reportTopUps), money(report.topUps))
            }
        }
    }

    private static func piles(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let money = context.money(model.location.currency)
        return section(.class("stack tight")) {
            h2 { context.words(.drawerPieces) }
            element("dl", .class("sum")) {
                for pile in model.report.piles {
                    Piece.sum(
                        "\(pile.pieces) × \(money(pile.value))", money(pile.value * pile.pieces))
                }
            }
        }
    }

    private static func unpaid(_ model: DayReportModel, _ context: PageContext) -> HTML {
        let money = context.money(model.location.currency)
        return section(.class("stack tight")) {
            h2 { context.words(.reportUnpaid) }
            element("dl", .class("sum")) {
                for order in model.report.unpaid {
                    Piece.sum(order.callNumber, money(order.due))
                }
            }
        }
    }
}

/// Drawers and reports of the places that somebody manages.
package enum DayReportsView {
    package static func page(_ model: DayReportsModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.reportsTitle), tab: .manage).page(context) {
            div(.class("column stack")) {
                h1 { words(.reportsTitle) }
                a(.people, .class("button chip start")) { words(.peopleTitle) }
                for place in model.places { section(of: place, context) }
            }
        }
    }

    private static func section(
        of place: DayReportsModel.Place, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let money = context.money(place.location.currency)
        return element("section", .class("stack")) {
            h2 { typed(place.location.name) }
            if let (session, expected) = place.inUse {
                div(.class("card pad stack tight")) {
                    p {
                        words(
                            .drawerSince, words.dateAndTime(session.openedAt),
                            money(session.float))
                    }
                    p { element("strong") { words(.drawerShouldHold, money(expected)) } }
                }
            }
            if place.reports.isEmpty { p(.class("soft")) { words(.reportsEmpty) } }
            ul(.class("card changes")) {
                for report in place.reports { row(report, money, words) }
            }
            if let next = place.next {
                a(.dayReports(place.location.id, before: next), .class("button")) {
                    words(.reportsOlder)
                }
            }
        }
    }

    private static func row(
        _ model: DayReportModel, _ money: MoneyText, _ words: Words
    ) -> HTML {
        let report = model.report
        return li {
            a(.dayReport(model.location.id, report.number), .class("pad row spread")) {
                span(.class("stack tight")) {
                    element("strong") { words(.reportTitle, String(report.number)) }
                    span(.class("soft small")) { DayReportView.days(model, words) }
                }
                span(.class("stack tight end")) {
                    Piece.money(money(report.takings))
                    if report.overShort != .zero {
                        span(.class("soft small")) {
                            words(report.overShort > .zero ? .reportOver : .reportShort) + " "
                                + money.signed(report.overShort)
                        }
                    }
                }
            }
        }
    }
}
