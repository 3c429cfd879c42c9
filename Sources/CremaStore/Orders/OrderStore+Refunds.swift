package import CremaDomain
package import CremaSQL

extension OrderStore {
    /// Writes what is given back of an order, and counts it against its tenders: of none more than
    /// it took, by the database's own word.
    package static func insert(
        _ refund: Refund, of order: ID<Order>, tx: Transaction
    ) throws {
        let parts = refund.parts.map {
            "\($0.tender),\($0.amount.minorUnits),\($0.rounding.minorUnits)"
        }
        let lines = refund.lines.map { "\($0.number),\($0.quantity)" }
        try tx.execute(
            """
            INSERT INTO order_refund (order_id, number, parts, lines, reason, at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            .text(order.rawValue), SQLValue(refund.number),
            .text(parts.joined(separator: ";")), .text(lines.joined(separator: ";")),
            .text(refund.reason), .integer(refund.at.milliseconds))
        for part in refund.parts {
            try tx.execute(
                "UPDATE tender SET refunded = refunded + $1 WHERE order_id = $2 AND number = $3",
                .integer(part.amount.minorUnits), .text(order.rawValue), SQLValue(part.tender))
        }
    }

    /// An order's, the oldest first.
    static func refunds(of order: ID<Order>, tx: Transaction) throws -> [Refund] {
        try tx.all(
            """
            SELECT number, parts, lines, reason, at FROM order_refund
            WHERE order_id = $1 ORDER BY number
            """, .text(order.rawValue)
        ) { row in
            let parts = numbers(row.text(1)).map { part -> Refund.Part? in
                guard part.count == 3 else { return nil }
                return Refund.Part(
                    tender: Int(part[0]), amount: Money(part[1]), rounding: Money(part[2]))
            }
            let lines = numbers(row.text(2)).map { line -> Refund.Line? in
                guard line.count == 2 else { return nil }
                return Refund.Line(number: Int(line[0]), quantity: Int(line[1]))
            }
            guard !parts.contains(nil), !lines.contains(nil) else {
                throw StoredValueError(subject: order.rawValue, column: "order_refund")
            }
            return Refund(
                number: Int(row.int(0)), parts: parts.compactMap { $0 },
                lines: lines.compactMap { $0 }, reason: row.text(3),
                at: Timestamp(milliseconds: row.int(4)))
        }
    }

    private static func numbers(_ text: String) -> [[Int64]] {
        text.split(separator: ";").map { $0.split(separator: ",").compactMap { Int64($0) } }
    }
}
