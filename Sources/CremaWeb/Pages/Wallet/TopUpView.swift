import CremaDomain

/// The form by which staff put money that they took into a customer's wallet.
package enum TopUpView {
    package static func page(_ model: TopUpModel, _ context: PageContext) -> HTML {
        let words = context.words
        let layout = Layout(
            title: words(.topUpTitle), tab: .bar, locationID: model.location.id)
        return layout.page(context) {
            div(.class("column narrow stack")) {
                a(.bar(model.location.id), .class("button chip start")) {
                    Icon.back
                    span { typed(model.location.name) }
                }
                h1 { words(.topUpTitle) }
                if let done = model.done {
                    let money = context.money(model.location.currency)
                    Piece.notice(
                        words(
                            .topUpDone, money(done.amount), done.email, money(done.balance)))
                }
                if let problem = model.problem {
                    Piece.alert(sentence(problem, words), id: "problem")
                }
                entryForm(model, words)
            }
        }
    }

    private static func entryForm(_ model: TopUpModel, _ words: Words) -> HTML {
        form(to: .topUp(model.location.id), .class("card pad stack")) {
            hidden("key", model.requestKey)
            label(.class("field")) {
                span { words(.topUpEmail) }
                input(
                    .type("email"), .name("email"), .id("email"), .value(model.email),
                    Attribute("autocomplete", "off"), Attribute("required", when: true),
                    Attribute("maxlength", "254"), Attribute("dir", "ltr"),
                    faulty(model, [.unknownPerson, .ownWallet]),
                    Attribute("aria-describedby", optional: model.problem.map { _ in "problem" }))
            }
            label(.class("field")) {
                span { words(.topUpAmount, model.location.currency.code) }
                input(
                    .type("text"), .name("amount"), .id("amount"), .value(model.amount),
                    Attribute("inputmode", "decimal"), Attribute("autocomplete", "off"),
                    Attribute("required", when: true), Attribute("maxlength", "20"),
                    Attribute("dir", "ltr"), faulty(model, [.amount, .walletFull]),
                    Attribute("aria-describedby", optional: model.problem.map { _ in "problem" }))
            }
            element("fieldset", .class("group")) {
                element("legend", .class("fieldname")) { words(.payment) }
                for kind in [TenderKind.cash, .externalCard] {
                    label(.class("card pad tender row")) {
                        input(
                            .type("radio"), .name("kind"), .value(kind.rawValue),
                            .checked(kind == model.kind))
                        span { words.tender(kind) }
                    }
                }
            }
            button(.class("primary")) { span { words(.topUpDo) } }
        }
    }

    /// Marks the field that a problem is about.
    private static func faulty(_ model: TopUpModel, _ problems: [TopUpProblem]) -> Attribute {
        let isMeant = model.problem.map(problems.contains) ?? false
        return Attribute("aria-invalid", optional: isMeant ? "true" : nil)
    }

    private static func sentence(_ problem: TopUpProblem, _ words: Words) -> String {
        switch problem {
        case .unknownPerson: words(.topUpUnknown)
        case .ownWallet: words(.topUpOwn)
        case .amount: words(.topUpBadAmount)
        case .walletFull: words(.topUpFull)
        case .sentBefore: words(.topUpSentBefore)
        case .notKnown: words(.topUpNotKnown)
        }
    }
}
