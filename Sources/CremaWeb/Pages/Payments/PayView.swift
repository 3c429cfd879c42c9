import CremaDomain
import CremaServices

/// Paying by card: for an order, and for a wallet.
package enum PayView {
    package static func page(_ model: PayModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.order.quote.currency)(model.amount)
        var layout = layout(title: words(.payTitle), .orders, model.card)
        layout.topics = [.orders]
        return layout.page(context) {
            div(.class("column narrow stack")) {
                a(.order(model.order.id), .class("button chip start")) {
                    Icon.back
                    span { words(.orderTitle, model.order.callNumber.description) }
                }
                h1 { words(.payTitle) }
                if let problem = model.problem {
                    said(problem, isAsked: model.card.action != nil, words)
                }
                if case .bank(let path) = model.card.action {
                    a(path, .class("button primary wide")) { words(.bankGoOn) }
                }
                cardForm(to: .pay(model.order.id), model.card) {
                    p(.class("row spread")) {
                        span { typed(model.location.name) }
                        element("strong") { Piece.money(money) }
                    }
                    card(model.card, words)
                    payButton(words(.payByCardDo, money), words)
                }
            }
        }
    }

    package static func topUpPage(_ model: CardTopUpModel, _ context: PageContext) -> HTML {
        let words = context.words
        let money = context.money(model.currency)
        return layout(title: words(.cardTopUpTitle), .wallet, model.card).page(context) {
            div(.class("column narrow stack")) {
                a(.wallet(), .class("button chip start")) {
                    Icon.back
                    span { words(.walletTitle) }
                }
                h1 { words(.cardTopUpTitle) }
                p(.class("soft")) { words(.walletHolds, money(model.balance)) }
                if let problem = model.problem { said(problem, isAsked: false, words) }
                cardForm(to: .cardTopUp, model.card) {
                    amounts(model, context)
                    card(model.card, words)
                    payButton(words(.cardTopUpDo), words)
                }
            }
        }
    }

    /// A bank that asks, in a sandbox.
    static func bankPage(
        _ reference: String, _ question: BankQuestion, _ context: PageContext
    ) -> HTML {
        let words = context.words
        return Layout(title: words(.bankTitle)).page(context) {
            div(.class("column narrow stack")) {
                h1 { words(.bankTitle) }
                p { words(.bankAsks, context.money(question.currency)(question.amount)) }
                form(to: .bank(reference), .class("card pad stack")) {
                    button(.class("primary wide"), .name("answer"), .value("yes")) {
                        words(.bankConfirm)
                    }
                    button(.class("wide"), .name("answer"), .value("no")) { words(.bankRefuse) }
                }
            }
        }
    }

    // MARK: parts

    private static func layout(title: String, _ tab: Tab, _ card: CardModel) -> Layout {
        var layout = Layout(title: title, tab: tab)
        if case .script(let script) = card.form { layout.cardScript = script.address }
        return layout
    }

    private static func cardForm(
        to path: Path, _ model: CardModel, @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        var attributes: [Attribute] = [
            Attribute("method", "post"), .action(path), .class("card pad stack"), .id("pay"),
        ]
        if case .script(let script) = model.form {
            attributes.append(Attribute("data-card-key", script.publishableKey))
        }
        if case .script(let secret, let returnPath) = model.action {
            attributes += [
                Attribute("data-card-secret", secret),
                Attribute("data-card-return", returnPath.text),
            ]
        }
        return .element("form", attributes, content())
    }

    @HTMLBuilder private static func card(_ model: CardModel, _ words: Words) -> [HTML] {
        hidden("key", model.requestKey)
        switch model.form {
        case .choices(let cards):
            element("fieldset", .class("group")) {
                element("legend", .class("fieldname")) { words(.trialCard) }
                for (index, card) in cards.enumerated() {
                    label(.class("row check")) {
                        input(
                            .type("radio"), .name("cardToken"), .value(card.method),
                            .checked(index == 0))
                        element("span", Attribute("lang", "en"), Attribute("dir", "ltr")) {
                            card.name
                        }
                    }
                }
            }
            p(.class("soft small")) { words(.trialCardHint) }
        case .script:
            div(.class("field")) {
                span(.class("fieldname"), .id("cardname")) { words(.tenderCard) }
                div(.id("card"), .class("cardfield"), Attribute("aria-labelledby", "cardname")) {}
                p(
                    .id("cardproblem"), .class("alert"), .role("alert"),
                    Attribute("hidden", when: true),
                    Attribute("data-missing", words(.cardScriptMissing))
                ) {}
            }
            p(.class("soft small")) { words(.cardHint) }
            element("noscript") { Piece.alert(words(.cardNeedsScript)) }
            hidden("cardToken", "")
        }
    }

    private static func payButton(_ text: String, _ words: Words) -> HTML {
        button(.class("primary wide"), .id("paynow"), Attribute("data-busy", words(.paying))) {
            span { text }
        }
    }

    private static func amounts(_ model: CardTopUpModel, _ context: PageContext) -> HTML {
        let words = context.words
        return group {
            element("fieldset", .class("group")) {
                element("legend", .class("fieldname")) { words(.cardTopUpAmount) }
                for preset in model.presets {
                    let text = model.currency.decimalText(preset)
                    label(.class("row check")) {
                        input(
                            .type("radio"), .name("preset"), .value(text),
                            .checked(model.amount.isEmpty && preset == model.presets.first))
                        span { Piece.money(context.money(model.currency)(preset)) }
                    }
                }
                label(.class("row check")) {
                    input(
                        .type("radio"), .name("preset"), .value(""),
                        .checked(!model.amount.isEmpty))
                    span { words(.cardTopUpOther) }
                }
            }
            label(.class("field")) {
                span { words(.topUpAmount, model.currency.code) }
                input(
                    .type("text"), .name("amount"), .id("amount"), .value(model.amount),
                    Attribute("inputmode", "decimal"), Attribute("autocomplete", "off"),
                    Attribute("maxlength", "20"), Attribute("dir", "ltr"),
                    Attribute(
                        "aria-invalid",
                        optional: model.problem == .amount || model.problem == .walletFull
                            ? "true" : nil),
                    Attribute("aria-describedby", optional: model.problem.map { _ in "problem" }))
            }
        }
    }

    /// - Parameter isAsked: the bank waits for the customer.
    private static func said(_ problem: PayProblem, isAsked: Bool, _ words: Words) -> HTML {
        let text =
            switch problem {
            case .declined(let why): words.decline(why)
            case .underWay: words(isAsked ? .bankWaits : .cardUnderWay)
            case .amount: words(.topUpBadAmount)
            case .walletFull: words(.topUpFull)
            case .tooMany: words(.cardTooMany)
            case .noCard: words(.cardMissing)
            }
        return problem == .underWay
            ? p(.class("notice"), .role("status"), .id("problem")) { span { text } }
            : Piece.alert(text, id: "problem")
    }
}

extension Words {
    /// Why a card wasn't charged, and what can be done about it.
    func decline(_ why: PaymentDecline) -> String {
        switch why {
        case .declined: self(.cardDeclined)
        case .insufficientFunds: self(.cardInsufficient)
        case .expiredCard: self(.cardExpired)
        case .wrongCode: self(.cardWrongCode)
        case .notAuthenticated: self(.cardNotAuthenticated)
        case .amountNotTaken: self(.cardNotTaken)
        case .abandoned: self(.cardAbandoned)
        case .providerAway: self(.cardProviderAway)
        }
    }
}
