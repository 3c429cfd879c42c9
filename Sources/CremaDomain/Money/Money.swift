/// An amount in minor units (cents, yen, fils) of the shop's one currency.
///
/// Sums trap on overflow: whatever comes from outside is bounded before it is added up
/// (`Limits`).
public struct Money: Hashable, Comparable, Sendable {
    /// Minor units; negative for what is taken off.
    public let minorUnits: Int64

    /// An amount of `minorUnits`.
    public init(_ minorUnits: Int64) {
        self.minorUnits = minorUnits
    }

    /// Nothing.
    public static let zero = Money(0)

    /// The smaller amount comes first.
    public static func < (left: Money, right: Money) -> Bool {
        left.minorUnits < right.minorUnits
    }

    /// The sum.
    public static func + (left: Money, right: Money) -> Money {
        Money(left.minorUnits + right.minorUnits)
    }

    /// The difference.
    public static func - (left: Money, right: Money) -> Money {
        Money(left.minorUnits - right.minorUnits)
    }

    /// The amount a whole number of times.
    public static func * (left: Money, right: Int) -> Money {
        Money(left.minorUnits * Int64(right))
    }

    /// The same amount with the other sign.
    public static prefix func - (value: Money) -> Money {
        Money(-value.minorUnits)
    }

    /// Adds to the left.
    public static func += (left: inout Money, right: Money) {
        left = left + right
    }

    /// Takes from the left.
    public static func -= (left: inout Money, right: Money) {
        left = left - right
    }
}

extension Sequence<Money> {
    /// All amounts added up; zero where there are none.
    public func sum() -> Money {
        reduce(.zero, +)
    }
}

extension Sequence {
    /// An amount of each element added up; zero where there are none.
    public func sum(_ amount: (Element) -> Money) -> Money {
        reduce(.zero) { $0 + amount($1) }
    }
}
