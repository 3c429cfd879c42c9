/// Takes discounts off the lines of a cart.
///
/// - Returns: what is left of each line, in their order, and what each discount came to.
func taking(
    _ discounts: [Discount], off lines: [CheckedLine], menu: Menu
) -> (remaining: [Money], applied: [AppliedDiscount]) {
    guard !discounts.isEmpty else { return (lines.indices.map { lines[$0].subtotal }, []) }
    var tally = DiscountTally(lines, menu: menu)
    tally.take(discounts)
    return (tally.remaining, tally.applied)
}

/// What is left of an order while discounts are taken off; never below zero.
///
/// It reckons by piles of like pieces in an order of its own, not by lines, and hands the outcome
/// to the lines at the end. So the same pieces come to the same total and the same taxes however
/// a cart spreads them over its lines.
private struct DiscountTally {
    /// All pieces of one item at one price under one tax category.
    private struct Pile {
        let item: MenuItem
        let unitPrice: Money
        let taxCategory: ID<TaxCategory>
        var quantity = 0
        var lines: [Int] = []
        var remaining = Money.zero
        /// What free pieces took; it goes to as few lines as possible.
        var free = Money.zero

        func holds(_ line: CheckedLine) -> Bool {
            unitPrice == line.unitPrice && item.id == line.item.id
                && taxCategory == line.taxCategory
        }
    }

    private(set) var applied: [AppliedDiscount] = []
    private var piles: [Pile] = []
    private let subtotals: [Money]
    private let menu: Menu

    init(_ lines: [CheckedLine], menu: Menu) {
        self.menu = menu
        subtotals = lines.map { $0.subtotal }
        for (index, line) in lines.enumerated() {
            let known = piles.firstIndex { $0.holds(line) }
            let at = known ?? piles.count
            if known == nil {
                piles.append(
                    Pile(
                        item: line.item, unitPrice: line.unitPrice, taxCategory: line.taxCategory))
            }
            piles[at].quantity += line.line.quantity
            piles[at].lines.append(index)
            piles[at].remaining += line.subtotal
        }
        // Ties in a proration go to the earlier pile, whatever the order of the lines.
        piles.sort { left, right in
            (right.unitPrice, left.item.id.rawValue, left.taxCategory.rawValue)
                < (left.unitPrice, right.item.id.rawValue, right.taxCategory.rawValue)
        }
    }

    /// What is left of each line, in the order of the lines.
    var remaining: [Money] {
        var remaining = subtotals
        for pile in piles {
            let whole = pile.remaining + pile.free
            let shares = whole.prorated(over: pile.lines.map { subtotals[$0].minorUnits })
            var free = pile.free
            for (line, share) in zip(pile.lines, shares) {
                let taken = min(free, share)
                remaining[line] = share - taken
                free -= taken
            }
        }
        return remaining
    }

    mutating func take(_ discounts: [Discount]) {
        for turn in 0..<Discount.Kind.turns {
            for discount in discounts where discount.kind.turn == turn { take(discount) }
        }
    }

    private mutating func take(_ discount: Discount) {
        let before = left(of: Array(piles.indices))
        switch discount.kind {
        case .itemPercent(let selector, let rate):
            let chosen = piles(chosenBy: selector)
            spread(left(of: chosen).share(rate), over: chosen)
        case .itemAmount(let selector, let amount):
            for index in piles(chosenBy: selector) { takeOffEachPiece(amount, of: index) }
        case .orderPercent(let rate), .rewardPercent(let rate):
            spread(before.share(rate), over: Array(piles.indices))
        case .orderAmount(let amount), .rewardAmount(let amount):
            spread(amount, over: Array(piles.indices))
        case .rewardItem(let selector, let limit):
            takeDearestPiece(of: piles(chosenBy: selector), upTo: limit)
        }
        let taken = before - left(of: Array(piles.indices))
        applied.append(AppliedDiscount(name: discount.name, amount: taken))
    }

    /// Takes an amount off these piles, in proportion to what is left of them.
    private mutating func spread(_ amount: Money, over chosen: [Int]) {
        let bounded = min(max(amount, .zero), left(of: chosen))
        let shares = bounded.prorated(over: chosen.map { piles[$0].remaining.minorUnits })
        for (index, share) in zip(chosen, shares) { piles[index].remaining -= share }
    }

    private mutating func takeOffEachPiece(_ amount: Money, of index: Int) {
        let pile = piles[index]
        let each = min(max(amount, .zero), pile.remaining)
        piles[index].remaining -= min(each * pile.quantity, pile.remaining)
    }

    private mutating func takeDearestPiece(of chosen: [Int], upTo limit: Money) {
        var dearest: Int?
        for index in chosen where dearest.map({ pieceValue(index) > pieceValue($0) }) ?? true {
            dearest = index
        }
        guard let dearest else { return }
        let taken = min(max(limit, .zero), pieceValue(dearest))
        piles[dearest].remaining -= taken
        piles[dearest].free += taken
    }

    /// What one piece of a pile still costs, rounded up so that a free piece is free.
    private func pieceValue(_ index: Int) -> Money {
        let quantity = Int64(piles[index].quantity)
        return Money((piles[index].remaining.minorUnits + quantity - 1) / quantity)
    }

    private func left(of chosen: [Int]) -> Money {
        chosen.sum { piles[$0].remaining }
    }

    private func piles(chosenBy selector: ItemSelector) -> [Int] {
        piles.indices.filter { selector.contains(piles[$0].item, menu: menu) }
    }
}
