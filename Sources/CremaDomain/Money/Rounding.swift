/// A share in parts per million: 8.875 % is 88 750.
public struct Rate: Hashable, Comparable, Sendable {
    /// Millionths, within `Limits.ratePartsPerMillion`.
    public let partsPerMillion: Int64

    /// A rate of `partsPerMillion` millionths from a trusted place, within
    /// `Limits.ratePartsPerMillion`.
    public init(partsPerMillion: Int64) {
        precondition(
            Limits.ratePartsPerMillion.contains(partsPerMillion), "a rate is 0 % to 100 %")
        self.partsPerMillion = partsPerMillion
    }

    /// A rate that came from outside, or nil where it is below 0 % or above 100 %.
    public init?(checking partsPerMillion: Int64) {
        guard Limits.ratePartsPerMillion.contains(partsPerMillion) else { return nil }
        self.partsPerMillion = partsPerMillion
    }

    /// One whole: 100 %.
    public static let whole = Rate(partsPerMillion: 1_000_000)

    /// The lower rate comes first.
    public static func < (left: Rate, right: Rate) -> Bool {
        left.partsPerMillion < right.partsPerMillion
    }
}

/// The one rounding of Crema: the quotient to the nearest whole, half away from zero.
///
/// `divisor` is positive.
public func dividedRounded(_ dividend: Int128, by divisor: Int128) -> Int128 {
    precondition(divisor > 0, "a divisor is positive")
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    guard remainder.magnitude * 2 >= divisor.magnitude else { return quotient }
    return dividend < 0 ? quotient - 1 : quotient + 1
}

extension Money {
    /// This share of the amount, rounded half away from zero.
    public func share(_ rate: Rate) -> Money {
        let exact = Int128(minorUnits) * Int128(rate.partsPerMillion)
        return Money(Int64(dividedRounded(exact, by: 1_000_000)))
    }

    /// The amount to the nearest multiple of `step` (a coin), half away from zero.
    public func rounded(toStep step: Money) -> Money {
        guard step.minorUnits > 1 else { return self }
        let steps = dividedRounded(Int128(minorUnits), by: Int128(step.minorUnits))
        return Money(Int64(steps) * step.minorUnits)
    }

    /// Splits the amount over weights by largest remainder; the parts sum to the amount exactly.
    ///
    /// Parts come in the order of the weights. Equal remainders go to the earlier part. Where
    /// all weights are zero the split is even. Weights aren't negative; without weights there is
    /// nothing to split over and the result is empty.
    public func prorated(over weights: [Int64]) -> [Money] {
        guard !weights.isEmpty else { return [] }
        var total: Int128 = 0
        for weight in weights {
            precondition(weight >= 0, "a weight isn't negative")
            total += Int128(weight)
        }
        guard total > 0 else {
            return prorated(over: Array(repeating: 1, count: weights.count))
        }
        let isNegative = minorUnits < 0
        let amount = Int128(minorUnits.magnitude)
        var parts: [Int128] = []
        parts.reserveCapacity(weights.count)
        var remainders: [(index: Int, remainder: Int128)] = []
        var left = amount
        for (index, weight) in weights.enumerated() {
            let (part, remainder) = (amount * Int128(weight)).quotientAndRemainder(
                dividingBy: total)
            parts.append(part)
            left -= part
            if remainder > 0 { remainders.append((index, remainder)) }
        }
        if left > 0 {
            remainders.sort { ($1.remainder, $0.index) < ($0.remainder, $1.index) }
            for entry in remainders.prefix(Int(left)) { parts[entry.index] += 1 }
        }
        return parts.map { Money(Int64(isNegative ? -$0 : $0)) }
    }
}
