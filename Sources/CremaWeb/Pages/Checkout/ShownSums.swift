package import CremaDomain

/// Sums that a customer saw, to show what changed. They travel in the form, since a quote isn't
/// kept anywhere; nothing is computed with them.
package struct ShownSums: Hashable, Sendable {
    package let total: Money
    package let subtotals: [Money]

    package init(_ quote: Quote) {
        total = quote.total
        subtotals = quote.lines.map(\.subtotal)
    }

    /// From a form; nil where it can't be read.
    init?(text: String) {
        let numbers = text.split(separator: ",").prefix(Limits.linesPerCart.upperBound + 1)
            .map { Int64($0) }
        guard let first = numbers.first, let total = first else { return nil }
        self.total = Money(total)
        subtotals = numbers.dropFirst().map { Money($0 ?? 0) }
    }

    /// For a form.
    var text: String {
        ([total] + subtotals).map { String($0.minorUnits) }.joined(separator: ",")
    }
}
