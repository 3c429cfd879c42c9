/// When and how a cart is priced, besides the menu and the location.
public struct PricingContext: Hashable, Sendable {
    /// The business date of the pick-up: it decides the tax rules.
    public let businessDate: LocalDate
    /// Local time of the pick-up, in minutes since midnight: it decides what is offered.
    public let minuteOfDay: Int
    /// Taken off, in any order; each takes its turn (`Discount.Kind`).
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
/// The same pieces under the same discounts come to the same total and taxes, whatever their order
/// and however they are spread over lines. The menu, the location and the discounts are trusted to
/// be within `Limits`; the cart isn't.
///
/// - Errors: all that is wrong with the cart: of the cart as a whole, then in the order of its
///   lines, then where less is left than it asks for.
public func price(
    _ cart: Cart, menu: Menu, location: Location, context: PricingContext
) throws(CartProblems) -> Quote {
    let checked = try check(cart, menu: menu, context: context)
    let (remaining, applied) = taking(context.discounts, off: checked, menu: menu)
    let fees = fees(of: cart, lines: checked, remaining: remaining, menu: menu, location: location)

    let table = location.taxes
    func taxable(_ amount: Money, _ category: ID<TaxCategory>) -> TaxableAmount {
        let components = table.components(
            category: category, fulfilment: cart.fulfilment, on: context.businessDate)
        return TaxableAmount(amount: amount, components: components)
    }
    let parts =
        checked.indices.map { taxable(remaining[$0], checked[$0].taxCategory) }
        + fees.map { taxable($0.amount, $0.fee.taxCategory) }
    let taxes = taxed(parts, pricesIncludeTax: table.pricesIncludeTax)

    func settled(_ part: Int) -> Settled {
        Settled(
            parts[part].amount, tax: taxes.shares[part], taxIncluded: table.pricesIncludeTax)
    }
    let lines = checked.indices.map { index in
        quoted(checked[index], settled(index), language: context.language)
    }
    let quotedFees = fees.indices.map { index in
        let amounts = settled(checked.count + index)
        return QuotedFee(
            name: fees[index].fee.name, subtotal: fees[index].amount, net: amounts.net,
            tax: amounts.tax, total: amounts.total)
    }
    return Quote(
        locationID: location.id, fulfilment: cart.fulfilment, currency: location.currency,
        businessDate: context.businessDate, pricesIncludeTax: table.pricesIncludeTax, lines: lines,
        fees: quotedFees, subtotal: lines.sum { $0.subtotal }, discounts: applied,
        taxes: taxes.taxes, tip: cart.tip,
        total: lines.sum { $0.total } + quotedFees.sum { $0.total } + cart.tip)
}

/// What a line or a fee comes to: `net + tax = total`.
private struct Settled {
    let amount: Money
    let net: Money
    let tax: Money
    let total: Money

    init(_ amount: Money, tax: Money, taxIncluded: Bool) {
        self.amount = amount
        self.tax = tax
        net = taxIncluded ? amount - tax : amount
        total = taxIncluded ? amount : amount + tax
    }
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

/// Items and modifiers whose counted stock doesn't cover all lines together. Each is told once,
/// at the first line that asks for it.
private func shortages(in lines: [CheckedLine], menu: Menu, language: String) -> [CartProblem] {
    var items: [ID<MenuItem>: Int] = [:]
    var modifiers: [ID<Modifier>: Int] = [:]
    for index in lines.indices {
        let line = lines[index].line
        if let left = menu.itemAvailability[line.itemID]?.stock {
            items[line.itemID, default: left] -= line.quantity
        }
        for choice in line.modifiers {
            guard let left = menu.modifierAvailability[choice.id]?.stock else { continue }
            modifiers[choice.id, default: left] -= choice.quantity * line.quantity
        }
    }
    let isShort = items.values.contains { $0 < 0 } || modifiers.values.contains { $0 < 0 }
    guard isShort else { return [] }
    var problems: [CartProblem] = []
    func report(_ line: Int, _ name: LocalizedText, _ availability: Availability?) {
        let left = availability?.stock ?? 0
        let kind = CartProblem.Kind.notEnoughLeft(name: name(in: language), left: left)
        problems.append(CartProblem(line: line, kind: kind))
    }
    for (index, line) in lines.enumerated() {
        if let left = items.removeValue(forKey: line.item.id), left < 0 {
            report(index, line.item.name, menu.itemAvailability[line.item.id])
        }
        for choice in line.choices {
            let modifier = choice.modifier
            guard let left = modifiers.removeValue(forKey: modifier.id), left < 0 else { continue }
            report(index, modifier.name, menu.modifierAvailability[modifier.id])
        }
    }
    return problems
}

/// The fees of this cart with what each comes to; those that come to nothing are left out.
private func fees(
    of cart: Cart, lines: [CheckedLine], remaining: [Money], menu: Menu, location: Location
) -> [(fee: Fee, amount: Money)] {
    var fees: [(fee: Fee, amount: Money)] = []
    for fee in location.fees where fee.fulfilment == nil || fee.fulfilment == cart.fulfilment {
        let amount =
            switch fee.basis {
            case .perOrder(let amount): amount
            case .share(let rate): remaining.sum().share(rate)
            case .perPiece(let selector, let amount):
                lines.filter { selector.contains($0.item, menu: menu) }
                    .sum { amount * $0.line.quantity }
            }
        if amount > .zero { fees.append((fee, amount)) }
    }
    return fees
}

private func quoted(_ checked: CheckedLine, _ amounts: Settled, language: String) -> QuotedLine {
    QuotedLine(
        itemID: checked.item.id, sizeID: checked.size?.id, name: checked.item.name(in: language),
        sizeName: checked.size?.name(in: language), basePrice: checked.basePrice,
        modifiers: checked.choices.map { choice in
            QuotedModifier(
                id: choice.modifier.id, name: choice.modifier.name(in: language),
                quantity: choice.quantity, price: choice.price)
        },
        unitPrice: checked.unitPrice, quantity: checked.line.quantity, subtotal: checked.subtotal,
        discount: checked.subtotal - amounts.amount, net: amounts.net, tax: amounts.tax,
        total: amounts.total, request: checked.line.request, cupName: checked.line.cupName,
        station: checked.item.station,
        makeTimeSeconds: checked.item.makeTimeSeconds * checked.line.quantity)
}
