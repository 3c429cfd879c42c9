package import CremaDomain
package import CremaSQL

/// What is given back of charges, as rows.
package enum RefundStore {
    package static func insert(_ refund: PaymentRefund, tx: Transaction) throws {
        try tx.execute(
            """
            INSERT INTO payment_refund (id, payment_id, amount, state, created_at, tries, due_at)
            VALUES ($1, $2, $3, $4, $5, 0, $5)
            """,
            .text(refund.id.rawValue), .text(refund.payment.rawValue),
            .integer(refund.amount.minorUnits), .text(refund.state.rawValue),
            .integer(refund.createdAt.milliseconds))
    }

    package static func find(_ id: ID<PaymentRefund>, tx: Transaction) throws -> PaymentRefund? {
        try tx.first(
            """
            SELECT id, payment_id, amount, state, created_at FROM payment_refund WHERE id = $1
            """, .text(id.rawValue)
        ) { try refund($0) }
    }

    /// Of a payment, the oldest first.
    package static func list(of payment: ID<Payment>, tx: Transaction) throws -> [PaymentRefund] {
        try tx.all(
            """
            SELECT id, payment_id, amount, state, created_at FROM payment_refund
            WHERE payment_id = $1 ORDER BY id
            """, .text(payment.rawValue)
        ) { try refund($0) }
    }

    /// Those that there is work on, the longest due first.
    package static func due(
        at now: Timestamp, limit: Int, tx: Transaction
    ) throws -> [PaymentStore.Due<PaymentRefund>] {
        try tx.all(
            """
            SELECT id, tries FROM payment_refund WHERE due_at IS NOT NULL AND due_at <= $1
            ORDER BY due_at, id LIMIT $2
            """, .integer(now.milliseconds), SQLValue(limit)
        ) { PaymentStore.Due(id: ID($0.text(0)), tries: Int($0.int(1))) }
    }

    /// Has those that are done looked at again: a bank may send back what it was given.
    package static func recheck(
        of payment: ID<Payment>, at now: Timestamp, tx: Transaction
    ) throws -> Int {
        try tx.execute(
            """
            UPDATE payment_refund SET tries = 0, due_at = $1
            WHERE payment_id = $2 AND state = 'done' AND due_at IS NULL
            """, .integer(now.milliseconds), .text(payment.rawValue))
    }

    /// Notes how it ended; false where that was noted before.
    package static func end(
        _ id: ID<PaymentRefund>, _ state: PaymentRefund.State, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            UPDATE payment_refund SET state = $1, due_at = NULL
            WHERE id = $2 AND state <> 'failed' AND due_at IS NOT NULL
            """, .text(state.rawValue), .text(id.rawValue)) == 1
    }

    /// Puts the work on it off; false where there is other work by now.
    package static func putOff(
        _ due: PaymentStore.Due<PaymentRefund>, to next: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            UPDATE payment_refund SET tries = tries + 1, due_at = $1
            WHERE id = $2 AND tries = $3 AND due_at IS NOT NULL
            """, .integer(next.milliseconds), .text(due.id.rawValue), SQLValue(due.tries)) == 1
    }

    private static func refund(_ row: borrowing Row) throws -> PaymentRefund {
        guard let state = PaymentRefund.State(rawValue: row.text(3)) else {
            throw StoredValueError(subject: row.text(0), column: "payment_refund")
        }
        return PaymentRefund(
            id: ID(row.text(0)), payment: ID(row.text(1)), amount: Money(row.int(2)),
            createdAt: Timestamp(milliseconds: row.int(4)), state: state)
    }
}
