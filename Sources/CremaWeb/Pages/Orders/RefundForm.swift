import CremaDomain

/// What a manager sees on somebody's order: a way to give money back.
enum RefundForm {
    static func html(_ model: OrderModel, _ context: PageContext) -> HTML {
        let order = model.order
        let words = context.words
        let money = context.money(order.quote.currency)
        return element("details", .id("refund"), .class("cancel"), Attribute("data-keep", "open")) {
            element("summary", .class("button")) { words(.refundTitle) }
            form(to: .refund(order.id), .class("card pad stack")) {
                hidden("version", String(order.version))
                hidden("key", model.requestKey)
                wish("rest", words(.refundAll, money(order.refundable)))
                wish("lines", words(.refundLines))
                lines(order, money)
                wish("amount", words(.refundAmount, order.quote.currency.code))
                input(
                    .type("text"), .name("amount"), .id("refund-amount"),
                    Attribute("inputmode", "decimal"), Attribute("autocomplete", "off"),
                    Attribute("maxlength", "20"), Attribute("dir", "ltr"),
                    .label(words(.refundAmount, order.quote.currency.code)))
                TextField(
                    name: "reason", words: words(.refundWhy), kind: .text, autocomplete: "off",
                    limit: Limits.reasonCharacters, id: "refund-reason"
                ).html
                button(.class("danger wide")) { words(.refundDo) }
            }
        }
    }

    private static func wish(_ value: String, _ text: String) -> HTML {
        label(.class("row check")) {
            input(.type("radio"), .name("wish"), .value(value), Attribute("required", when: true))
            span { text }
        }
    }

    /// One box for each piece that is left, a line below the other.
    private static func lines(_ order: Order, _ money: MoneyText) -> HTML {
        div(.class("stack tight")) {
            for (index, line) in order.quote.lines.enumerated() {
                let back = order.refunds.flatMap(\.lines).filter { $0.number == index + 1 }
                    .reduce(0) { $0 + $1.quantity }
                if line.quantity > back {
                    label(.class("row spread")) {
                        span { typed(line.name) }
                        input(
                            .type("number"), .name("line\(index + 1)"), .value("0"),
                            Attribute("min", "0"), Attribute("max", String(line.quantity - back)),
                            Attribute("inputmode", "numeric"), .class("count"))
                    }
                }
            }
        }
    }
}
