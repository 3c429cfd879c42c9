package import CremaDomain
package import CremaSQL

extension OrderStore {
    /// Whose an order is; nil where there is none.
    package static func owner(of id: ID<Order>, tx: Transaction) throws -> Owner? {
        try tx.first("SELECT owner_id FROM customer_order WHERE id = $1", .text(id.rawValue)) {
            row in
            guard let owner = Owner(text: row.text(0)) else {
                throw StoredValueError(subject: id.rawValue, column: "owner_id")
            }
            return owner
        }
    }

    /// How many orders an owner has.
    package static func count(of owner: Owner, tx: Transaction) throws -> Int {
        let count = try tx.first(
            "SELECT COUNT(*) FROM customer_order WHERE owner_id = $1", .text(owner.text)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// How many orders of an owner are still on their way, or were completed so lately that they
    /// may be taken back.
    package static func openCount(
        of owner: Owner, completedSince instant: Timestamp, tx: Transaction
    ) throws -> Int {
        let count = try tx.first(
            """
            SELECT COUNT(*) FROM customer_order
            WHERE owner_id = $1 AND (
                state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
                OR (state = 'completed' AND changed_at >= $2))
            """, .text(owner.text), .integer(instant.milliseconds)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// Gives all orders of one owner to another. Returns how many.
    package static func hand(from old: Owner, to new: Owner, tx: Transaction) throws -> Int {
        try tx.execute(
            "UPDATE customer_order SET owner_id = $1 WHERE owner_id = $2", .text(new.text),
            .text(old.text))
    }

    /// Gives one order to another owner, as long as it is still this one's.
    package static func hand(
        _ id: ID<Order>, from old: Owner, to new: Owner, tx: Transaction
    ) throws -> Bool {
        try tx.execute(
            "UPDATE customer_order SET owner_id = $1 WHERE id = $2 AND owner_id = $3",
            .text(new.text), .text(id.rawValue), .text(old.text)) == 1
    }

    /// Takes what an owner wrote about people out of the owner's orders: the name to call, names on
    /// cups, requests, reasons. What was sold, and for how much, stays.
    package static func forgetWords(of owner: Owner, tx: Transaction) throws {
        try tx.execute(
            """
            UPDATE order_line SET request = '', cup_name = ''
            WHERE (request <> '' OR cup_name <> '')
                AND order_id IN (SELECT id FROM customer_order WHERE owner_id = $1)
            """, .text(owner.text))
        try tx.execute(
            """
            UPDATE order_refund SET reason = ''
            WHERE order_id IN (SELECT id FROM customer_order WHERE owner_id = $1)
            """, .text(owner.text))
        try tx.execute(
            "UPDATE customer_order SET customer_name = '', reason = '' WHERE owner_id = $1",
            .text(owner.text))
    }
}
