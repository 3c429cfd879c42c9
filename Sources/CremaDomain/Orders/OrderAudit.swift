/// What doesn't add up in an order. None of it can happen by what the program does; an audit looks
/// whether it happened all the same.
public enum OrderFault: Hashable, Sendable {
    /// A line's pieces don't make its subtotal, or its parts not its total; counted from 1.
    case line(Int)
    /// A fee's parts aren't its total.
    case fee
    /// The lines' subtotals aren't the order's.
    case subtotal
    /// The lines' discounts aren't the order's.
    case discount
    /// The taxes of lines and fees aren't those of the order.
    case tax
    /// Lines, fees and tip aren't the total.
    case total
    /// The tenders take more than the total.
    case overpaid
    /// More was given back of a tender than it took.
    case overrefunded
    /// A tender's cash rounding is more than rounding can make, or it isn't cash.
    case rounding
    /// Completed, and something is still to be paid.
    case unpaid
    /// The steps aren't moves that exist, or don't lead to where the order stands.
    case timeline
}

extension Order {
    /// What doesn't add up; empty for every order as it should be.
    public var faults: [OrderFault] {
        var faults: [OrderFault] = []
        for index in quote.lines.indices
        where !quote.lines[index].addsUp(pricesIncludeTax: quote.pricesIncludeTax) {
            faults.append(.line(index + 1))
        }
        func check(_ fault: OrderFault, _ parts: Int128, _ whole: Int128) {
            if parts != whole { faults.append(fault) }
        }
        let (lines, fees) = (quote.lines, quote.fees)
        if !fees.allSatisfy({ $0.addsUp }) { faults.append(.fee) }
        check(.subtotal, lines.total { $0.subtotal }, quote.subtotal.wide)
        check(.discount, lines.total { $0.discount }, quote.discounts.total { $0.amount })
        check(
            .tax, lines.total { $0.tax } + fees.total { $0.tax }, quote.taxes.total { $0.amount })
        check(
            .total, lines.total { $0.total } + fees.total { $0.total } + quote.tip.wide,
            quote.total.wide)
        let paid = tenders.filter { $0.state == .held || $0.state == .captured }
            .total { $0.amount }
        if quote.total.wide > OrderAudit.most { faults.append(.total) }
        if paid > quote.total.wide { faults.append(.overpaid) }
        for tender in tenders {
            let parts = refunds.flatMap { $0.parts }.filter { $0.tender == tender.number }
            let (given, taken) = (parts.total { $0.amount }, tender.amount.wide)
            let handed = given + parts.total { $0.rounding }
            if given > taken || handed > taken + tender.rounding.wide {
                faults.append(.overrefunded)
            }
        }
        if tenders.contains(where: { !$0.roundingHolds }) { faults.append(.rounding) }
        if state == .completed, paid < quote.total.wide { faults.append(.unpaid) }
        if !timelineHolds { faults.append(.timeline) }
        return faults
    }

    private var timelineHolds: Bool {
        guard let first = timeline.first, timeline.last?.state == state,
            first.state == .pending || first.state == .awaitingPayment,
            Int64(timeline.count) <= version
        else { return false }
        return zip(timeline, timeline.dropFirst()).allSatisfy { before, after in
            OrderTransition.all.contains { $0.from == before.state && $0.to == after.state }
        }
    }
}

extension Tender {
    /// A sum is rounded up from half a coin on, so by no more than itself.
    fileprivate var roundingHolds: Bool {
        rounding == .zero || kind == .cash && rounding.minorUnits.magnitude <= amount.minorUnits
    }
}

// Wide enough for whatever stands in a damaged row: an audit that stops halfway proves nothing.
extension Money {
    fileprivate var wide: Int128 { Int128(minorUnits) }
}

extension Sequence {
    fileprivate func total(_ amount: (Element) -> Money) -> Int128 {
        reduce(0) { $0 + amount($1).wide }
    }
}

/// Bounds of what an audit takes for a sum.
private enum OrderAudit {
    /// No line, fee or order is above this: `Limits` allow a thousandth of it.
    static let most: Int128 = 1_000_000_000_000_000
}

extension QuotedFee {
    fileprivate var addsUp: Bool {
        total.wide == net.wide + tax.wide && total.wide.magnitude <= OrderAudit.most.magnitude
            && net.wide.magnitude <= OrderAudit.most.magnitude
    }
}

extension QuotedLine {
    fileprivate func addsUp(pricesIncludeTax: Bool) -> Bool {
        let charged = subtotal.wide - discount.wide
        return subtotal.wide == unitPrice.wide * Int128(quantity)
            && total.wide == net.wide + tax.wide && net >= .zero && tax >= .zero
            && total.wide <= OrderAudit.most
            && (pricesIncludeTax ? total.wide : net.wide) == charged
    }
}
