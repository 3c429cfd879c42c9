package import CremaDomain

/// Why an order wasn't placed, besides a changed quote.
package enum CheckoutProblem: Hashable, Sendable {
    /// Longer than `Limits.nameCharacters`.
    case nameTooLong
    /// A name to call is needed.
    case nameMissing
    /// The location doesn't take orders now.
    case notTakingOrders
    /// This device has as many unpaid orders as the shop allows.
    case tooManyUnpaidOrders(limit: Int)
    /// The cart can't be ordered as it is.
    case cart([CartProblem.Kind])
}

/// The confirm sheet: every line and sum once more.
package struct CheckoutModel: Sendable {
    package let place: Place
    package let quote: Quote
    package let customerName: String
    /// Makes a repeated order count once.
    package let requestKey: String
    /// What the customer saw before; the quote shown is a new one (409).
    package let previous: ShownSums?
    package let problems: [CheckoutProblem]

    package init(
        place: Place, quote: Quote, customerName: String, requestKey: String,
        previous: ShownSums? = nil, problems: [CheckoutProblem] = []
    ) {
        self.place = place
        self.quote = quote
        self.customerName = customerName
        self.requestKey = requestKey
        self.previous = previous
        self.problems = problems
    }
}
