import CremaDomain

/// What is chosen for the cart as a whole.
enum CartChoicesView {
    static func fulfilment(_ model: CartModel, _ words: Words) -> HTML {
        CartView.changing(
            .cartFulfilment(model.place.id), .hxTrigger("change"), .class("group")
        ) {
            element("fieldset") {
                element("legend", .class("fieldname")) { words(.howToHaveIt) }
                div(.class("opts even")) {
                    for fulfilment in Fulfilment.allCases {
                        label(.class("chip")) {
                            input(
                                .type("radio"), .name("fulfilment"), .value(fulfilment.rawValue),
                                .checked(fulfilment == model.fulfilment))
                            span { words.fulfilment(fulfilment) }
                        }
                    }
                }
            }
            button(.class("nojs small")) { words(.apply) }
        }
    }

    static func tip(_ model: CartModel, _ context: PageContext) -> HTML {
        let words = context.words
        let currency = model.place.location.currency
        let money = context.money(currency)
        let path = Path.cartTip(model.place.id)
        let isOwn = model.tip != .zero && !model.tipOffers.contains { $0.amount == model.tip }
        return element("fieldset", .class("group")) {
            element("legend", .class("fieldname")) { words(.tip) }
            if model.problems.contains(.tipOutOfRange) {
                Piece.alert(words.problem(.tipOutOfRange))
            }
            CartView.changing(path, .class("opts even")) {
                offer("tip", "0", isChosen: model.tip == .zero) { words(.noTip) }
                for offer in model.tipOffers {
                    self.offer(
                        "rate", String(offer.rate.partsPerMillion),
                        isChosen: model.tip != .zero && offer.amount == model.tip
                    ) {
                        element("strong") { words.percent(offer.rate) }
                        element("small", .class("money")) { money(offer.amount) }
                    }
                }
            }
            CartView.changing(path, .class("row")) {
                label(.class("field grow")) {
                    span { words(.otherTip) }
                    input(
                        .type("text"), .name("tip"), .id("tip"), Attribute("inputmode", "decimal"),
                        .value(isOwn ? currency.decimalText(model.tip) : ""),
                        Attribute("placeholder", currency.decimalText(.zero)),
                        Attribute("autocomplete", "off"), Attribute("maxlength", "12"))
                }
                button { words(.setTip) }
            }
            p(.class("soft small")) { words(.tipHint) }
        }
    }

    private static func offer(
        _ name: String, _ value: String, isChosen: Bool, @HTMLBuilder content: () -> [HTML]
    ) -> HTML {
        .element(
            "button",
            [
                .class("chip"), .name(name), .value(value),
                Attribute("aria-pressed", isChosen ? "true" : "false"),
            ], content())
    }
}
