import CremaDomain

/// The lines of a quote: on the confirm sheet, the order and the receipt.
enum OrderLinesView {
    /// - Parameter before: what the customer saw; lines that cost something else say so.
    static func html(_ quote: Quote, _ context: PageContext, before: ShownSums? = nil) -> HTML {
        let words = context.words
        let money = context.money(quote.currency)
        return ul(.class("orderlines")) {
            for (index, line) in quote.lines.enumerated() {
                li(.class("row spread")) {
                    div(.class("stack tight")) {
                        span {
                            span(.class("num")) { "\(line.quantity) × " }
                            element("strong") { typed(line.name) }
                        }
                        details(line, words)
                    }
                    span(.class("money")) {
                        if let old = changed(index, in: before, from: line) {
                            element("del", .class("soft small")) { money(old) }
                            " "
                        }
                        money(line.subtotal)
                    }
                }
            }
        }
    }

    static func details(_ line: QuotedLine, _ words: Words) -> HTML {
        let choices = LineText.choices(line)
        return group {
            if !choices.isEmpty { p(.class("soft small")) { choices.joined(separator: " · ") } }
            if !line.request.isEmpty {
                p(.class("soft small")) { words(.requestLine, line.request) }
            }
            if !line.cupName.isEmpty { p(.class("soft small")) { words(.forCup, line.cupName) } }
        }
    }

    private static func changed(
        _ index: Int, in before: ShownSums?, from line: QuotedLine
    ) -> Money? {
        guard let before, before.subtotals.indices.contains(index) else { return nil }
        let old = before.subtotals[index]
        return old == line.subtotal ? nil : old
    }
}
