package import CremaDomain
package import CremaServices

/// What stands against a charge, on the page that asked for it.
package enum PayProblem: Hashable, Sendable {
    /// The card was refused.
    case declined(PaymentDecline)
    /// The bank hasn't answered yet.
    case underWay
    /// What was typed isn't an amount that can be put in.
    case amount
    /// The wallet would hold more than it may.
    case walletFull
    /// So many cards were tried.
    case tooMany
    /// No card was chosen.
    case noCard
}

/// How the customer names a card, and what goes on after it.
package struct CardModel: Hashable, Sendable {
    package let form: CardForm
    /// Makes a repeated payment count once.
    package let requestKey: String
    /// How an attempt that waits for the customer goes on; nil where none does.
    package let action: CardAction?

    /// What a bank wants of the customer.
    package enum CardAction: Hashable, Sendable {
        /// The provider's script does it at once, and comes back.
        case script(secret: String, returnPath: Path)
        /// On a page of its own.
        case bank(Path)
    }

    package init(form: CardForm, requestKey: String, action: CardAction? = nil) {
        self.form = form
        self.requestKey = requestKey
        self.action = action
    }
}

/// An order that waits for a card.
package struct PayModel: Hashable, Sendable {
    package let order: Order
    package let location: Location
    /// What the card pays.
    package let amount: Money
    package let card: CardModel
    package let problem: PayProblem?

    package init(
        order: Order, location: Location, amount: Money, card: CardModel,
        problem: PayProblem? = nil
    ) {
        self.order = order
        self.location = location
        self.amount = amount
        self.card = card
        self.problem = problem
    }
}

/// The form by which customers put money into their wallets.
package struct CardTopUpModel: Hashable, Sendable {
    package let currency: Currency
    package let balance: Money
    /// What stands in the field, as it was typed.
    package let amount: String
    /// Amounts to choose from.
    package let presets: [Money]
    package let card: CardModel
    package let problem: PayProblem?

    package init(
        currency: Currency, balance: Money, amount: String = "", presets: [Money],
        card: CardModel, problem: PayProblem? = nil
    ) {
        self.currency = currency
        self.balance = balance
        self.amount = amount
        self.presets = presets
        self.card = card
        self.problem = problem
    }
}
