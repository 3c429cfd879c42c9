package import CremaDomain
package import CremaStore

/// One order, for whoever it belongs to and for the staff of its place.
package struct OrderQuery: Query {
    package let id: ID<Order>

    package init(id: ID<Order>) {
        self.id = id
    }

    package func load(_ scope: ReadScope) throws -> OrderRecord? {
        try OrderStore.find(id, tx: scope.tx)
    }

    package func access(_ subject: OrderRecord?) -> Access { .order(subject) }

    package func answer(_ subject: OrderRecord?, _ scope: ReadScope) throws -> OrderRecord {
        guard let subject else { throw Denial.notFound }
        return subject
    }
}

/// A page of orders, newest first, and where the next one begins.
package struct OrdersPage: Sendable {
    package let orders: [OrderRecord]
    package let next: OrderCursor?
    /// The last event that this page knows of.
    package let sequence: Int64
}

/// The actor's own orders.
package struct MyOrdersQuery: Query {
    package let cursor: OrderCursor?
    package let limit: Int

    /// - Parameter limit: 1…100.
    package init(after cursor: OrderCursor?, limit: Int) {
        self.cursor = cursor
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> OrdersPage {
        var found: [OrderRecord] = []
        for owner in scope.actor.owners {
            if case .token(let id) = owner {
                // Owners come with the token last, and it may be of an order of theirs.
                guard !found.contains(where: { $0.order.id == id }),
                    let record = try OrderStore.find(id, tx: scope.tx)
                else { continue }
                found.append(record)
            } else {
                found += try OrderStore.list(
                    of: owner, after: cursor, limit: limit + 1, tx: scope.tx)
            }
        }
        found.sort { left, right in
            (right.order.placedAt.milliseconds, right.order.id.rawValue)
                < (left.order.placedAt.milliseconds, left.order.id.rawValue)
        }
        if let cursor {
            found.removeAll {
                ($0.order.placedAt.milliseconds, $0.order.id.rawValue)
                    >= (cursor.placedAt, cursor.id)
            }
        }
        let page = Array(found.prefix(limit))
        let next = found.count > limit ? page.last : nil
        return OrdersPage(
            orders: page,
            next: next.map {
                OrderCursor(placedAt: $0.order.placedAt.milliseconds, id: $0.order.id.rawValue)
            }, sequence: try EventStore.bounds(tx: scope.tx)?.upperBound ?? 0)
    }
}

/// What became of a request, by its key.
package struct RequestQuery: Query {
    package let nameHashes: [[UInt8]]

    /// - Parameter nameHashes: one for each place where the key may have been used.
    package init(nameHashes: [[UInt8]]) {
        self.nameHashes = nameHashes
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .everybody }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> RequestRecord {
        for hash in nameHashes {
            if let record = try RequestStore.find(hash, tx: scope.tx), record.nameHash == hash {
                return record
            }
        }
        throw Denial.notFound
    }
}
