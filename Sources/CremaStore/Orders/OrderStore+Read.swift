package import CremaDomain
package import CremaSQL

/// An order with whose it is and which of its lines are done.
package struct OrderRecord: Sendable {
    package var order: Order
    package let owner: Owner
    /// By line, counted from 0.
    package let doneLines: Set<Int>
    package let changedAt: Timestamp
    /// What it took of counted stock.
    package let stock: [StockCount]
}

/// Where a page of orders ends: the next begins behind it.
package struct OrderCursor: Sendable, Hashable {
    package let placedAt: Int64
    package let id: String

    package init(placedAt: Int64, id: String) {
        self.placedAt = placedAt
        self.id = id
    }
}

extension OrderStore {
    /// One order, nil where there is none.
    package static func find(_ id: ID<Order>, tx: Transaction) throws -> OrderRecord? {
        let head = try tx.first(
            """
            SELECT id, location_id, business_date, call_sequence, state, version, placed_at,
                changed_at, owner_id, customer_name, fulfilment, language, subtotal, tip, total,
                details, reason
            FROM customer_order WHERE id = $1
            """, .text(id.rawValue)
        ) { try OrderHead($0) }
        return try head.map { try record($0, tx: tx) }
    }

    /// A page of an owner's orders, newest first.
    package static func list(
        of owner: Owner, after cursor: OrderCursor?, limit: Int, tx: Transaction
    ) throws -> [OrderRecord] {
        let from = cursor ?? OrderCursor(placedAt: .max, id: "")
        let heads = try tx.all(
            """
            SELECT id, location_id, business_date, call_sequence, state, version, placed_at,
                changed_at, owner_id, customer_name, fulfilment, language, subtotal, tip, total,
                details, reason
            FROM customer_order
            WHERE owner_id = $1 AND (placed_at < $2 OR (placed_at = $2 AND id < $3))
            ORDER BY placed_at DESC, id DESC LIMIT $4
            """,
            .text(owner.text), .integer(from.placedAt), .text(from.id), SQLValue(limit)
        ) { try OrderHead($0) }
        return try heads.map { try record($0, tx: tx) }
    }

    /// A location's open orders, oldest first.
    ///
    /// - Parameter unpaid: those that wait to be paid first; else those that the bar has.
    package static func open(
        at location: ID<Location>, unpaid: Bool, limit: Int, tx: Transaction
    ) throws -> [OrderRecord] {
        let heads = try tx.all(
            """
            SELECT id, location_id, business_date, call_sequence, state, version, placed_at,
                changed_at, owner_id, customer_name, fulfilment, language, subtotal, tip, total,
                details, reason
            FROM customer_order
            WHERE location_id = $1
                AND state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
                AND CASE WHEN state = 'awaitingPayment' THEN 1 ELSE 0 END = $2
            ORDER BY placed_at, id LIMIT $3
            """, .text(location.rawValue), SQLValue(unpaid), SQLValue(limit)
        ) { try OrderHead($0) }
        return try heads.map { try record($0, tx: tx) }
    }

    /// How many orders of a location are open.
    package static func openCount(at location: ID<Location>, tx: Transaction) throws -> Int {
        let count = try tx.first(
            """
            SELECT COUNT(*) FROM customer_order
            WHERE location_id = $1
                AND state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
            """, .text(location.rawValue)
        ) { $0.int(0) }
        return Int(count ?? 0)
    }

    /// Orders of a location completed since an instant, latest first: what can be recalled.
    package static func recentlyCompleted(
        at location: ID<Location>, since: Timestamp, limit: Int, tx: Transaction
    ) throws -> [OrderRecord] {
        let ids = try tx.all(
            """
            SELECT id FROM customer_order
            WHERE location_id = $1 AND state = 'completed' AND changed_at >= $2
            ORDER BY changed_at DESC, id DESC LIMIT $3
            """, .text(location.rawValue), .integer(since.milliseconds), SQLValue(limit)
        ) { $0.text(0) }
        return try ids.compactMap { try find(ID($0), tx: tx) }
    }

    /// Orders placed before an instant that still wait to be paid first, by id and version; those
    /// that wait for a card have an instant of their own.
    package static func unpaid(
        placedBefore instant: Timestamp, forCardBefore forCard: Timestamp, limit: Int,
        tx: Transaction
    ) throws -> [(id: ID<Order>, version: Int64)] {
        try tx.all(
            """
            SELECT id, version FROM customer_order o
            WHERE state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
                AND state = 'awaitingPayment' AND placed_at < $2
                AND (placed_at < $1 OR EXISTS (SELECT 1 FROM tender t
                    WHERE t.order_id = o.id AND t.kind = 'card' AND t.state = 'pending'))
            LIMIT $3
            """, .integer(instant.milliseconds), .integer(forCard.milliseconds), SQLValue(limit)
        ) { (ID($0.text(0)), $0.int(1)) }
    }

    /// Some orders behind an id, in order of ids, with what is noted as due.
    package static func noted(
        after id: String, limit: Int, tx: Transaction
    ) throws -> [(id: ID<Order>, due: Money)] {
        try tx.all(
            "SELECT id, due FROM customer_order WHERE id > $1 ORDER BY id LIMIT $2", .text(id),
            SQLValue(limit)
        ) { (ID($0.text(0)), Money($0.int(1))) }
    }

    private static func record(_ head: OrderHead, tx: Transaction) throws -> OrderRecord {
        let details = try StoredJSON.value(OrderDetails.self, head.details)
        guard let currency = Currency(code: details.currency),
            let date = LocalDate(iso: head.businessDate)
        else { throw StoredValueError(subject: head.id, column: "details") }
        var done: Set<Int> = []
        let lines = try tx.all(
            """
            SELECT item_id, size_id, name, size_name, modifiers, quantity, base_price, unit_price,
                subtotal, discount, net, tax, total, request, cup_name, station, make_seconds,
                done_at
            FROM order_line WHERE order_id = $1 ORDER BY number
            """, .text(head.id)
        ) { row in (try line(row), row.intOrNil(17) != nil) }
        for (index, line) in lines.enumerated() where line.1 { done.insert(index) }
        let quote = Quote(
            locationID: ID(head.locationID), fulfilment: head.fulfilment, currency: currency,
            businessDate: date, pricesIncludeTax: details.taxIncluded, lines: lines.map(\.0),
            fees: details.quotedFees, subtotal: head.subtotal,
            discounts: details.appliedDiscounts, taxes: details.taxAmounts, tip: head.tip,
            total: head.total)
        let tenders = try tenders(of: head.id, tx: tx)
        let order = Order(
            id: ID(head.id), callNumber: CallNumber(sequence: head.callSequence),
            placedAt: head.placedAt, quote: quote, customerName: head.customerName,
            language: head.language, state: head.state, version: head.version,
            tenders: tenders.map(\.tender), timeline: try timeline(head, tx: tx),
            reason: head.reason,
            refunds: tenders.contains { $0.isRefunded }
                ? try refunds(of: ID(head.id), tx: tx) : [])
        return OrderRecord(
            order: order, owner: head.owner, doneLines: done, changedAt: head.changedAt,
            stock: details.takenStock)
    }

    private static func line(_ row: borrowing Row) throws -> QuotedLine {
        let modifiers = try StoredJSON.value([ModifierDetail].self, row.text(4))
        return QuotedLine(
            itemID: ID(row.text(0)), sizeID: row.textOrNil(1).map { ID($0) }, name: row.text(2),
            sizeName: row.textOrNil(3), basePrice: Money(row.int(6)),
            modifiers: modifiers.map(\.quoted), unitPrice: Money(row.int(7)),
            quantity: Int(row.int(5)), subtotal: Money(row.int(8)), discount: Money(row.int(9)),
            net: Money(row.int(10)), tax: Money(row.int(11)), total: Money(row.int(12)),
            request: row.text(13), cupName: row.text(14), station: ID(row.text(15)),
            makeTimeSeconds: Int(row.int(16)))
    }

    private static func tenders(
        of id: String, tx: Transaction
    ) throws -> [(tender: Tender, isRefunded: Bool)] {
        try tx.all(
            """
            SELECT number, kind, amount, state, rounding, payer_id, refunded FROM tender
            WHERE order_id = $1 ORDER BY number
            """, .text(id)
        ) { row in
            guard let kind = TenderKind(rawValue: row.text(1)),
                let state = TenderState(rawValue: row.text(3))
            else { throw StoredValueError(subject: id, column: "tender") }
            let tender = Tender(
                number: Int(row.int(0)), kind: kind, amount: Money(row.int(2)), state: state,
                rounding: Money(row.int(4)), payer: row.textOrNil(5).map { ID($0) })
            return (tender, row.int(6) > 0)
        }
    }

    /// The first step of an order that began at the bar is the order's own row; one that began
    /// otherwise has a step of version 1.
    private static func timeline(_ head: OrderHead, tx: Transaction) throws -> [Order.Step] {
        let steps = try tx.all(
            "SELECT version, state, at FROM order_step WHERE order_id = $1 ORDER BY version",
            .text(head.id)
        ) { row in
            guard let state = OrderState(rawValue: row.text(1)) else {
                throw StoredValueError(subject: head.id, column: "order_step")
            }
            return (row.int(0), Order.Step(state: state, at: Timestamp(milliseconds: row.int(2))))
        }
        let isWhole = steps.first?.0 == 1
        let first = isWhole ? [] : [Order.Step(state: .pending, at: head.placedAt)]
        return first + steps.map(\.1)
    }
}

/// The columns of an order's own row.
private struct OrderHead {
    let id: String
    let locationID: String
    let businessDate: String
    let callSequence: Int64
    let state: OrderState
    let version: Int64
    let placedAt: Timestamp
    let changedAt: Timestamp
    let owner: Owner
    let customerName: String
    let fulfilment: Fulfilment
    let language: String
    let subtotal: Money
    let tip: Money
    let total: Money
    let details: String
    let reason: String

    init(_ row: borrowing Row) throws {
        id = row.text(0)
        guard let state = OrderState(rawValue: row.text(4)), let owner = Owner(text: row.text(8)),
            let fulfilment = Fulfilment(rawValue: row.text(10))
        else { throw StoredValueError(subject: row.text(0), column: "customer_order") }
        locationID = row.text(1)
        businessDate = row.text(2)
        callSequence = row.int(3)
        self.state = state
        version = row.int(5)
        placedAt = Timestamp(milliseconds: row.int(6))
        changedAt = Timestamp(milliseconds: row.int(7))
        self.owner = owner
        customerName = row.text(9)
        self.fulfilment = fulfilment
        language = row.text(11)
        subtotal = Money(row.int(12))
        tip = Money(row.int(13))
        total = Money(row.int(14))
        details = row.text(15)
        reason = row.text(16)
    }
}

/// A column holds what this program never writes there.
package struct StoredValueError: Error, CustomStringConvertible {
    package let subject: String
    package let column: String

    package init(subject: String, column: String) {
        self.subject = subject
        self.column = column
    }

    package var description: String { "unreadable \(column) of \(subject)" }
}

/// Work that waits at a location.
package struct WaitingWork: Sendable {
    package let locationID: ID<Location>
    package let workSeconds: Int
    package let pieces: Int
}

extension OrderStore {
    /// Work of all lines that wait to be made, by location.
    package static func waitingWork(tx: Transaction) throws -> [WaitingWork] {
        try tx.all(
            """
            SELECT o.location_id, CAST(SUM(l.make_seconds) AS BIGINT),
                CAST(SUM(l.quantity) AS BIGINT)
            FROM customer_order o JOIN order_line l ON l.order_id = o.id
            WHERE o.state IN ('awaitingPayment', 'pending', 'preparing', 'ready')
                AND o.state IN ('pending', 'preparing') AND l.done_at IS NULL
            GROUP BY o.location_id
            """
        ) { row in
            WaitingWork(
                locationID: ID(row.text(0)), workSeconds: Int(row.int(1)),
                pieces: Int(row.int(2)))
        }
    }
}
