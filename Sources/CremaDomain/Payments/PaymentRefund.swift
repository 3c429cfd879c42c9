/// Money that goes back to the card it came from.
public struct PaymentRefund: Hashable, Sendable {
    /// How far it is.
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// In the books; the provider has still to be told.
        case wanted
        /// The provider has it.
        case done
        /// The provider won't: it has to be given back in another way.
        case failed
    }

    /// Identity; the provider knows it as the refund's idempotency key.
    public let id: ID<PaymentRefund>
    /// Of which charge.
    public let payment: ID<Payment>
    /// Above zero, and with all others of the charge no more than it.
    public let amount: Money
    /// How far it is.
    public let state: State
    /// When it was decided.
    public let createdAt: Timestamp

    /// A refund.
    public init(
        id: ID<PaymentRefund>, payment: ID<Payment>, amount: Money, createdAt: Timestamp,
        state: State = .wanted
    ) {
        self.createdAt = createdAt
        self.id = id
        self.payment = payment
        self.amount = amount
        self.state = state
    }
}
