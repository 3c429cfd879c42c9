extension Posting {
    /// A card was charged for what was over by then: the shop owes it.
    public static func lateCharge(_ payment: Payment) throws(UnbalancedPosting) -> Posting {
        try Posting(
            key: "payment:\(payment.id.rawValue):late", kind: .lateCharge, order: nil,
            entries: [
                LedgerEntry(.card, -payment.amount), LedgerEntry(.refundsOwed, payment.amount),
            ])
    }

    /// That was given back.
    public static func lateRefund(_ payment: Payment) throws(UnbalancedPosting) -> Posting {
        try Posting(
            key: "payment:\(payment.id.rawValue):late:refund", kind: .lateRefund, order: nil,
            entries: [
                LedgerEntry(.refundsOwed, -payment.amount), LedgerEntry(.card, payment.amount),
            ])
    }
}
