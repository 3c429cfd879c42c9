import CremaDomain

/// The bar: a location's live queue in three columns, made for a tablet at arm's length.
package enum BarView {
    /// Bars to choose from.
    package static func choice(_ model: BarsModel, _ context: PageContext) -> HTML {
        let words = context.words
        return Layout(title: words(.chooseBar), tab: .bar).page(context) {
            div(.class("column")) {
                h1 { words(.chooseBar) }
                ul(.class("places")) {
                    for location in model.locations {
                        li {
                            a(.bar(location.id), .class("card place")) {
                                element("strong", .class("name")) { typed(location.name) }
                                span(.class("button primary go")) { words(.tabBar) }
                            }
                        }
                    }
                }
            }
        }
    }

    package static func page(_ model: BarModel, _ context: PageContext) -> HTML {
        let words = context.words
        var layout = Layout(
            title: words(.barTitle, model.location.name), tab: .bar, locationID: model.location.id)
        layout.isBar = true
        layout.topics = [.queue(model.location.id)]
        return layout.page(context) {
            div(.class("barhead")) {
                h1 { typed(model.location.name) }
                Piece.liveDot(words)
                a(.topUp(model.location.id), .class("button chip")) { words(.topUpTitle) }
                a(.drawer(model.location.id), .class("button chip")) { words(.drawerTitle) }
                span(
                    .id("lastupdate"), .class("soft small"),
                    Attribute("data-words", words(.lastUpdate, "%"))
                ) {}
            }
            notice(model, context)
            queue(model, context)
        }
    }

    /// `#queue` with what the last tap came to beside it: the answer to a tap.
    package static func fragment(_ model: BarModel, _ context: PageContext) -> HTML {
        group {
            queue(model, context)
            notice(model, context, isOutOfBand: true)
        }
    }

    /// `#queue` alone: the answer to a refresh, which leaves the last notice standing.
    package static func queue(_ model: BarModel, _ context: PageContext) -> HTML {
        let words = context.words
        let location = model.location.id
        let shown = model.tickets.filter { !$0.order.state.isFinal }.count
        let done = model.tickets(in: .completed)
        return element(
            "section", .id("queue"), Attribute("data-live", "queue:" + location.rawValue),
            Attribute("data-version", String(model.sequence)), .hxGet(.queue(location)),
            // Ages turn to soon and late by themselves.
            .hxTrigger("refresh, every 30s"), .hxSwap("outerHTML")
        ) {
            p(.class("soft small num shown")) {
                words(.shownOf, String(shown), String(model.openCount))
            }
            div(.class("cols")) {
                column(.pending, words(.columnToMake), model, context)
                column(.preparing, words(.columnMaking), model, context)
                column(.ready, words(.columnReady), model, context)
            }
            if !done.isEmpty {
                element(
                    "details", .id("done"), .class("done"), Attribute("data-keep", "open")
                ) {
                    element("summary", .class("button")) {
                        words(.columnDone) + " (\(done.count))"
                    }
                    div(.class("cols")) {
                        for ticket in done { TicketView.html(ticket, model, context) }
                    }
                }
            }
        }
    }

    private static func column(
        _ state: OrderState, _ title: String, _ model: BarModel, _ context: PageContext
    ) -> HTML {
        let tickets = model.tickets(in: state)
        return element("section", .class("col"), .id("col-" + state.rawValue)) {
            element("header", .class("row spread")) {
                h2 { title }
                span(.class("soft num")) { String(tickets.count) }
            }
            if state == .pending { payFirst(model, context) }
            if tickets.isEmpty { p(.class("soft small nothing")) { context.words(.columnEmpty) } }
            for ticket in tickets { TicketView.html(ticket, model, context) }
        }
    }

    /// Orders that aren't to be made yet: whoever takes their money sends them on.
    private static func payFirst(_ model: BarModel, _ context: PageContext) -> HTML {
        let tickets = model.tickets(in: .awaitingPayment)
        guard !tickets.isEmpty else { return .nothing }
        return element("section", .class("payfirst"), .id("col-awaitingPayment")) {
            h3 { context.words(.toPayFirst) }
            for ticket in tickets { TicketView.html(ticket, model, context) }
        }
    }

    // MARK: What the last tap came to

    private static func notice(
        _ model: BarModel, _ context: PageContext, isOutOfBand: Bool = false
    ) -> HTML {
        element(
            "div", .id("notice"), .class("barnotice"), .role("status"),
            Attribute("aria-live", "polite"),
            Attribute("hx-swap-oob", optional: isOutOfBand ? "true" : nil)
        ) {
            if let notice = model.notice {
                div(.class(isTrouble(notice) ? "trouble row spread" : "fine row spread")) {
                    span { sentence(notice, context) }
                    if case .moved(_, _, let undo?) = notice {
                        undoForm(undo, model, context.words)
                    }
                }
            }
        }
    }

    private static func undoForm(
        _ undo: BarNotice.Undo, _ model: BarModel, _ words: Words
    ) -> HTML {
        TicketView.tapping(.move(model.location.id, undo.orderID), .class("undo")) {
            hidden("to", undo.back.rawValue)
            hidden("version", String(undo.version))
            hidden("key", undo.requestKey)
            button { words(.undo) }
        }
    }

    private static func isTrouble(_ notice: BarNotice) -> Bool {
        switch notice {
        case .moved, .paid: false
        case .stale, .unpaid, .reasonMissing, .refused: true
        }
    }

    private static func sentence(_ notice: BarNotice, _ context: PageContext) -> String {
        let words = context.words
        switch notice {
        case .moved(let number, let state, _):
            return words(.noticeMoved, number.description, words.state(state))
        case .paid(let number, let kind, let amount, let currency):
            return words(
                .noticePaid, number.description, context.money(currency)(amount),
                words.tender(kind))
        case .stale(let number, let state):
            return words(.noticeStale, number.description, words.state(state))
        case .unpaid(let number):
            return words(
                .noticeUnpaid, number.description, words(.cash), words(.cardAtCounter))
        case .reasonMissing(let number):
            return words(.noticeReasonMissing, number.description)
        case .refused(let number, let state):
            return words(.noticeRefused, number.description, words.state(state))
        }
    }
}
