/// One tax of a rule: "State tax 4 %".
public struct TaxComponent: Hashable, Sendable {
    /// As it stands on the receipt.
    public let name: String
    /// Its rate.
    public let rate: Rate
    /// Taken on the price and on the taxes before it.
    public let isCompound: Bool

    /// A tax.
    public init(name: String, rate: Rate, isCompound: Bool = false) {
        self.name = name
        self.rate = rate
        self.isCompound = isCompound
    }
}

/// Which taxes one category bears, from a date on.
public struct TaxRule: Hashable, Sendable {
    /// For which things.
    public let category: ID<TaxCategory>
    /// For which fulfilment; nil for both.
    public let fulfilment: Fulfilment?
    /// First business date of the pick-up.
    public let validFrom: LocalDate
    /// At most `Limits.taxComponents`; empty where nothing is taxed.
    public let components: [TaxComponent]

    /// A rule.
    public init(
        category: ID<TaxCategory>, fulfilment: Fulfilment? = nil, validFrom: LocalDate,
        components: [TaxComponent]
    ) {
        precondition(components.count <= Limits.taxComponents, "too many taxes in one rule")
        self.category = category
        self.fulfilment = fulfilment
        self.validFrom = validFrom
        self.components = components
    }
}

/// All tax rules of a location.
public struct TaxTable: Hashable, Sendable {
    /// In any order.
    public let rules: [TaxRule]
    /// Prices contain the tax already.
    public let pricesIncludeTax: Bool

    /// A table.
    public init(rules: [TaxRule], pricesIncludeTax: Bool) {
        self.rules = rules
        self.pricesIncludeTax = pricesIncludeTax
    }

    /// The taxes of a category: the latest rule valid on `date`, one for this very fulfilment
    /// before one for both. Empty where no rule fits: nothing is taxed.
    public func components(
        category: ID<TaxCategory>, fulfilment: Fulfilment, on date: LocalDate
    ) -> [TaxComponent] {
        var best: TaxRule?
        for rule in rules where rule.category == category && rule.validFrom <= date {
            guard rule.fulfilment == nil || rule.fulfilment == fulfilment else { continue }
            guard let current = best else {
                best = rule
                continue
            }
            let isNearer = rule.fulfilment != nil && current.fulfilment == nil
            let isAsNear = (rule.fulfilment == nil) == (current.fulfilment == nil)
            if isNearer || (isAsNear && rule.validFrom >= current.validFrom) { best = rule }
        }
        return best?.components ?? []
    }
}

/// What one tax comes to on an order.
public struct TaxAmount: Hashable, Sendable {
    /// As on the receipt.
    public let name: String
    /// Its rate.
    public let rate: Rate
    /// The net amount it was taken on, taxes before it left out.
    public let taxable: Money
    /// The tax.
    public let amount: Money

    /// An amount of tax.
    public init(name: String, rate: Rate, taxable: Money, amount: Money) {
        self.name = name
        self.rate = rate
        self.taxable = taxable
        self.amount = amount
    }
}

/// An amount to be taxed: a line after its discounts, or a fee.
struct TaxableAmount {
    let amount: Money
    let components: [TaxComponent]
}

/// The taxes of an order: per tax once, then handed out to the parts.
struct TaxResult {
    /// Each tax once, in the order first met.
    var taxes: [TaxAmount] = []
    /// Tax of each part, in the order given; sums to the taxes exactly.
    var shares: [Money]
}

/// Taxes the parts of one order.
///
/// Prices without tax: each tax is summed exactly over all parts and rounded once. Prices with
/// tax: what a set of taxes takes of its parts together is rounded once, split over its taxes by
/// proration, and the net is what remains.
func taxed(_ parts: [TaxableAmount], pricesIncludeTax: Bool) -> TaxResult {
    var groups: [(chain: TaxChain, parts: [Int])] = []
    for (index, part) in parts.enumerated() where !part.components.isEmpty {
        if let known = groups.firstIndex(where: { $0.chain.components == part.components }) {
            groups[known].parts.append(index)
        } else {
            groups.append((TaxChain(part.components), [index]))
        }
    }
    var tally = TaxTally(partCount: parts.count)
    if pricesIncludeTax {
        for group in groups { tally.addIncluded(group.chain, group.parts, of: parts) }
    } else {
        tally.addOnTop(groups, of: parts)
    }
    return tally.result
}

/// A set of taxes with what each takes of a net amount, as exact multiples of 10^-24: four
/// compound taxes at most, six digits each.
private struct TaxChain {
    static let scale: Int128 = 1_000_000_000_000_000_000_000_000
    let components: [TaxComponent]
    let factors: [Int128]
    var sum: Int128 { factors.reduce(0, +) }

    init(_ components: [TaxComponent]) {
        self.components = components
        var factors: [Int128] = []
        for component in components {
            let base = component.isCompound ? factors.reduce(TaxChain.scale, +) : TaxChain.scale
            factors.append(base / 1_000_000 * Int128(component.rate.partsPerMillion))
        }
        self.factors = factors
    }
}

private struct TaxTally {
    var result: TaxResult

    init(partCount: Int) {
        result = TaxResult(shares: Array(repeating: .zero, count: partCount))
    }

    /// Prices without tax. A tax that several sets name is one tax: summed, then rounded once.
    mutating func addOnTop(
        _ groups: [(chain: TaxChain, parts: [Int])], of parts: [TaxableAmount]
    ) {
        var exact: [(tax: TaxComponent, sum: Int128, taxable: Money, weights: [Int64])] = []
        for group in groups {
            for (tax, factor) in zip(group.chain.components, group.chain.factors) {
                let known = exact.firstIndex { $0.tax.name == tax.name && $0.tax.rate == tax.rate }
                let at = known ?? exact.count
                if known == nil {
                    exact.append((tax, 0, .zero, Array(repeating: 0, count: parts.count)))
                }
                for part in group.parts {
                    let amount = parts[part].amount
                    exact[at].sum += Int128(amount.minorUnits) * factor
                    exact[at].taxable += amount
                    let weight = Int128(amount.minorUnits) * (factor / 1_000_000_000_000_000_000)
                    exact[at].weights[part] += Int64(weight)
                }
            }
        }
        for entry in exact {
            let amount = Money(Int64(dividedRounded(entry.sum, by: TaxChain.scale)))
            result.taxes.append(
                TaxAmount(
                    name: entry.tax.name, rate: entry.tax.rate, taxable: entry.taxable,
                    amount: amount))
            for (part, share) in amount.prorated(over: entry.weights).enumerated() {
                result.shares[part] += share
            }
        }
    }

    /// Prices with tax in them.
    mutating func addIncluded(_ chain: TaxChain, _ group: [Int], of parts: [TaxableAmount]) {
        let gross = group.sum { parts[$0].amount }
        let total = includedTax(in: gross, chain: chain)
        let amounts = group.map { parts[$0].amount.minorUnits }
        for (part, share) in zip(group, total.prorated(over: amounts)) {
            result.shares[part] += share
        }
        let weights = chain.factors.map { Int64($0 / 1_000_000_000_000) }
        for (tax, share) in zip(chain.components, total.prorated(over: weights)) {
            add(tax, taxable: gross - total, amount: share)
        }
    }

    private mutating func add(_ tax: TaxComponent, taxable: Money, amount: Money) {
        let known = result.taxes.firstIndex { $0.name == tax.name && $0.rate == tax.rate }
        let old = known.map { result.taxes[$0] }
        let sum = TaxAmount(
            name: tax.name, rate: tax.rate, taxable: (old?.taxable ?? .zero) + taxable,
            amount: (old?.amount ?? .zero) + amount)
        if let known { result.taxes[known] = sum } else { result.taxes.append(sum) }
    }

    /// gross × r / (1 + r), rounded once.
    private func includedTax(in gross: Money, chain: TaxChain) -> Money {
        let exact = Int128(gross.minorUnits) * chain.sum
        return Money(Int64(dividedRounded(exact, by: TaxChain.scale + chain.sum)))
    }
}
