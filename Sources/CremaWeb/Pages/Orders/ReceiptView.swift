import CremaDomain

/// A receipt to look at and to print.
package enum ReceiptView {
    package static func page(_ model: ReceiptModel, _ context: PageContext) -> HTML {
        let words = context.words
        let order = model.order.order
        let layout = Layout(
            title: words(.receiptTitle, order.callNumber.description), tab: .orders,
            locationID: model.order.location.id)
        return layout.page(context) {
            div(.class("column stack")) {
                div(.class("row spread unprinted")) {
                    a(.order(order.id), .class("button chip")) {
                        Icon.back
                        span { words(.orderTitle, order.callNumber.description) }
                    }
                    button(.type("button"), .class("chip"), Attribute("data-print", "page")) {
                        Icon.printer
                        span { words(.print) }
                    }
                }
                element("article", .class("card pad receipt")) {
                    head(model, words)
                    OrderLinesView.html(order.quote, context)
                    SumView.html(order.quote, context)
                    tenders(order, context)
                    if !model.taxRows.isEmpty { taxes(model, context) }
                    p(.class("soft small")) { words(.crossContact) }
                    p(.class("center")) { words(.thanks) }
                }
            }
        }
    }

    private static func head(_ model: ReceiptModel, _ words: Words) -> HTML {
        let legal = model.order.location.legal
        let order = model.order.order
        return element("header", .class("center stack tight")) {
            h1 { typed(legal.name) }
            for line in legal.address { p(.class("soft small")) { typed(line) } }
            if !legal.taxNumber.isEmpty {
                p(.class("soft small")) { words(.taxNumber, legal.taxNumber) }
            }
            p(.class("callnumber num")) { order.callNumber.description }
            if let number = model.number { p(.class("small")) { words(.receiptNumber, number) } }
            p(.class("small")) {
                words(.issued, words.dateAndTime(model.order.placedAt)) + " · "
                    + words.fulfilment(order.quote.fulfilment)
            }
            if !order.customerName.isEmpty { p(.class("small")) { typed(order.customerName) } }
            if order.state == .cancelled { p(.class("small")) { words.state(order.state) } }
        }
    }

    private static func tenders(_ order: Order, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(order.quote.currency)
        let paid = order.tenders.filter { $0.state == .captured || $0.state == .held }
        return element("dl", .class("sum")) {
            for tender in paid {
                Piece.sum(words(.paidBy, words.tender(tender.kind)), money(tender.amount))
                if tender.rounding != .zero {
                    Piece.sum(words(.cashRounding), money(tender.rounding), "soft")
                }
            }
            for refund in order.refunds {
                Piece.sum(words(.refundTitle), "−" + money(refund.amount))
            }
            if order.due > .zero, order.state != .cancelled {
                Piece.sum(words(.toBePaid), money(order.due))
            }
        }
    }

    private static func taxes(_ model: ReceiptModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.order.order.quote.currency)
        return element("table") {
            element("caption", .class("unseen")) { words(.taxTable) }
            element("thead") {
                element("tr") {
                    column(words(.columnTax), "")
                    column(words(.columnNet), "num")
                    column(words(.columnTax), "num")
                    column(words(.columnGross), "num")
                }
            }
            element("tbody") {
                for row in model.taxRows {
                    element("tr") {
                        element("th", Attribute("scope", "row")) {
                            typed(row.name)
                            " " + words.percent(row.rate)
                        }
                        for amount in [row.net, row.tax, row.gross] {
                            element("td", .class("num")) { money(amount) }
                        }
                    }
                }
            }
        }
    }

    private static func column(_ words: String, _ names: String) -> HTML {
        element("th", .class(names), Attribute("scope", "col")) { words }
    }
}
