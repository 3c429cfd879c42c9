import CremaDomain

/// One order as its customer sees it.
package enum OrderView {
    package static func page(_ model: OrderModel, _ context: PageContext) -> HTML {
        let words = context.words
        var layout = Layout(
            title: words(.orderTitle, model.order.callNumber.description), tab: .orders,
            locationID: model.location.id)
        layout.topics = [.orders]
        return layout.page(context) {
            div(.class("column stack")) {
                div(.class("row spread")) {
                    a(.orders(), .class("button chip")) {
                        Icon.back
                        span { words(.ordersTitle) }
                    }
                    Piece.liveDot(words)
                }
                h1(.class("unseen")) {
                    words(.orderTitle, model.order.callNumber.description)
                }
                live(model, context)
                if model.canRefund { RefundForm.html(model, context) }
                section(.class("card pad stack")) {
                    h2 { words(.yourOrder) }
                    OrderLinesView.html(model.order.quote, context)
                    SumView.html(model.order.quote, context)
                    a(.receipt(model.order.id), .class("button wide")) { words(.receipt) }
                }
                p(.class("soft small")) { words(.crossContact) }
            }
        }
    }

    /// `#order-…`: the part that moves.
    package static func live(_ model: OrderModel, _ context: PageContext) -> HTML {
        let order = model.order
        let attributes = Attribute.live(
            "order:" + order.id.rawValue, version: order.version, from: .orderLive(order.id))
        return element("div", [.id("order-" + order.id.rawValue), .class("stack")] + attributes) {
            if let notice = model.notice { self.notice(notice, order, context.words) }
            number(model, context)
            timeline(model, context)
            if model.canCancel { cancelForm(model, context.words) }
        }
    }

    private static func notice(_ notice: OrderNotice, _ order: Order, _ words: Words) -> HTML {
        let isGivenBack = order.tenders.contains { $0.state == .refunded }
        return switch notice {
        case .cancelled:
            Piece.notice(words(isGivenBack ? .noticeGivenBack : .noticeCancelled))
        case .tooLateToCancel: Piece.alert(words(.noticeTooLate))
        case .refunded(let amount, let cash): Piece.notice(refunded(amount, cash, order, words))
        case .notRefunded(let why): Piece.alert(why)
        }
    }

    private static func refunded(
        _ amount: Money, _ cash: Money, _ order: Order, _ words: Words
    ) -> String {
        let money = MoneyText(order.quote.currency, in: words.language)
        let done = words(.refundDone, money(amount))
        return cash == .zero ? done : done + " " + words(.refundCash, money(cash))
    }

    private static func number(_ model: OrderModel, _ context: PageContext) -> HTML {
        let words = context.words
        let order = model.order
        return section(.class("card pad number \(order.state.rawValue)")) {
            p(.class("row spread soft")) {
                span { words(.yourNumber) }
                span { typed(model.location.name) }
            }
            p(.class("code num")) { order.callNumber.description }
            p(.class("status"), .role("status"), Attribute("aria-live", "polite")) {
                element("strong") { sentence(order.state, words) }
                if order.state == .pending || order.state == .preparing, let from = model.readyFrom
                {
                    " "
                    ready(from, model.readyTo, words)
                }
            }
            if !order.reason.isEmpty { p(.class("soft")) { words(.reasonIs, order.reason) } }
            p(.class("row wrap soft")) {
                Piece.pill(words.fulfilment(order.quote.fulfilment))
                if !order.customerName.isEmpty { span { typed(order.customerName) } }
            }
            payment(order, context)
            if order.waitsForCard {
                a(.pay(order.id), .class("button primary wide")) { words(.payByCardNow) }
            }
        }
    }

    private static func ready(_ from: WallTime, _ to: WallTime?, _ words: Words) -> HTML {
        let range = to.map { $0.clock == from.clock ? from.clock : "\(from.clock)–\($0.clock)" }
        return span(.class("num")) { words(.readyAround, range ?? from.clock) + "." }
    }

    private static func payment(_ order: Order, _ context: PageContext) -> HTML {
        guard !order.state.isFinal || order.state == .completed else { return .nothing }
        let words = context.words
        let due = order.due
        let money = context.money(order.quote.currency)
        return p(.class("pay")) {
            if order.refunded > .zero {
                words(.refundedLine, money(order.refunded)) + " · "
            }
            if due > .zero {
                words(
                    order.waitsForCard
                        ? .payCardFirst
                        : order.state == .awaitingPayment ? .payFirst : .payAtPickUp,
                    context.money(order.quote.currency)(due))
            } else {
                words(.paidBy, OrderText.paidBy(order, words))
            }
        }
    }

    static func sentence(_ state: OrderState, _ words: Words) -> String {
        switch state {
        case .awaitingPayment: words(.sentenceAwaitingPayment)
        case .pending: words(.sentencePending)
        case .preparing: words(.sentencePreparing)
        case .ready: words(.sentenceReady)
        case .completed: words(.sentenceCompleted)
        case .cancelled: words(.sentenceCancelled)
        case .uncollected: words(.sentenceUncollected)
        case .expired: words(.sentenceExpired)
        }
    }

    // MARK: Timeline

    private static func timeline(_ model: OrderModel, _ context: PageContext) -> HTML {
        let words = context.words
        return section(.class("card pad")) {
            element("ol", .class("steps"), .label(words(.timeline))) {
                for step in OrderText.steps(of: model) {
                    li(
                        .class(step.progress.rawValue),
                        Attribute("aria-current", optional: step.progress == .now ? "step" : nil)
                    ) {
                        div {
                            element("strong") { words.state(step.state) }
                            if step.state == .preparing, step.progress == .now {
                                p(.class("soft small")) {
                                    words(
                                        .linesDone, model.linesDone,
                                        String(model.order.quote.lines.count))
                                }
                            }
                        }
                        if let time = step.time {
                            element(
                                "time", .class("soft small num"), Attribute("datetime", time.iso)
                            ) { time.clock }
                        }
                    }
                }
            }
        }
    }

    private static func cancelForm(_ model: OrderModel, _ words: Words) -> HTML {
        let order = model.order
        let path = Path.cancelOrder(order.id)
        return element("details", .id("cancel"), .class("cancel"), Attribute("data-keep", "open")) {
            element("summary", .class("button")) { words(.cancelOrder) }
            form(
                to: path, .class("card pad stack"), .hxPost(path),
                .hxTarget("#order-" + order.id.rawValue), .hxSwap("outerHTML"),
                Attribute("hx-disabled-elt", "find button")
            ) {
                hidden("version", String(order.version))
                hidden("key", model.requestKey)
                p(.class("soft")) { words(.cancelHint) }
                button(.class("danger wide")) { words(.cancelConfirm) }
            }
        }
    }
}
