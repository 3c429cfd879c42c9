package import CremaDomain
import CremaSQL
import CremaStore

/// Looks through some orders for what doesn't add up.
package struct AuditOrders: Audit {
    /// An order in which something is wrong.
    package struct Finding: Sendable, Hashable {
        package let order: ID<Order>
        /// What is wrong, for who reads an audit.
        package let words: String
    }

    private let after: String
    private let limit: Int

    package init(after: String, limit: Int) {
        self.after = after
        self.limit = limit
    }

    package func page(_ scope: ReadScope) throws -> AuditPage<Finding, String> {
        let noted = try OrderStore.noted(after: after, limit: limit, tx: scope.tx)
        var findings: [Finding] = []
        for (id, due) in noted {
            for words in try wrong(id, due: due, scope) {
                findings.append(Finding(order: id, words: words))
            }
        }
        return AuditPage(
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
            + (try wrongInLedger(order, scope)) + (try wrongInCharges(order, scope))
    }

    /// What cards paid, the provider was asked for.
    private func wrongInCharges(_ order: Order, _ scope: ReadScope) throws -> [String] {
        let charged = order.tenders.filter {
            $0.kind == .card && ($0.state == .captured || $0.state == .refunded)
        }
        guard !charged.isEmpty else { return [] }
        let payments = try PaymentStore.list(of: order.id, tx: scope.tx)
        return charged.filter { tender in
            !payments.contains {
                $0.purpose == .order(order.id, tender: tender.number) && $0.state == .captured
                    && $0.amount == tender.amount
            }
        }.map { "nobody charged the card of its tender \($0.number)" }
    }

    /// Sums are wide, and accounts told apart by their bytes: whatever stands in a damaged row, the
    /// audit goes on.
    private func wrongInLedger(_ order: Order, _ scope: ReadScope) throws -> [String] {
        let entries = try LedgerStore.entries(of: order.id, tx: scope.tx)
        var words: [String] = []
        var postings: [[UInt8]: Int128] = [:]
        var posted: [[UInt8]: Int128] = [:]
        for entry in entries {
            postings[Array(entry.key.utf8), default: 0] += Int128(entry.amount)
            posted[Array(entry.account.utf8), default: 0] += Int128(entry.amount)
        }
        let empty = Set(entries.filter { $0.account.isEmpty }.map { Array($0.key.utf8) })
        for (key, sum) in postings where sum != 0 || empty.contains(key) {
            words.append("the posting \(text(key)) doesn't sum to zero")
        }
        // What an order with faults should have in the ledger, nobody can say.
        guard order.faults.isEmpty else { return words.sorted() }
        var expected: [[UInt8]: Int128] = [:]
        for entry in order.ledgerEntries {
            expected[Array(entry.account.text.utf8)] = Int128(entry.amount.minorUnits)
        }
        for account in Set(posted.keys).union(expected.keys)
        where posted[account, default: 0] != expected[account, default: 0] {
            words.append(
                "the ledger has \(posted[account] ?? 0) on \(text(account)) for it, "
                    + "\(expected[account] ?? 0) is right")
        }
        return words.sorted()
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func words(_ fault: OrderFault) -> String {
        switch fault {
        case .line(let number): "line \(number) doesn't add up"
        case .fee: "a fee's parts aren't its total"
        case .subtotal: "the lines aren't the subtotal"
        case .discount: "the lines' discounts aren't the order's"
        case .tax: "the lines' taxes aren't the order's"
        case .total: "lines, fees and tip aren't the total"
        case .overpaid: "more was taken than the total"
        case .overrefunded: "more was given back than was taken"
        case .rounding: "a tender's cash rounding can't be right"
        case .unpaid: "it is completed, and not paid"
        case .timeline: "its steps don't lead to where it stands"
        }
    }
}
