extension Posting {
    /// A tender of this order was paid. `order` is as it stood before.
    public static func capture(
        of tender: Tender, for order: Order
    ) throws(UnbalancedPosting) -> Posting {
        try capture(of: tender, for: order.id, order.quote, paidBefore: order.paid)
    }

    /// Those of an order's tenders that are paid, as if one came after the other.
    public static func captures(
        of tenders: [Tender], for order: ID<Order>, _ quote: Quote
    ) throws(UnbalancedPosting) -> [Posting] {
        var (postings, paid) = ([Posting](), Money.zero)
        for tender in tenders where tender.state == .captured {
            postings.append(try capture(of: tender, for: order, quote, paidBefore: paid))
            paid += tender.amount
        }
        return postings
    }

    /// What is left of what was paid of this order is given back, to the tenders it came from: a
    /// posting for each. `order` is as it stood before.
    public static func refunds(of order: Order) throws(UnbalancedPosting) -> [Posting] {
        var (postings, before) = ([Posting](), order)
        for tender in order.tenders where tender.state == .captured {
            let parts = order.refunds.flatMap { $0.parts }.filter { $0.tender == tender.number }
            let rest = Refund.Part(
                tender: tender.number, amount: tender.amount - parts.sum { $0.amount },
                rounding: tender.rounding - parts.sum { $0.rounding })
            guard rest.amount > .zero else { continue }
            postings.append(
                try refund(
                    rest, key: "order:\(order.id.rawValue):tender:\(tender.number):refund",
                    of: before))
            before.refunds.append(
                Refund(
                    number: before.refunds.count + 1, parts: [rest], lines: [], reason: "",
                    at: order.placedAt))
        }
        return postings
    }

    /// A part of what was paid of this order is given back: a posting for each tender. `order` is
    /// as it stood before.
    public static func refund(
        _ refund: Refund, of order: Order
    ) throws(UnbalancedPosting) -> [Posting] {
        var (postings, before) = ([Posting](), order)
        for part in refund.parts {
            let key = "order:\(order.id.rawValue):refund:\(refund.number):tender:\(part.tender)"
            postings.append(try self.refund(part, key: key, of: before))
            before.refunds.append(
                Refund(
                    number: before.refunds.count + 1, parts: [part], lines: [], reason: "",
                    at: refund.at))
        }
        return postings
    }

    private static func refund(
        _ part: Refund.Part, key: String, of order: Order
    ) throws(UnbalancedPosting) -> Posting {
        let tender = order.tenders.first { $0.number == part.tender }
        let back = tender?.taken(part.amount, rounding: part.rounding) ?? []
        return try Posting(
            key: key, kind: .refund, order: order.id,
            entries: back.map { LedgerEntry($0.account, -$0.amount) }
                + order.quote.revenue(
                    paid: order.paid, refunded: order.refunded, then: order.refunded + part.amount))
    }

    private static func capture(
        of tender: Tender, for order: ID<Order>, _ quote: Quote, paidBefore paid: Money
    ) throws(UnbalancedPosting) -> Posting {
        // What was set aside isn't taken from the wallet a second time.
        let taken =
            tender.isSetAside ? [LedgerEntry(.held, -tender.amount)] : tender.taken
        return try Posting(
            key: "order:\(order.rawValue):tender:\(tender.number):capture", kind: .sale,
            order: order, entries: taken + quote.revenue(from: paid, to: paid + tender.amount))
    }

    /// What an order's tenders take from wallets and set aside until the rest is paid.
    public static func holds(
        of tenders: [Tender], for order: ID<Order>
    ) throws(UnbalancedPosting) -> [Posting] {
        var postings: [Posting] = []
        for tender in tenders where tender.isSetAside {
            postings.append(
                try Posting(
                    key: "order:\(order.rawValue):tender:\(tender.number):hold", kind: .hold,
                    order: order, entries: tender.setAside))
        }
        return postings
    }

    /// What was set aside for this order goes back to the wallets it came from.
    public static func releases(of order: Order) throws(UnbalancedPosting) -> [Posting] {
        var postings: [Posting] = []
        for tender in order.tenders where tender.isSetAside {
            postings.append(
                try Posting(
                    key: "order:\(order.id.rawValue):tender:\(tender.number):release",
                    kind: .release, order: order.id,
                    entries: tender.setAside.map { LedgerEntry($0.account, -$0.amount) }))
        }
        return postings
    }
}

extension Order {
    /// What was paid of it and not given back.
    public var paid: Money { tenders.filter { $0.state == .captured }.sum { $0.amount } }

    /// What its postings come to, account by account: nothing where nothing is paid.
    public var ledgerEntries: [LedgerEntry] {
        let captured = tenders.filter { $0.state == .captured }
        let setAside = tenders.filter { $0.isSetAside }.flatMap { $0.setAside }
        // What was given back of tenders that were then given back whole is part of that.
        guard !captured.isEmpty else { return setAside.added }
        let back = refunds.flatMap { $0.parts }.flatMap { part in
            captured.first { $0.number == part.tender }?
                .taken(part.amount, rounding: part.rounding)
                .map { LedgerEntry($0.account, -$0.amount) } ?? []
        }
        return
            (captured.flatMap { $0.taken } + back + setAside
            + quote.revenue(from: .zero, to: paid)
            + quote.revenue(paid: paid, refunded: .zero, then: refunded)).added
    }
}

extension Tender {
    /// From a wallet, and waiting for the rest of the order to be paid.
    public var isSetAside: Bool { kind == .wallet && state == .held }

    /// What moves when it is set aside.
    fileprivate var setAside: [LedgerEntry] {
        taken + [LedgerEntry(.held, amount)]
    }

    /// What the shop took by it.
    fileprivate var taken: [LedgerEntry] { taken(amount, rounding: rounding) }

    /// The same of a part of it.
    fileprivate func taken(_ amount: Money, rounding: Money) -> [LedgerEntry] {
        switch kind {
        case .cash:
            [LedgerEntry(.cash, -(amount + rounding)), LedgerEntry(.cashRounding, rounding)]
        case .externalCard: [LedgerEntry(.externalCard, -amount)]
        case .wallet: payer.map { [LedgerEntry(.wallet($0), -amount)] } ?? []
        case .card: [LedgerEntry(.card, -amount)]
        // Nothing is captured by these.
        case .counter, .giftCard: []
        }
    }
}

extension Quote {
    /// What the shop earns, part by part, as what is paid of it goes from one sum to another.
    ///
    /// Each sum is shared out as a whole, and the difference is posted: so whatever steps lead to
    /// the total, the parts end at those of the receipt, and back at zero when it is empty again.
    func revenue(from before: Money, to after: Money) -> [LedgerEntry] {
        (revenue(of: after) + revenue(of: before).map { LedgerEntry($0.account, -$0.amount) }).added
    }

    /// The same as what was given back goes from one sum to another. The tip goes last.
    ///
    /// - Parameter paid: what was taken of the order before anything was given back.
    func revenue(paid: Money, refunded before: Money, then after: Money) -> [LedgerEntry] {
        // Given back in parts only where all was paid; else a sum of its own was all there was.
        guard paid == total else { return revenue(from: paid - before, to: paid - after) }
        return
            (revenue(refunded: after)
            + revenue(refunded: before).map { LedgerEntry($0.account, -$0.amount) }).added
    }

    private func revenue(refunded: Money) -> [LedgerEntry] {
        guard refunded != total else { return [] }
        let goods = total - tip
        let left = refunded < goods ? goods - refunded : .zero
        let tips = refunded < goods ? tip : total - refunded
        return shared(left, of: goods, revenue.filter { $0.account != .tips })
            + [LedgerEntry(.tips, tips)]
    }

    private func revenue(of paid: Money) -> [LedgerEntry] {
        shared(paid, of: total, revenue)
    }

    /// A sum shared out over parts that come to `whole`.
    private func shared(
        _ paid: Money, of whole: Money, _ parts: [LedgerEntry]
    ) -> [LedgerEntry] {
        if paid == whole { return parts }
        // Discounts go with the sales they were taken off.
        let (net, rest) = (parts[0].amount + parts[1].amount, parts[2...])
        let shares = paid.prorated(
            over: [max(0, net.minorUnits)] + rest.map { max(0, $0.amount.minorUnits) })
        let discount =
            net.minorUnits > 0
            ? Int64(
                dividedRounded(
                    Int128(parts[1].amount.minorUnits) * Int128(shares[0].minorUnits),
                    by: Int128(net.minorUnits)))
            : 0
        return [
            LedgerEntry(.sales, shares[0] - Money(discount)),
            LedgerEntry(.discounts, Money(discount)),
        ] + zip(rest, shares.dropFirst()).map { LedgerEntry($0.account, $1) }
    }

    /// Sales, discounts, then each tax and the tip: the total.
    private var revenue: [LedgerEntry] {
        let net = lines.sum { $0.net } + fees.sum { $0.net }
        let discount = lines.sum { $0.discountWithoutTax(pricesIncludeTax: pricesIncludeTax) }
        return [LedgerEntry(.sales, net + discount), LedgerEntry(.discounts, -discount)]
            + taxes.map { LedgerEntry(.tax($0.name), $0.amount) } + [LedgerEntry(.tips, tip)]
    }
}

extension QuotedLine {
    /// Where prices include tax a discount does, too: in the proportion that the line has.
    fileprivate func discountWithoutTax(pricesIncludeTax: Bool) -> Money {
        guard pricesIncludeTax, total > .zero else { return discount }
        return Money(
            Int64(
                dividedRounded(
                    Int128(discount.minorUnits) * Int128(net.minorUnits),
                    by: Int128(total.minorUnits))))
    }
}
