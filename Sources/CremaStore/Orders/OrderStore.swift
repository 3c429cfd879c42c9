package import CremaDomain
package import CremaSQL

/// Orders as rows: written once, then moved by compare-and-set.
package enum OrderStore {
    /// Writes an order with its lines and tenders; its version is 1.
    package static func insert(
        _ order: EncodedOrder, callNumber: CallNumber, tx: Transaction
    ) throws {
        try tx.executeLater(
            """
            INSERT INTO customer_order (id, location_id, business_date, state, version, placed_at,
                changed_at, owner_id, customer_name, fulfilment, language, subtotal, discount, tax,
                tip, total, due, details, reason, call_sequence)
            VALUES ($1, $2, $3, $4, 1, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
                '', $17)
            """, args: order.row + [.integer(callNumber.sequence)])
        try insert(lines: order.lineRows, tx: tx)
        for tender in order.tenders {
            try insert(tender, of: order.id, at: order.placedAt, tx: tx)
        }
        // Most begin at the bar; that first step is read from the order's own row.
        if order.state != .pending {
            try insertStep(order.state, version: 1, of: order.id, at: order.placedAt, tx: tx)
        }
    }

    /// Four lines by one statement, since a statement costs more than its rows do. Places without
    /// a line have no number.
    private static func insert(lines: [[SQLValue]], tx: Transaction) throws {
        let empty = EncodedOrder.emptyLine
        for start in stride(from: 0, to: lines.count, by: 4) {
            let part = lines[start..<min(start + 4, lines.count)]
            let places = part + Array(repeating: empty, count: 4 - part.count)
            try tx.executeLater(
                """
                INSERT INTO order_line (order_id, number, item_id, size_id, name, size_name,
                    modifiers, quantity, base_price, unit_price, subtotal, discount, net, tax,
                    total, request, cup_name, station, make_seconds)
                SELECT column1, column2, column3, column4, column5, column6, column7, column8,
                    column9, column10, column11, column12, column13, column14, column15, column16,
                    column17, column18, column19
                FROM (VALUES
                    ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
                        $18, $19),
                    ($20, $21, $22, $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34,
                        $35, $36, $37, $38),
                    ($39, $40, $41, $42, $43, $44, $45, $46, $47, $48, $49, $50, $51, $52, $53,
                        $54, $55, $56, $57),
                    ($58, $59, $60, $61, $62, $63, $64, $65, $66, $67, $68, $69, $70, $71, $72,
                        $73, $74, $75, $76)) line
                WHERE column2 IS NOT NULL
                """, args: places.flatMap { $0 })
        }
    }

    private static func insertStep(
        _ state: OrderState, version: Int64, of order: ID<Order>, at now: Timestamp,
        tx: Transaction
    ) throws {
        try tx.executeLater(
            "INSERT INTO order_step (order_id, version, state, at) VALUES ($1, $2, $3, $4)",
            .text(order.rawValue), .integer(version), .text(state.rawValue),
            .integer(now.milliseconds))
    }

    /// Adds one way the order is paid.
    package static func insert(
        _ tender: Tender, of order: ID<Order>, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.executeLater(
            """
            INSERT INTO tender (order_id, number, kind, amount, state, rounding, at, payer_id)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            .text(order.rawValue), SQLValue(tender.number), .text(tender.kind.rawValue),
            .integer(tender.amount.minorUnits), .text(tender.state.rawValue),
            .integer(tender.rounding.minorUnits), .integer(now.milliseconds),
            SQLValue(tender.payer?.rawValue))
    }

    /// Moves an order that still has this version; false where somebody else was first.
    package static func move(
        _ id: ID<Order>, from version: Int64, to state: OrderState, reason: String,
        at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        let changed = try tx.execute(
            """
            UPDATE customer_order
            SET state = $1, version = version + 1, changed_at = $2, reason = $3
            WHERE id = $4 AND version = $5
            """,
            .text(state.rawValue), .integer(now.milliseconds), .text(reason),
            .text(id.rawValue), .integer(version))
        guard changed == 1 else { return false }
        try insertStep(state, version: version + 1, of: id, at: now, tx: tx)
        return true
    }

    /// Notes what is due after a payment, and where the order stands by it (nil where it stays),
    /// as long as the order still has this version.
    package static func settle(
        _ id: ID<Order>, from version: Int64, due: Money, to state: OrderState? = nil,
        at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        let changed = try tx.execute(
            """
            UPDATE customer_order SET due = $1, version = version + 1, changed_at = $2,
                state = COALESCE($3, state)
            WHERE id = $4 AND version = $5
            """,
            .integer(due.minorUnits), .integer(now.milliseconds), SQLValue(state?.rawValue),
            .text(id.rawValue), .integer(version))
        guard changed == 1 else { return false }
        if let state { try insertStep(state, version: version + 1, of: id, at: now, tx: tx) }
        return true
    }

    /// Moves a tender from one state to another, once.
    package static func mark(
        tender number: Int, of order: ID<Order>, _ state: TenderState, from old: TenderState,
        at now: Timestamp, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            """
            UPDATE tender SET state = $1, at = $2 WHERE order_id = $3 AND number = $4 AND state = $5
            """,
            .text(state.rawValue), .integer(now.milliseconds), .text(order.rawValue),
            SQLValue(number), .text(old.rawValue)) == 1
    }

    /// Ticks a line off, or takes the tick back. False where there is no such line.
    package static func mark(
        line number: Int, of order: ID<Order>, doneAt: Timestamp?, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE order_line SET done_at = $1 WHERE order_id = $2 AND number = $3",
            SQLValue(doneAt?.milliseconds), .text(order.rawValue), SQLValue(number)) == 1
    }

    /// Asks for the number of an owner's orders that are open and not paid.
    package static func askOpenUnpaidCount(
        of owner: Owner, tx: Transaction
    ) throws -> Asked<Int> {
        try tx.ask(
            """
            SELECT COUNT(*) FROM customer_order
            WHERE owner_id = $1 AND due > 0
                AND state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
            """, .text(owner.text)
        ) { Int($0.int(0)) }
    }
}

extension OrderStore {
    /// Gives every tender of a cancelled order back, once: what was paid is refunded, what wasn't
    /// is released.
    package static func returnTenders(
        of order: ID<Order>, at now: Timestamp, tx: Transaction
    ) throws {
        try tx.executeLater(
            """
            UPDATE tender SET at = $1,
                state = CASE WHEN state = 'captured' THEN 'refunded' ELSE 'released' END
            WHERE order_id = $2 AND state IN ('pending', 'held', 'captured')
            """, .integer(now.milliseconds), .text(order.rawValue))
        try tx.executeLater(
            "UPDATE customer_order SET due = 0 WHERE id = $1", .text(order.rawValue))
    }
}
