/// When and how a cart is priced, besides the menu and the location.
public struct PricingContext: Hashable, Sendable {
    /// The business date of the pick-up: it decides the tax rules.
    public let businessDate: LocalDate
    /// Local time of the pick-up, in minutes since midnight: it decides what is offered.
    public let minuteOfDay: Int
    /// Taken off, in any order; each takes its turn.
    public let discounts: [Discount]
    /// Language of the names that the order keeps.
    public let language: String

    /// A context.
    public init(
        businessDate: LocalDate, minuteOfDay: Int, discounts: [Discount] = [],
        language: String = ""
    ) {
        self.businessDate = businessDate
        self.minuteOfDay = minuteOfDay
        self.discounts = discounts
        self.language = language
    }
}

/// Prices a cart. The one place where a total is worked out: quote, order, receipt, ticket and
/// report use these numbers.
///
/// - Errors: all that is wrong with the cart, in the order of its lines.
public func price(
    _ cart: Cart, menu: Menu, location: Location, context: PricingContext
) throws(CartProblems) -> Quote {
    let checked = try check(cart, menu: menu, context: context)
    var tally = DiscountTally(checked, menu: menu)
    tally.take(context.discounts)
    let afterDiscounts = tally.remaining
    let fees = location.fees.filter { $0.fulfilment == nil || $0.fulfilment == cart.fulfilment }
    let feeAmounts = fees.map { amount(of: $0, lines: checked, after: afterDiscounts, menu: menu) }

    func components(_ category: ID<TaxCategory>) -> [TaxComponent] {
        location.taxes.components(
            category: category, fulfilment: cart.fulfilment, on: context.businessDate)
    }
    let parts =
        zip(checked, afterDiscounts).map {
            TaxableAmount(amount: $1, components: components($0.taxCategory))
        }
        + zip(fees, feeAmounts).map {
            TaxableAmount(amount: $1, components: components($0.taxCategory))
        }
    let included = location.taxes.pricesIncludeTax
    let taxes = taxed(parts, pricesIncludeTax: included)

    let lines = checked.indices.map { index in
        quoted(
            checked[index], after: afterDiscounts[index], tax: taxes.shares[index],
            taxIncluded: included, language: context.language)
    }
    let quotedFees = fees.indices.map { index in
        let (amount, tax) = (feeAmounts[index], taxes.shares[checked.count + index])
        return QuotedFee(
            name: fees[index].name, subtotal: amount, net: included ? amount - tax : amount,
            tax: tax, total: included ? amount : amount + tax)
    }
    return Quote(
        locationID: location.id, fulfilment: cart.fulfilment, currency: location.currency,
        businessDate: context.businessDate, pricesIncludeTax: included, lines: lines,
        fees: quotedFees, subtotal: lines.map(\.subtotal).sum(), discounts: tally.applied,
        taxes: taxes.taxes, tip: cart.tip,
        total: lines.map(\.total).sum() + quotedFees.map(\.total).sum() + cart.tip)
}

private func check(
    _ cart: Cart, menu: Menu, context: PricingContext
) throws(CartProblems) -> [CheckedLine] {
    var problems: [CartProblem] = []
    if cart.lines.isEmpty { problems.append(CartProblem(line: nil, kind: .empty)) }
    if !Limits.tip.contains(cart.tip.minorUnits) {
        problems.append(CartProblem(line: nil, kind: .tipOutOfRange))
    }
    if cart.codes.count > Limits.codesPerCart {
        problems.append(CartProblem(line: nil, kind: .tooManyCodes))
    }
    guard cart.lines.count <= Limits.linesPerCart.upperBound else {
        throw CartProblems([CartProblem(line: nil, kind: .tooManyLines)])
    }
    var checked: [CheckedLine] = []
    for (index, line) in cart.lines.enumerated() {
        switch menu.check(
            line, index: index, minuteOfDay: context.minuteOfDay, language: context.language)
        {
        case .success(let line): checked.append(line)
        case .failure(let found): problems += found.all
        }
    }
    problems += shortages(in: checked, menu: menu, language: context.language)
    guard problems.isEmpty else { throw CartProblems(problems) }
    return checked
}

/// Items whose counted stock doesn't cover all lines together.
private func shortages(in lines: [CheckedLine], menu: Menu, language: String) -> [CartProblem] {
    var wanted: [ID<MenuItem>: Int] = [:]
    for line in lines { wanted[line.item.id, default: 0] += line.line.quantity }
    var problems: [CartProblem] = []
    for (index, line) in lines.enumerated() {
        guard let left = menu.itemAvailability[line.item.id]?.stock,
            let total = wanted.removeValue(forKey: line.item.id), total > left
        else { continue }
        problems.append(
            CartProblem(
                line: index, kind: .notEnoughLeft(name: line.item.name(in: language), left: left)))
    }
    return problems
}

private func amount(
    of fee: Fee, lines: [CheckedLine], after remaining: [Money], menu: Menu
) -> Money {
    switch fee.basis {
    case .perOrder(let amount): return amount
    case .share(let rate): return remaining.sum().share(rate)
    case .perPiece(let selector, let amount):
        return lines.filter { selector.contains($0.item, menu: menu) }
            .map { amount * $0.line.quantity }.sum()
    }
}

private func quoted(
    _ checked: CheckedLine, after amount: Money, tax: Money, taxIncluded: Bool, language: String
) -> QuotedLine {
    let subtotal = checked.unitPrice * checked.line.quantity
    return QuotedLine(
        itemID: checked.item.id, sizeID: checked.size?.id, name: checked.item.name(in: language),
        sizeName: checked.size?.name(in: language), basePrice: checked.basePrice,
        modifiers: checked.choices.map { choice in
            QuotedModifier(
                id: choice.modifier.id, name: choice.modifier.name(in: language),
                quantity: choice.quantity, price: choice.price)
        },
        unitPrice: checked.unitPrice, quantity: checked.line.quantity, subtotal: subtotal,
        discount: subtotal - amount, net: taxIncluded ? amount - tax : amount, tax: tax,
        total: taxIncluded ? amount : amount + tax, request: checked.line.request,
        cupName: checked.line.cupName, station: checked.item.station,
        makeTimeSeconds: checked.item.makeTimeSeconds * checked.line.quantity)
}
