import CremaDomain
import CremaSQL

extension LedgerStore {
    private static let page = 500

    /// Posts what was paid before there was a ledger, on its order's own day.
    static func postEarlierPayments(tx: Transaction) throws {
        var after = ""
        while true {
            let orders = try unposted(after: after, limit: page, tx: tx)
            for id in orders {
                guard let order = try OrderStore.find(id, tx: tx)?.order else { continue }
                for posting in try postings(of: order) {
                    try append(
                        posting,
                        Circumstances(
                            at: order.placedAt, locationID: order.quote.locationID,
                            businessDate: order.quote.businessDate, personID: "system"), tx: tx)
                }
            }
            guard orders.count == page, let last = orders.last else { return }
            after = last.rawValue
        }
    }

    /// The captures of an order, and of one that was called off their refunds.
    private static func postings(of order: Order) throws -> [Posting] {
        var paid = order
        paid.tenders = order.tenders.map { tender in
            guard tender.state == .refunded else { return tender }
            return Tender(
                number: tender.number, kind: tender.kind, amount: tender.amount, state: .captured,
                rounding: tender.rounding, payer: tender.payer)
        }
        let isGivenBack = order.tenders.contains { $0.state == .refunded }
        return try Posting.captures(of: paid.tenders, for: order.id, order.quote)
            + (isGivenBack ? try Posting.refunds(of: paid) : [])
    }
}
