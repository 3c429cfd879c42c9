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
    /// The wallet holds this, and less than was to be taken from it.
    case insufficientFunds(balance: Money, short: Money)
}

/// How the customer pays, as the sheet offers it.
package enum PaymentChoice: String, Hashable, Sendable {
    /// All at the counter.
    case counter
    /// All from the wallet.
    case wallet
    /// What the wallet holds, and the rest at the counter.
    case walletFirst
    /// All by card.
    case card
    /// What the wallet holds, and the rest by card.
    case walletThenCard
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
    /// What the customer has in the wallet; nil where there is none.
    package let wallet: Money?
    /// The shop charges cards.
    package let takesCard: Bool
    /// What is chosen.
    package let payment: PaymentChoice

    package init(
        place: Place, quote: Quote, customerName: String, requestKey: String,
        previous: ShownSums? = nil, problems: [CheckoutProblem] = [],
        wallet: Money? = nil, takesCard: Bool = false, payment: PaymentChoice? = nil
    ) {
        self.wallet = wallet
        self.takesCard = takesCard
        let offered = CheckoutModel.payments(
            wallet: wallet, takesCard: takesCard, total: quote.total, at: place.location)
        // What is there is spent first, unless somebody chose otherwise.
        let wanted = payment == .wallet && !offered.contains(.wallet) ? .walletFirst : payment
        self.payment = wanted.flatMap { offered.contains($0) ? $0 : nil } ?? offered[0]
        self.place = place
        self.quote = quote
        self.customerName = customerName
        self.requestKey = requestKey
        self.previous = previous
        self.problems = problems
    }
    /// What can be chosen, the likeliest first.
    package var payments: [PaymentChoice] {
        CheckoutModel.payments(
            wallet: wallet, takesCard: takesCard, total: quote.total, at: place.location)
    }

    private static func payments(
        wallet: Money?, takesCard: Bool, total: Money, at location: Location
    ) -> [PaymentChoice] {
        guard total > .zero, takesCard || wallet != nil else { return [.counter] }
        // Where the bar waits for the money, a card is what gets a coffee soonest.
        let other: [PaymentChoice] =
            !takesCard
            ? [.counter] : location.makesUnpaidOrders ? [.counter, .card] : [.card, .counter]
        guard let wallet, wallet > .zero else { return other }
        if wallet >= total { return [.wallet] + other }
        return other + (takesCard ? [.walletThenCard, .walletFirst] : [.walletFirst])
    }
}
