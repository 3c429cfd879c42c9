/// How far a charge through the payment provider is.
public enum PaymentState: String, CaseIterable, Hashable, Sendable {
    /// Begun: the customer, the bank or the provider has still to say yes.
    case open
    /// The money is set aside at the customer's bank; it is to be captured.
    case authorized
    /// The shop has it.
    case captured
    /// Not wanted any more; the provider has still to be told.
    case cancelling
    /// Nothing was charged, and nothing will be.
    case cancelled
    /// Refused: nothing was charged.
    case failed

    /// Nothing is left to be done.
    public var isFinal: Bool {
        switch self {
        case .open, .authorized, .cancelling: false
        case .captured, .cancelled, .failed: true
        }
    }
}

/// Why a card wasn't charged, as far as a customer can do something about it.
public enum PaymentDecline: String, CaseIterable, Hashable, Sendable {
    /// The bank said no, and not why.
    case declined
    /// There isn't enough on it.
    case insufficientFunds
    /// It has expired.
    case expiredCard
    /// Its security code was wrong.
    case wrongCode
    /// The customer wasn't recognized by the bank (3-D Secure).
    case notAuthenticated
    /// The provider doesn't charge so little, or so much.
    case amountNotTaken
    /// It was never finished.
    case abandoned
    /// The provider couldn't be reached, before anything was asked of the bank.
    case providerAway
}

/// What a charge pays for.
public enum PaymentPurpose: Hashable, Sendable {
    /// A tender of an order, by its number.
    case order(ID<Order>, tender: Int)
    /// Money for a person's wallet.
    case topUp(ID<Person>)
}

/// One attempt to charge a card through the payment provider. A card that was refused makes an
/// attempt of its own; whatever it pays for has at most one that can still charge.
public struct Payment: Hashable, Sendable {
    /// Identity; the provider knows it as the attempt's idempotency key.
    public let id: ID<Payment>
    /// What for.
    public let purpose: PaymentPurpose
    /// Where it is booked.
    public let locationID: ID<Location>
    /// Above zero.
    public let amount: Money
    /// Of the amount.
    public let currency: Currency
    /// The provider's name for the card: a token, never its number.
    public let method: String
    /// When it was begun.
    public let createdAt: Timestamp
    /// How far it is.
    public var state: PaymentState
    /// The provider's name for the charge; nil until it knows of it.
    public var reference: String?
    /// Why it failed.
    public var decline: PaymentDecline?

    /// A payment.
    public init(
        id: ID<Payment>, purpose: PaymentPurpose, locationID: ID<Location>, amount: Money,
        currency: Currency, method: String, createdAt: Timestamp, state: PaymentState = .open,
        reference: String? = nil, decline: PaymentDecline? = nil
    ) {
        self.id = id
        self.purpose = purpose
        self.locationID = locationID
        self.amount = amount
        self.currency = currency
        self.method = method
        self.createdAt = createdAt
        self.state = state
        self.reference = reference
        self.decline = decline
    }

    /// How long the customer is waited for, in milliseconds.
    public static let windowMilliseconds: Int64 = 15 * 60 * 1000
}

/// What the provider says of a charge.
public enum ProviderStatus: Hashable, Sendable {
    /// It waits: for the customer, where there is something to do, else for the bank.
    case open(PaymentAction?)
    /// The bank was never asked.
    case unconfirmed
    /// The bank said no. The attempt is over.
    case declined(PaymentDecline)
    /// Set aside, to be captured.
    case authorized
    /// Charged.
    case captured
    /// Called off before it was charged.
    case cancelled
}

/// What the customer has to do before a charge goes on.
public enum PaymentAction: Hashable, Sendable {
    /// Go to this address, and come back from there.
    case redirect(String)
    /// Let the provider's own script go on, with this secret of the charge.
    case script(secret: String)
}

/// What the books have to do when the provider's word is held against what stands in them.
public enum PaymentStep: Hashable, Sendable {
    /// Nothing new.
    case none
    /// The money was set aside: take it for what it pays, if that still waits.
    case authorize
    /// The money came: post it.
    case capture
    /// Money came for something that no longer waits: post it as owed, and give it back.
    case returnCapture
    /// It is over, and nothing was charged.
    case fail(PaymentDecline)
    /// It was called off, and nothing was charged.
    case cancel
    /// Money was set aside for something that is over: call it off.
    case callOff
    /// Nobody can go on with it any more: there is no work on it.
    case close
    /// Money that was counted on isn't there after all.
    case lose(PaymentDecline)
}

extension PaymentState {
    /// What follows from the provider's word, in whatever order and however often it comes.
    public func step(on status: ProviderStatus) -> PaymentStep {
        switch (self, status) {
        case (.captured, _): .none
        case (.open, .open), (.open, .unconfirmed): .none
        case (.open, .declined(let why)): .fail(why)
        case (.open, .cancelled): .cancel
        case (.open, .authorized), (.open, .captured): .authorize
        // A refusal is of an earlier card: the word was under way while the next one was taken.
        case (.authorized, .open), (.authorized, .unconfirmed), (.authorized, .authorized),
            (.authorized, .declined):
            .none
        case (.authorized, .captured): .capture
        case (.authorized, .cancelled): .lose(.declined)
        // Refused isn't over: the customer's side could go on with another card.
        case (.cancelling, .open), (.cancelling, .unconfirmed), (.cancelling, .authorized),
            (.cancelling, .declined):
            .none
        case (.cancelling, .cancelled): .cancel
        case (.cancelling, .captured), (.cancelled, .captured), (.failed, .captured):
            .returnCapture
        case (.cancelled, .authorized), (.failed, .authorized): .callOff
        case (.failed, .cancelled): .close
        case (.cancelled, _), (.failed, _): .none
        }
    }
}
