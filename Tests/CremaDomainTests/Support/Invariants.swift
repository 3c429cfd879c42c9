import CremaDomain
import Testing

/// What holds of every quote, whatever it is about.
func expectSound(_ quote: Quote, sourceLocation: SourceLocation = #_sourceLocation) {
    func expect(_ condition: Bool, _ comment: Comment) {
        #expect(condition, comment, sourceLocation: sourceLocation)
    }
    for line in quote.lines {
        let charged = quote.pricesIncludeTax ? line.total : line.net
        expect(line.subtotal == line.unitPrice * line.quantity, "unit × quantity = line")
        expect(line.subtotal - line.discount == charged, "line - discount = price")
        expect(line.net + line.tax == line.total, "net + tax = gross, on the line")
        expect(min(line.discount, line.net, line.tax, line.total) >= .zero, "no line below zero")
    }
    for fee in quote.fees {
        let charged = quote.pricesIncludeTax ? fee.total : fee.net
        expect(fee.subtotal == charged, "a fee has no discount")
        expect(fee.net + fee.tax == fee.total, "net + tax = gross, on the fee")
        expect(fee.net >= .zero && fee.tax >= .zero, "no fee below zero")
    }
    expect(
        quote.lines.sum { $0.tax } + quote.fees.sum { $0.tax } == quote.tax,
        "shares of tax sum to the taxes")
    expect(quote.lines.sum { $0.discount } == quote.discount, "shares sum to the discounts")
    expect(quote.lines.sum { $0.subtotal } == quote.subtotal, "lines sum to the subtotal")
    expect(quote.net + quote.tax + quote.tip == quote.total, "net + tax + tip = total")
    expect(
        quote.discounts.allSatisfy { $0.amount >= .zero }, "a discount never makes it dearer")
    if quote.pricesIncludeTax {
        expect(
            quote.total
                == quote.subtotal - quote.discount + quote.fees.sum { $0.subtotal } + quote.tip,
            "the sticker is what is paid")
    }
}
