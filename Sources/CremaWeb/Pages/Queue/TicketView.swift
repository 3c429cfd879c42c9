import CremaDomain

/// An order as the bar sees it.
enum TicketView {
    static func html(_ ticket: TicketModel, _ bar: BarModel, _ context: PageContext) -> HTML {
        let order = ticket.order
        let isOpen = !order.state.isFinal
        return element(
            "article", .id("t-" + order.id.rawValue),
            .class("card ticket", (ticket.urgency.rawValue, when: isOpen))
        ) {
            head(ticket, context)
            if isOpen { payment(ticket, bar, context) }
            element("ul", .class("ticklines")) {
                for index in order.quote.lines.indices { line(index, ticket, bar, context) }
            }
            div(.class("row")) {
                if let next = next(of: order.state) { advance(next, ticket, bar, context.words) }
                moreButton(order, context.words)
            }
            more(ticket, bar, context.words)
        }
    }

    /// A form whose answer is the queue.
    static func tapping(
        _ path: Path, _ more: Attribute..., @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        .element(
            "form",
            [
                Attribute("method", "post"), .action(path), .hxPost(path), .hxTarget("#queue"),
                .hxSwap("outerHTML"), Attribute("hx-disabled-elt", "find button"),
            ] + more, content())
    }

    private static func head(_ ticket: TicketModel, _ context: PageContext) -> HTML {
        let words = context.words
        let order = ticket.order
        return element("header") {
            h3(.class("callnumber num")) { order.callNumber.description }
            span(.class("age num")) {
                span(Attribute("data-age", String(ticket.ageSeconds))) {
                    age(ticket.ageSeconds)
                }
                if !order.state.isFinal { urgencyMark(ticket.urgency, words) }
            }
            span(.class("soft")) {
                if !order.customerName.isEmpty {
                    typed(order.customerName)
                    " · "
                }
                words.fulfilment(order.quote.fulfilment)
            }
            if let due = ticket.due, !order.state.isFinal {
                span(.class("soft num end")) { words(.due, due.clock) }
            }
        }
    }

    /// "9:40"; above an hour "1:09:40".
    static func age(_ seconds: Int) -> String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let bounded = max(0, seconds)
        let (hours, minutes) = (bounded / 3600, bounded / 60 % 60)
        let tail = padded(bounded % 60)
        return hours > 0 ? "\(hours):\(padded(minutes)):\(tail)" : "\(minutes):\(tail)"
    }

    /// By colour and shape: a triangle for late, a disc for soon.
    private static func urgencyMark(_ urgency: Urgency, _ words: Words) -> HTML {
        switch urgency {
        case .calm: span(.class("unseen")) { words(.ageCalm) }
        case .soon:
            group {
                span(.class("mark"), .unspoken) { "●" }
                span(.class("unseen")) { words(.ageSoon) }
            }
        case .late:
            group {
                span(.class("mark"), .unspoken) { "▲" }
                span(.class("unseen")) { words(.ageLate) }
            }
        }
    }

    // MARK: Paying

    private static func payment(
        _ ticket: TicketModel, _ bar: BarModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let due = ticket.order.due
        guard due > .zero else {
            return p(.class("paid soft small")) {
                Icon.check
                span { OrderText.paidBy(ticket.order, words) }
            }
        }
        let currency = ticket.order.quote.currency
        let money = context.money(currency)
        return div(.class("topay")) {
            p {
                element("strong") { words(.toPay) }
                " "
                Piece.money(money(due))
            }
            div(.class("row")) {
                pay(.cash, ticket.cashDue, ticket, bar) {
                    words(.cash)
                    if ticket.cashDue != due {
                        " "
                        Piece.money(money(ticket.cashDue))
                    }
                }
                pay(.externalCard, due, ticket, bar) { words(.cardAtCounter) }
            }
        }
    }

    private static func pay(
        _ kind: TenderKind, _ amount: Money, _ ticket: TicketModel, _ bar: BarModel,
        @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        let order = ticket.order
        return tapping(.pay(bar.location.id, order.id), .class("grow")) {
            hidden("kind", kind.rawValue)
            hidden("amount", order.quote.currency.decimalText(amount))
            hidden("version", String(order.version))
            hidden("key", ticket.requestKey + "-" + kind.rawValue)
            button(.class("wide")) { content() }
        }
    }

    // MARK: Lines

    private static func line(
        _ index: Int, _ ticket: TicketModel, _ bar: BarModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let order = ticket.order
        let line = order.quote.lines[index]
        let isDone = ticket.doneLines.contains(index)
        let canTick = order.state == .preparing || order.state == .pending
        let title = "\(line.quantity) × \(line.name)"
        let content = group {
            if canTick { span(.class("tick"), .unspoken) { if isDone { Icon.check } } }
            span(.class("what")) {
                element("b") { typed(title) }
                details(line, words)
            }
        }
        return li(.class(isDone ? "done" : "")) {
            if canTick {
                tapping(.tick(bar.location.id, order.id)) {
                    hidden("line", String(index))
                    hidden("done", isDone ? "0" : "1")
                    hidden("key", "\(ticket.requestKey)-\(index)-\(isDone ? 0 : 1)")
                    button(
                        .class("tickline"), .id("k-\(order.id.rawValue)-\(index)"),
                        Attribute("aria-pressed", isDone ? "true" : "false")
                    ) { content }
                }
            } else {
                span(.class("tickline")) { content }
            }
        }
    }

    private static func details(_ line: QuotedLine, _ words: Words) -> HTML {
        let choices = LineText.choices(line)
        return group {
            if !choices.isEmpty {
                span(.class("mods")) { typed(choices.joined(separator: " · ")) }
            }
            if !line.request.isEmpty {
                span(.class("wish")) { words(.requestLine, line.request) }
            }
            if !line.cupName.isEmpty {
                span(.class("mods")) { words(.forCup, line.cupName) }
            }
        }
    }

    // MARK: Moving

    private static func next(of state: OrderState) -> OrderState? {
        switch state {
        case .pending: .preparing
        case .preparing: .ready
        case .ready: .completed
        case .awaitingPayment, .completed, .cancelled, .uncollected, .expired: nil
        }
    }

    private static func previous(of state: OrderState) -> OrderState? {
        switch state {
        case .preparing: .pending
        case .ready: .preparing
        case .completed: .ready
        case .awaitingPayment, .pending, .cancelled, .uncollected, .expired: nil
        }
    }

    private static func advance(
        _ next: OrderState, _ ticket: TicketModel, _ bar: BarModel, _ words: Words
    ) -> HTML {
        move(next, ticket, bar, .class("grow")) {
            button(
                .class(next == .completed ? "calmly wide" : "primary"),
                .id("a-" + ticket.order.id.rawValue)
            ) { verb(next, words) }
        }
    }

    private static func verb(_ next: OrderState, _ words: Words) -> String {
        switch next {
        case .preparing: words(.start)
        case .ready: words(.markReady)
        default: words(.pickedUp)
        }
    }

    private static func move(
        _ target: OrderState, _ ticket: TicketModel, _ bar: BarModel,
        _ names: Attribute = .class("wide"), @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        tapping(.move(bar.location.id, ticket.order.id), names) {
            hidden("to", target.rawValue)
            hidden("version", String(ticket.order.version))
            hidden("key", ticket.requestKey + "-" + target.rawValue)
            content()
        }
    }

    private static func moreButton(_ order: Order, _ words: Words) -> HTML {
        button(
            .type("button"), .class("round"),
            .label(words(.moreActions) + " " + order.callNumber.description),
            Attribute("popovertarget", "m-" + order.id.rawValue)
        ) { "\u{22EF}" }
    }

    /// What is rarely needed: back, and calling off with a reason. Opens without any script.
    private static func more(
        _ ticket: TicketModel, _ bar: BarModel, _ words: Words
    ) -> HTML {
        let order = ticket.order
        return div(
            .id("m-" + order.id.rawValue), .class("card pad more stack"), .role("dialog"),
            Attribute("popover", "auto"), Attribute("data-keep", "popover"),
            .label(order.callNumber.description)
        ) {
            p(.class("callnumber num")) { order.callNumber.description }
            if let previous = previous(of: order.state) {
                move(previous, ticket, bar) {
                    button(.class("wide")) { words(.stepBack) + ": " + words.state(previous) }
                }
            }
            if !order.state.isFinal { cancelForm(ticket, bar, words) }
            a(.order(order.id), .class("button wide")) { words(.wholeOrder) }
            button(
                .type("button"), .class("wide calmly"),
                Attribute("popovertarget", "m-" + order.id.rawValue),
                Attribute("popovertargetaction", "hide")
            ) { words(.close) }
        }
    }

    private static func cancelForm(
        _ ticket: TicketModel, _ bar: BarModel, _ words: Words
    ) -> HTML {
        let order = ticket.order
        return tapping(.cancelTicket(bar.location.id, order.id), .class("stack")) {
            hidden("version", String(order.version))
            hidden("key", ticket.requestKey + "-cancelled")
            element("fieldset", .class("stack tight")) {
                element("legend", .class("fieldname")) { words(.cancelReason) }
                for reason in [
                    Message.reasonCustomer, .reasonSoldOut, .reasonMistake, .reasonClosing,
                ] {
                    label(.class("chip")) {
                        input(.type("radio"), .name("reason"), .value(words(reason)))
                        span { words(reason) }
                    }
                }
                label(.class("field")) {
                    span { words(.otherReason) }
                    input(
                        .type("text"), .name("otherReason"),
                        .id("r-" + order.id.rawValue), Attribute("dir", "auto"),
                        Attribute("maxlength", String(Limits.reasonCharacters)),
                        Attribute("data-keep", "value"), Attribute("autocomplete", "off"))
                }
            }
            button(.class("danger wide")) { words(.confirmCancel) }
        }
    }
}
