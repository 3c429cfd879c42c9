package import CremaDomain
import CremaSQL
import CremaStore

/// Looks through some orders for what doesn't add up.
package struct AuditOrders: Query {
    /// An order in which something is wrong.
    package struct Finding: Sendable, Hashable {
        package let order: ID<Order>
        /// What is wrong, for who reads an audit.
        package let words: String
    }

    /// What was found in some of the orders.
    package struct Page: Sendable {
        package let count: Int
        package let findings: [Finding]
        /// Where to go on; nil at the end.
        package let next: String?
    }

    private let after: String
    private let limit: Int

    package init(after: String, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func load(_ scope: ReadScope) throws {}

    package func access(_ subject: Void) -> Access { .system }

    package func answer(_ subject: Void, _ scope: ReadScope) throws -> Page {
        let noted = try OrderStore.noted(after: after, limit: limit, tx: scope.tx)
        var findings: [Finding] = []
        for (id, due) in noted {
            for words in try wrong(id, due: due, scope) {
                findings.append(Finding(order: id, words: words))
            }
        }
        return Page(
            count: noted.count, findings: findings,
            next: noted.count < limit ? nil : noted.last?.id.rawValue)
    }

    private func wrong(_ id: ID<Order>, due: Money, _ scope: ReadScope) throws -> [String] {
        let order: Order
        do {
            guard let record = try OrderStore.find(id, tx: scope.tx) else { return [] }
            order = record.order
        } catch let error as SQLError {
            throw error
        } catch {
            return ["can't be read: \(error)"]
        }
        let isNotedRight = due == order.due
        return order.faults.map(AuditOrders.words)
            + (isNotedRight ? [] : ["\(due) is noted as due, \(order.due) is"])
            + (try wrongInLedger(order, scope))
    }

    private func wrongInLedger(_ order: Order, _ scope: ReadScope) throws -> [String] {
        // What an order with faults should have in the ledger, nobody can say.
        guard order.faults.isEmpty else { return [] }
        let unbalanced = try LedgerStore.unbalanced(of: order.id, tx: scope.tx)
        let posted = try LedgerStore.sums(of: order.id, tx: scope.tx)
        var expected: [String: Int64] = [:]
        for entry in order.ledgerEntries { expected[entry.account.text] = entry.amount.minorUnits }
        let accounts = Set(posted.keys).union(expected.keys).sorted()
        return unbalanced.map { "the posting \($0) doesn't sum to zero" }
            + accounts.filter { posted[$0] != expected[$0] }.map { account in
                "the ledger has \(posted[account] ?? 0) on \(account) for it, "
                    + "\(expected[account] ?? 0) is right"
            }
    }

    private static func words(_ fault: OrderFault) -> String {
        switch fault {
        case .line(let number): "line \(number) doesn't add up"
        case .subtotal: "the lines aren't the subtotal"
        case .discount: "the lines' discounts aren't the order's"
        case .tax: "the lines' taxes aren't the order's"
        case .total: "lines, fees and tip aren't the total"
        case .overpaid: "more was taken than the total"
        case .rounding: "its cash rounding is none"
        case .unpaid: "it is completed, and not paid"
        case .timeline: "its steps don't lead to where it stands"
        }
    }
}
