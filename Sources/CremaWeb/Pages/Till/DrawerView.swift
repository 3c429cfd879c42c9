import CremaDomain

/// The cash drawer at the bar: opened with a float, cash in and out, counted at the end.
package enum DrawerView {
    package static func page(_ model: DrawerModel, _ context: PageContext) -> HTML {
        let words = context.words
        return frame(words(.drawerTitle), back: .bar(model.location.id), model, context) {
            if let session = model.session {
                inUse(session, model, context)
            } else {
                opening(model, context)
            }
            if let number = model.lastReport {
                a(.dayReport(model.location.id, number), .class("button wide")) {
                    words(.reportTitle, String(number))
                }
            }
        }
    }

    /// The form to count in; only where a drawer is in use.
    package static func count(
        _ session: DrawerModel.Session, _ model: DrawerModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let back = Path.drawer(model.location.id)
        return frame(words(.drawerCountTitle), back: back, model, context) {
            p { words(.drawerCountIntro) }
            form(to: .countDrawer(model.location.id), .class("stack")) {
                hidden("session", session.id.rawValue)
                hidden("postings", String(session.cashPostings))
                hidden("key", model.requestKey)
                if !model.unpaid.isEmpty { unpaid(model, context) }
                pieces(model, context)
                button(.class("primary large")) { words(.drawerCountDo) }
            }
        }
    }

    private static func frame(
        _ title: String, back: Path, _ model: DrawerModel, _ context: PageContext,
        @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        var layout = Layout(title: title, tab: .bar, locationID: model.location.id)
        layout.isBar = true
        return layout.page(context) {
            div(.class("column stack till")) {
                a(back, .class("button chip start")) {
                    Icon.back
                    span { typed(model.location.name) }
                }
                h1 { title }
                if let problem = model.problem { Piece.alert(problem.words, id: "problem") }
                content()
            }
        }
    }

    private static func opening(_ model: DrawerModel, _ context: PageContext) -> HTML {
        let words = context.words
        return group {
            h2 { words(.drawerNone) }
            p(.class("soft")) { words(.drawerNoneHint) }
            if let day = model.lockedDay {
                Piece.notice(words(.drawerDayLocked, words.date(day)))
            } else {
                form(to: .openDrawer(model.location.id), .class("card pad stack")) {
                    hidden("key", model.requestKey)
                    amount("float", words(.drawerFloat, model.location.currency.code), model)
                    button(.class("primary large")) { words(.drawerOpenDo) }
                }
            }
        }
    }

    private static func inUse(
        _ session: DrawerModel.Session, _ model: DrawerModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let money = context.money(model.location.currency)
        return group {
            p {
                words(
                    .drawerSince, words.dateAndTime(session.openedAt), money(session.float))
                " "
                words(.drawerDay, words.date(session.businessDate))
            }
            a(.countDrawer(model.location.id), .class("button primary large")) {
                words(.drawerCountLink)
            }
            h2 { words(.drawerMoveTitle) }
            form(to: .moveCash(model.location.id), .class("card pad stack")) {
                hidden("session", session.id.rawValue)
                hidden("key", model.requestKey)
                kinds(model, words)
                amount("amount", words(.drawerAmount, model.location.currency.code), model)
                TextField(
                    name: "reason", words: words(.drawerReason), kind: .text,
                    autocomplete: "off", value: model.typed["reason"] ?? "",
                    limit: Limits.reasonCharacters
                ).html
                button(.class("primary large")) { words(.drawerMoveDo) }
            }
            if !session.movements.isEmpty { movements(session, money, words) }
        }
    }

    private static func kinds(_ model: DrawerModel, _ words: Words) -> HTML {
        element("fieldset", .class("group stack")) {
            element("legend", .class("unseen")) { words(.drawerMoveTitle) }
            for kind in CashMovementKind.allCases {
                label(.class("card pad tender row")) {
                    input(
                        .type("radio"), .name("kind"), .value(kind.rawValue),
                        Attribute("required", when: true),
                        .checked(model.typed["kind"] == kind.rawValue))
                    span(.class("stack tight")) {
                        element("strong") { words.movement(kind) }
                        span(.class("soft small")) { words.movementHint(kind) }
                    }
                }
            }
        }
    }

    private static func movements(
        _ session: DrawerModel.Session, _ money: MoneyText, _ words: Words
    ) -> HTML {
        group {
            h2 { words(.drawerMovements) }
            ul(.class("card changes"), .id("movements")) {
                for movement in session.movements {
                    li(.class("pad row spread")) {
                        span(.class("stack tight")) {
                            element("strong") { words.movement(movement.kind) }
                            span(.class("soft small")) {
                                typed(movement.reason)
                                " · " + movement.at.clock
                            }
                        }
                        Piece.money(
                            movement.kind == .paidIn
                                ? money.signed(movement.amount) : money(-movement.amount))
                    }
                }
            }
        }
    }

    private static func unpaid(_ model: DrawerModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.location.currency)
        return section(.class("card pad stack"), .id("unpaid")) {
            h2 { words(.reportUnpaid) }
            p { words(.drawerUnpaid) }
            ul(.class("stack tight")) {
                for order in model.unpaid {
                    li(.class("row spread")) {
                        a(.order(order.id), .class("button chip")) { order.callNumber }
                        Piece.money(money(order.due))
                    }
                }
            }
            hidden("orders", model.unpaid.map { $0.id.rawValue }.joined(separator: ","))
            CheckBox.html(words(.drawerUnpaidSeen), name: "seen", isOn: model.typed["seen"] == "1")
        }
    }

    private static func pieces(_ model: DrawerModel, _ context: PageContext) -> HTML {
        let words = context.words
        let currency = model.location.currency
        let money = context.money(currency)
        let values = currency.denominations
        return section(.class("card pad stack")) {
            if !values.isEmpty {
                h2 { words(.drawerPieces) }
                div(.class("pieces")) {
                    for value in values {
                        let name = "d\(value.minorUnits)"
                        label(.class("row spread")) {
                            span(.class("money"), .unspoken) { money(value) }
                            input(
                                .type("text"), .name(name), .id(name), .class("count"),
                                .value(model.typed[name] ?? ""),
                                .label(words(.drawerPiece, money(value))),
                                Attribute("inputmode", "numeric"),
                                Attribute("autocomplete", "off"), Attribute("maxlength", "6"),
                                Attribute("dir", "ltr"))
                        }
                    }
                }
            }
            amount(
                "total",
                words(values.isEmpty ? .drawerOneTotal : .drawerTotal, currency.code), model,
                isRequired: values.isEmpty)
        }
    }

    private static func amount(
        _ name: String, _ words: String, _ model: DrawerModel, isRequired: Bool = true
    ) -> HTML {
        let isMeant = model.problem?.field == name
        return label(.class("field")) {
            span { words }
            input(
                .type("text"), .name(name), .id(name), .value(model.typed[name] ?? ""),
                Attribute("inputmode", "decimal"), Attribute("autocomplete", "off"),
                Attribute("required", when: isRequired), Attribute("maxlength", "20"),
                Attribute("dir", "ltr"),
                Attribute("aria-invalid", optional: isMeant ? "true" : nil),
                Attribute("aria-describedby", optional: isMeant ? "problem" : nil))
        }
    }
}

extension Words {
    func movement(_ kind: CashMovementKind) -> String {
        switch kind {
        case .paidIn: self(.movementPaidIn)
        case .paidOut: self(.movementPaidOut)
        case .drop: self(.movementDrop)
        }
    }

    func movementHint(_ kind: CashMovementKind) -> String {
        switch kind {
        case .paidIn: self(.movementPaidInHint)
        case .paidOut: self(.movementPaidOutHint)
        case .drop: self(.movementDropHint)
        }
    }
}
