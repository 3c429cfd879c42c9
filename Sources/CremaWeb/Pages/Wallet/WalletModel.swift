package import CremaDomain

/// A customer's wallet with a page of its history.
package struct WalletModel: Sendable {
    /// One change, at the shop's wall clock.
    package struct Change: Sendable {
        package let kind: PostingKind
        package let orderID: ID<Order>?
        package let amount: Money
        /// What was in the wallet afterwards.
        package let balance: Money
        package let at: WallTime

        package init(
            kind: PostingKind, orderID: ID<Order>?, amount: Money, balance: Money, at: WallTime
        ) {
            self.kind = kind
            self.orderID = orderID
            self.amount = amount
            self.balance = balance
            self.at = at
        }
    }

    package let person: ID<Person>
    package let balance: Money
    package let currency: Currency
    package let version: Int64
    /// It begins with the latest change; others aren't told of new ones.
    package let isFirstPage: Bool
    /// The shop charges cards.
    package let takesCard: Bool
    /// What cards are being charged for it.
    package let underWay: [Money]
    /// Latest first.
    package let changes: [Change]
    /// Where the next page begins; nil at the end.
    package let next: Int64?

    package init(
        person: ID<Person>, balance: Money, currency: Currency, version: Int64,
        isFirstPage: Bool = true, takesCard: Bool = false, underWay: [Money] = [],
        changes: [Change],
        next: Int64?
    ) {
        self.underWay = underWay
        self.takesCard = takesCard
        self.isFirstPage = isFirstPage
        self.person = person
        self.balance = balance
        self.currency = currency
        self.version = version
        self.changes = changes
        self.next = next
    }
}

/// Why a wallet wasn't topped up.
package enum TopUpProblem: Hashable, Sendable {
    /// Nobody has an account by that address.
    case unknownPerson
    /// It is the wallet of whoever asks.
    case ownWallet
    /// Not an amount, or none that can be put in.
    case amount
    /// More than a wallet may hold.
    case walletFull
    /// This form was sent before, with other words in it.
    case sentBefore
    /// Whether it was done isn't known: the same form tells, when it is sent again.
    case notKnown
}

/// The form by which staff put money into a wallet.
package struct TopUpModel: Sendable {
    package let location: Location
    package let email: String
    package let amount: String
    package let kind: TenderKind
    /// Makes a repeated top-up count once.
    package let requestKey: String
    package let problem: TopUpProblem?
    /// What the last one came to.
    package let done: Done?

    /// A top-up that was made.
    package struct Done: Sendable {
        package let email: String
        package let amount: Money
        package let balance: Money

        package init(email: String, amount: Money, balance: Money) {
            self.email = email
            self.amount = amount
            self.balance = balance
        }
    }

    package init(
        location: Location, email: String = "", amount: String = "", kind: TenderKind = .cash,
        requestKey: String, problem: TopUpProblem? = nil, done: Done? = nil
    ) {
        self.location = location
        self.email = email
        self.amount = amount
        self.kind = kind
        self.requestKey = requestKey
        self.problem = problem
        self.done = done
    }
}
