package import CremaDomain

/// Charges cards. Crema sees no card: the provider's page or script gives a token for it.
///
/// Nothing here is sure to be answered. Whoever calls knows what became of a charge by asking for
/// its status; and every change may be asked for again.
package protocol PaymentProvider: Sendable {
    /// Its name, and that of the address it calls: `stripe`.
    var name: String { get }

    /// How the customer names a card to it.
    var form: CardForm { get }

    /// Where somebody plays the customer's bank; nil where there is a real one.
    var bank: (any SandboxBank)? { get }

    /// Whether it charges such an amount at all: some currencies have smaller units than it has.
    func takes(_ amount: Money, _ currency: Currency) -> Bool

    /// Whether it can give back exactly such an amount.
    func canGiveBack(_ amount: Money, _ currency: Currency) -> Bool

    /// Tells the provider of a charge and returns its name for it. Nothing is charged by it, so one
    /// that was told of twice harms nobody.
    func create(_ payment: Payment) async throws(ProviderFailure) -> String

    /// Asks the bank. The customer comes back to `returnAddress` from wherever the bank wants to
    /// see them first.
    func confirm(
        _ reference: String, returnAddress: String
    ) async throws(ProviderFailure) -> ProviderStatus

    /// What became of a charge.
    func status(of reference: String) async throws(ProviderFailure) -> ProviderStatus

    /// Takes what was set aside, all of it.
    func capture(_ payment: Payment, _ reference: String) async throws(ProviderFailure)
        -> ProviderStatus

    /// Calls a charge off that wasn't captured yet.
    func cancel(_ reference: String) async throws(ProviderFailure) -> ProviderStatus

    /// The charge that a call of the provider's is about; nil where it is about something else.
    /// What it says of it isn't used: calls come late, twice and out of order, so the status is
    /// asked for.
    func reference(
        inNotice body: [UInt8], signature: String, at now: Timestamp
    ) throws(NoticeFailure) -> String?

    /// Gives back what was captured, or a part of it: once, however often it is asked for.
    ///
    /// - Parameter attempt: how often it was asked for before; nil to look only what became of it,
    ///   once it is known to be done.
    func refund(
        _ refund: PaymentRefund, of payment: Payment, _ reference: String, attempt: Int?
    ) async throws(ProviderFailure) -> RefundStatus
}

/// What the provider says of money that goes back.
package enum RefundStatus: Sendable, Hashable {
    /// On its way, and not sure to arrive.
    case pending
    /// With the customer's bank.
    case done
}

extension PaymentProvider {
    package var bank: (any SandboxBank)? { nil }
}

/// How a page gets the provider's token for a card. No number ever comes to this server.
package enum CardForm: Sendable, Hashable {
    /// One of the provider's trial cards.
    case choices([TrialCard])
    /// By a script of the provider's, from its own address, which shows its own fields.
    case script(CardScript)
}

/// A card that only a sandbox knows.
package struct TrialCard: Sendable, Hashable {
    /// The token.
    package let method: String
    /// What happens with it.
    package let name: String

    package init(method: String, name: String) {
        self.method = method
        self.name = name
    }
}

/// A script of the provider's, and whom the page may talk to for it.
package struct CardScript: Sendable, Hashable {
    package let address: String
    /// The shop's key for pages; no secret.
    package let publishableKey: String
    /// Origins of scripts, of frames, and of calls.
    package let scripts: [String]
    package let frames: [String]
    package let calls: [String]

    package init(
        address: String, publishableKey: String, scripts: [String], frames: [String],
        calls: [String]
    ) {
        self.address = address
        self.publishableKey = publishableKey
        self.scripts = scripts
        self.frames = frames
        self.calls = calls
    }
}

/// The customer's bank in a sandbox: somebody decides in its place whether a charge is confirmed.
package protocol SandboxBank: Sendable {
    /// The sum that waits for an answer; nil where none does.
    func asked(_ reference: String) -> BankQuestion?

    /// Answers, and returns where the customer goes on; nil where nothing was asked.
    func answer(_ reference: String, isConfirmed: Bool) async -> String?
}

/// What a sandbox' bank asks.
package struct BankQuestion: Sendable, Hashable {
    package let amount: Money
    package let currency: Currency

    package init(amount: Money, currency: Currency) {
        self.amount = amount
        self.currency = currency
    }
}

/// Why a call of the provider's isn't believed.
package enum NoticeFailure: Error, Sendable, Hashable {
    /// Its signature isn't the provider's, or is too old.
    case notSigned
    /// It can't be read.
    case unreadable
}

/// Why the provider didn't do as asked.
package enum ProviderFailure: Error, Sendable, Hashable {
    /// It says no, and will. Nothing was done.
    case refused(String)
    /// It can't be reached, is slow, or has troubles of its own: it may have been done.
    case unavailable(String)
}
