package import CremaDomain
package import CremaSQL

/// Charges through the payment provider as rows.
package enum PaymentStore {
    package static func insert(_ payment: Payment, dueAt: Timestamp, tx: Transaction) throws {
        var (order, tender, person): (String?, Int64?, String?) = (nil, nil, nil)
        switch payment.purpose {
        case .order(let id, let number): (order, tender) = (id.rawValue, Int64(number))
        case .topUp(let id): person = id.rawValue
        }
        try tx.execute(
            """
            INSERT INTO payment (id, order_id, tender_number, person_id, location_id, amount,
                currency, method, state, reference, decline, created_at, tries, due_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 0, $13)
            """,
            .text(payment.id.rawValue), SQLValue(order), SQLValue(tender), SQLValue(person),
            .text(payment.locationID.rawValue), .integer(payment.amount.minorUnits),
            .text(payment.currency.code), .text(payment.method), .text(payment.state.rawValue),
            SQLValue(payment.reference), SQLValue(payment.decline?.rawValue),
            .integer(payment.createdAt.milliseconds), .integer(dueAt.milliseconds))
    }

    package static func find(_ id: ID<Payment>, tx: Transaction) throws -> Payment? {
        try tx.first(
            """
            SELECT id, order_id, tender_number, person_id, location_id, amount, currency, method,
                state, reference, decline, created_at
            FROM payment WHERE id = $1
            """, .text(id.rawValue)
        ) { try payment($0) }
    }

    /// By the provider's name for it.
    package static func find(reference: String, tx: Transaction) throws -> Payment? {
        try tx.first(
            """
            SELECT id, order_id, tender_number, person_id, location_id, amount, currency, method,
                state, reference, decline, created_at
            FROM payment WHERE reference = $1
            """, .text(reference)
        ) { try payment($0) }
    }

    /// An order's, the oldest first.
    package static func list(of order: ID<Order>, tx: Transaction) throws -> [Payment] {
        try tx.all(
            """
            SELECT id, order_id, tender_number, person_id, location_id, amount, currency, method,
                state, reference, decline, created_at
            FROM payment WHERE order_id = $1 ORDER BY id
            """, .text(order.rawValue)
        ) { try payment($0) }
    }

    /// Those for a person's wallet that aren't over, the oldest first.
    package static func unfinished(of person: ID<Person>, tx: Transaction) throws -> [Payment] {
        try tx.all(
            """
            SELECT id, order_id, tender_number, person_id, location_id, amount, currency, method,
                state, reference, decline, created_at
            FROM payment WHERE person_id = $1
                AND state IN ('open', 'authorized') ORDER BY id
            """, .text(person.rawValue)
        ) { try payment($0) }
    }

    /// Those that a person began since an instant.
    package static func count(
        of person: ID<Person>, since: Timestamp, tx: Transaction
    ) throws -> Int {
        let count = try tx.first(
            "SELECT COUNT(*) FROM payment WHERE person_id = $1 AND created_at >= $2",
            .text(person.rawValue), .integer(since.milliseconds)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// Notes the provider's name for a charge. False where it has another one by now.
    package static func note(
        reference: String, of id: ID<Payment>, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE payment SET reference = $1 WHERE id = $2 AND reference IS NULL",
            .text(reference), .text(id.rawValue)) == 1
    }

    /// Moves a payment on; false where it stands elsewhere by now.
    ///
    /// - Parameter dueAt: when there is work on it; nil where there is none any more.
    package static func move(
        _ id: ID<Payment>, from old: PaymentState, to new: PaymentState,
        decline: PaymentDecline? = nil, dueAt: Timestamp?, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            UPDATE payment SET state = $1, decline = COALESCE($2, decline), tries = 0, due_at = $3
            WHERE id = $4 AND state = $5
            """,
            .text(new.rawValue), SQLValue(decline?.rawValue), SQLValue(dueAt?.milliseconds),
            .text(id.rawValue), .text(old.rawValue)) == 1
    }

    /// Puts the work on a payment off; false where it has moved on, or others were at it.
    package static func putOff(
        _ due: Due<Payment>, in state: PaymentState, to next: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            UPDATE payment SET tries = tries + 1, due_at = $1
            WHERE id = $2 AND state = $3 AND tries = $4 AND due_at IS NOT NULL
            """,
            .integer(next.milliseconds), .text(due.id.rawValue), .text(state.rawValue),
            SQLValue(due.tries)) == 1
    }

    /// A piece of work with the provider that is due.
    package struct Due<Subject>: Sendable {
        package let id: ID<Subject>
        /// How often it was tried in vain.
        package let tries: Int
    }

    /// Payments there is work on, the longest due first.
    package static func due(
        at now: Timestamp, limit: Int, tx: Transaction
    ) throws -> [Due<Payment>] {
        try tx.all(
            """
            SELECT id, tries FROM payment WHERE due_at IS NOT NULL AND due_at <= $1
            ORDER BY due_at, id LIMIT $2
            """, .integer(now.milliseconds), SQLValue(limit)
        ) { Due(id: ID($0.text(0)), tries: Int($0.int(1))) }
    }

    /// Some payments behind an id, in order of ids.
    package static func page(after id: String, limit: Int, tx: Transaction) throws -> [Payment] {
        try tx.all(
            """
            SELECT id, order_id, tender_number, person_id, location_id, amount, currency, method,
                state, reference, decline, created_at
            FROM payment WHERE id > $1 ORDER BY id LIMIT $2
            """, .text(id), SQLValue(limit)
        ) { try payment($0) }
    }

    private static func payment(_ row: borrowing Row) throws -> Payment {
        let id = row.text(0)
        let purpose: PaymentPurpose
        if let order = row.textOrNil(1), let number = row.intOrNil(2) {
            purpose = .order(ID(order), tender: Int(number))
        } else if let person = row.textOrNil(3) {
            purpose = .topUp(ID(person))
        } else {
            throw StoredValueError(subject: id, column: "order_id")
        }
        guard let currency = Currency(code: row.text(6)),
            let state = PaymentState(rawValue: row.text(8))
        else { throw StoredValueError(subject: id, column: "payment") }
        return Payment(
            id: ID(id), purpose: purpose, locationID: ID(row.text(4)), amount: Money(row.int(5)),
            currency: currency, method: row.text(7),
            createdAt: Timestamp(milliseconds: row.int(11)),
            state: state, reference: row.textOrNil(9),
            decline: row.textOrNil(10).flatMap { PaymentDecline(rawValue: $0) })
    }
}
