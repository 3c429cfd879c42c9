import CremaDomain
import CremaStore

/// What holds of each order, worked out from its own numbers.
struct OrderCheck {
    let rules: OrderRules

    /// Holds an order as it is kept against the one it must be.
    func check(_ stored: OrderRecord?, against model: OrderModel) throws(Finding) {
        guard let stored else {
            throw Finding(.asWritten, expected: "order \(model.id)", found: "none")
        }
        let (order, must) = (stored.order, model.order)
        let name = "order \(model.id)"
        try expect(.allowedMoves, name + " state", must.state, order.state)
        try expect(.allowedMoves, name + " version", must.version, order.version)
        try expect(.allowedMoves, name + " timeline", must.timeline, order.timeline)
        try expect(.tendersHold, name + " tenders", must.tenders, order.tenders)
        try expect(.chargedAsSeen, name + " quote", must.quote, order.quote)
        try expect(.asWritten, name, must, order)
        try expect(.asWritten, name + " owner", model.owner, stored.owner)
        try expect(.asWritten, name + " ticks", model.doneLines, stored.doneLines)
        try expect(.asWritten, name + " changed at", model.changedAt, stored.changedAt)
        try expect(
            .allOrNothing, name + " stock", model.stock.map { StockCount($0.thing, $0.count) },
            stored.stock)
        try checkSums(order)
        try checkTenders(order)
        try checkTimeline(order)
    }

    /// Every number of a quote, whether or not it became an order.
    func checkSums(_ quote: Quote) throws(Finding) {
        var (net, tax, discount, subtotal, gross) = (
            Int64(0), Int64(0), Int64(0), Int64(0), Int64(0)
        )
        for line in quote.lines {
            try expect(
                .taxAddsUp, line.net + line.tax == line.total, "a line's gross \(line.total)",
                found: "\(line.net) + \(line.tax)")
            let charged = quote.pricesIncludeTax ? line.total : line.net
            try expect(
                .sharesAddUp, line.unitPrice * line.quantity - line.discount == charged,
                "unit x quantity - discount = \(charged.minorUnits)",
                found: "\(line.unitPrice.minorUnits) x \(line.quantity)")
            net += line.net.minorUnits
            tax += line.tax.minorUnits
            gross += line.total.minorUnits
            discount += line.discount.minorUnits
            subtotal += line.subtotal.minorUnits
        }
        try expect(.sharesAddUp, "lines' discounts", quote.discount.minorUnits, discount)
        try expect(.sharesAddUp, "lines' subtotals", quote.subtotal.minorUnits, subtotal)
        for fee in quote.fees {
            try expect(.taxAddsUp, "a fee's gross", fee.total, fee.net + fee.tax)
            net += fee.net.minorUnits
            tax += fee.tax.minorUnits
            gross += fee.total.minorUnits
        }
        try expect(
            .sharesAddUp, "shares of tax", quote.taxes.reduce(0) { $0 + $1.amount.minorUnits }, tax)
        try expect(.taxAddsUp, "net + tax", gross, net + tax)
        try expect(.taxAddsUp, "the total", quote.total.minorUnits, gross + quote.tip.minorUnits)
    }

    private func checkSums(_ order: Order) throws(Finding) {
        try checkSums(order.quote)
    }

    private func checkTenders(_ order: Order) throws(Finding) {
        func sum(_ state: TenderState) -> Int64 {
            order.tenders.reduce(0) { $0 + ($1.state == state ? $1.amount.minorUnits : 0) }
        }
        let (captured, refunded) = (sum(.captured), sum(.refunded))
        let total = order.quote.total.minorUnits
        try expect(
            .tendersHold, captured + refunded <= total, "at most \(total) taken of \(order.id)",
            found: "\(captured) taken, \(refunded) given back")
        if order.state == .completed {
            try expect(.tendersHold, "\(order.id) paid when completed", total, captured)
        }
        let isOff = order.state == .cancelled || order.state == .expired
        try expect(
            .tendersHold, isOff ? captured == 0 : refunded == 0,
            "\(order.id) \(order.state) refunds where it is called off, and only there",
            found: "\(captured) taken, \(refunded) given back")
    }

    private func checkTimeline(_ order: Order) throws(Finding) {
        for (before, after) in zip(order.timeline, order.timeline.dropFirst()) {
            let isAllowed = rules.moves.contains {
                $0.from == before.state && $0.to == after.state
            }
            try expect(
                .allowedMoves, isAllowed, "an allowed move of \(order.id)",
                found: "\(before.state) to \(after.state)")
        }
        try expect(
            .allowedMoves, "where \(order.id) stands", order.timeline.last?.state, order.state)
    }
}
