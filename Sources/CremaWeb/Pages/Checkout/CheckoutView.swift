import CremaDomain

/// The confirm sheet: every line and sum once more, then the order.
package enum CheckoutView {
    package static func page(_ model: CheckoutModel, _ context: PageContext) -> HTML {
        let layout = Layout(
            title: context.words(.confirmTitle), tab: .menu, locationID: model.place.id)
        return layout.page(context) {
            div(.class("column")) { sheet(model, context) }
        }
    }

    /// `#checkout`.
    private static func sheet(_ model: CheckoutModel, _ context: PageContext) -> HTML {
        let words = context.words
        return element("section", .id("checkout"), .class("stack")) {
            a(.cart(model.place.id), .class("button chip start")) {
                Icon.back
                span { words(.changeCart) }
            }
            h1 { words(model.previous == nil ? .confirmTitle : .quoteChangedTitle) }
            if let previous = model.previous {
                changed(previous, model, context)
            } else {
                p(.class("soft")) { words(.confirmIntro) }
            }
            for problem in model.problems where !isAboutName(problem) {
                Piece.alert(sentence(problem, model, context))
            }
            pickUp(model, words)
            section(.class("card pad")) {
                OrderLinesView.html(model.quote, context, before: model.previous)
                SumView.html(model.quote, context, before: model.previous)
            }
            orderForm(model, context)
            p(.class("soft small")) { words(.crossContact) }
        }
    }

    private static func changed(
        _ previous: ShownSums, _ model: CheckoutModel, _ context: PageContext
    ) -> HTML {
        let money = context.money(model.quote.currency)
        return Piece.alert(
            context.words(.quoteChanged, money(previous.total), money(model.quote.total)))
    }

    private static func pickUp(_ model: CheckoutModel, _ words: Words) -> HTML {
        section(.class("card pad stack tight")) {
            element("strong") { typed(model.place.location.name) }
            p {
                words.fulfilment(model.quote.fulfilment)
                if let minutes = model.place.readyIn { " · " + words.readyIn(minutes) }
            }
        }
    }

    private static func orderForm(_ model: CheckoutModel, _ context: PageContext) -> HTML {
        let words = context.words
        let path = Path.placeOrder(model.place.id)
        let nameProblem = model.problems.first(where: isAboutName)
        return form(
            to: path, .class("stack"), .hxPost(path), .hxTarget("#checkout"),
            Attribute("hx-select", "#checkout"), .hxSwap("outerHTML show:window:top"),
            Attribute("hx-disabled-elt", "find .primary")
        ) {
            hidden("fingerprint", model.quote.fingerprint)
            hidden("key", model.requestKey)
            hidden("shown", ShownSums(model.quote).text)
            label(.class("field")) {
                span { words(.nameForOrder) }
                input(
                    .type("text"), .name("customerName"), .id("customerName"),
                    .value(model.customerName), Attribute("autocomplete", "given-name"),
                    Attribute("maxlength", String(Limits.nameCharacters)),
                    Attribute("dir", "auto"),
                    Attribute("aria-invalid", optional: nameProblem == nil ? nil : "true"),
                    Attribute("aria-describedby", "namehint"))
                element("small", .id("namehint"), .class("soft")) {
                    nameProblem.map { sentence($0, model, context) } ?? words(.nameForOrderHint)
                }
            }
            element("fieldset", .class("group")) {
                element("legend", .class("fieldname")) { words(.payment) }
                for payment in model.payments { choice(payment, model, context) }
            }
            if let wallet = model.wallet { hidden("walletAmount", String(wallet.minorUnits)) }
            button(.class("primary"), .id("place"), Attribute("data-busy", words(.placing))) {
                span { words(.placeOrder) }
                Piece.money(context.money(model.quote.currency)(model.quote.total))
            }
        }
    }

    private static func choice(
        _ payment: PaymentChoice, _ model: CheckoutModel, _ context: PageContext
    ) -> HTML {
        let words = context.words
        let money = context.money(model.quote.currency)
        let wallet = model.wallet ?? .zero
        let atCounter: Message =
            model.place.location.makesUnpaidOrders ? .payAtCounterHint : .payFirstHint
        let (name, hint) =
            switch payment {
            case .counter: (words(.payAtCounter), words(atCounter))
            case .wallet: (words(.payFromWallet), words(.walletHolds, money(wallet)))
            case .card: (words(.payByCard), words(.payByCardHint))
            case .walletThenCard:
                (
                    words(.payWalletThenCard, money(wallet), money(model.quote.total - wallet)),
                    words(.payByCardHint)
                )
            case .walletFirst:
                (
                    words(.payWalletFirst, money(wallet), money(model.quote.total - wallet)),
                    words(atCounter)
                )
            }
        return label(.class("card pad tender row")) {
            input(
                .type("radio"), .name("tender"), .value(payment.rawValue),
                .checked(payment == model.payment))
            span(.class("stack tight")) {
                element("strong") { name }
                element("small", .class("soft")) { hint }
            }
        }
    }

    private static func isAboutName(_ problem: CheckoutProblem) -> Bool {
        switch problem {
        case .nameMissing, .nameTooLong: true
        case .notTakingOrders, .tooManyUnpaidOrders, .cart, .insufficientFunds: false
        }
    }

    private static func sentence(
        _ problem: CheckoutProblem, _ model: CheckoutModel, _ context: PageContext
    ) -> String {
        let words = context.words
        switch problem {
        case .insufficientFunds(let balance, let short):
            let money = context.money(model.quote.currency)
            return words(.insufficientFunds, money(balance), money(short))
        case .nameTooLong: return words(.nameTooLong, String(Limits.nameCharacters))
        case .nameMissing: return words(.nameMissing)
        case .notTakingOrders: return words(.notTakingOrders)
        case .tooManyUnpaidOrders(let limit): return words(.tooManyUnpaid, String(limit))
        case .cart(let problems): return problems.map(words.problem).joined(separator: " ")
        }
    }
}
