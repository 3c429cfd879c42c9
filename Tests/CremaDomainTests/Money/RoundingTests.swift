import CremaDomain
import Testing

struct RoundingTests {
    @Test(arguments: [
        (0, 2, 0), (1, 2, 1), (-1, 2, -1), (3, 2, 2), (-3, 2, -2), (5, 10, 1), (4, 10, 0),
        (-4, 10, 0), (-5, 10, -1), (14, 10, 1), (15, 10, 2), (25, 10, 3), (1, 3, 0), (2, 3, 1),
        (7, 1, 7), (-7, 1, -7),
    ])
    func `a half goes away from zero`(dividend: Int, divisor: Int, quotient: Int) {
        #expect(dividedRounded(Int128(dividend), by: Int128(divisor)) == Int128(quotient))
    }

    @Test func `the largest dividends round too`() {
        #expect(dividedRounded(Int128.max, by: 1) == Int128.max)
        #expect(dividedRounded(Int128.min, by: 1) == Int128.min)
        #expect(dividedRounded(Int128.max, by: Int128.max) == 1)
        #expect(dividedRounded(Int128.max - 1, by: Int128.max) == 1)
    }

    @Test(arguments: seeds(300))
    func `the rounded quotient is the nearest whole`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let dividend = Int128(random.int64(-1_000_000_000_000...1_000_000_000_000))
        let divisor = Int128(random.int64(1...1_000_000))

        let quotient = dividedRounded(dividend, by: divisor)

        #expect((quotient * divisor - dividend).magnitude * 2 <= divisor.magnitude)
        #expect(dividedRounded(-dividend, by: divisor) == -quotient)
    }

    @Test(
        arguments: [
            (9_13, 100_000, 91), (18_26, 100_000, 1_83), (10, 50_000, 1), (9, 50_000, 0),
            (-10, 50_000, -1), (22_99, 88_750, 2_04), (1_000, 1_000_000, 1_000), (1_000, 0, 0),
            (Int64.max, 1_000_000, Int64.max), (Int64.min, 1_000_000, Int64.min),
        ] as [(Int64, Int64, Int64)])
    func `a share is rounded to the minor unit`(
        amount: Int64, partsPerMillion: Int64, share: Int64
    ) {
        #expect(Money(amount).share(Rate(partsPerMillion: partsPerMillion)) == Money(share))
    }

    @Test(arguments: [-1, 1_000_001, Int64.min, Int64.max] as [Int64])
    func `a rate outside 0 % to 100 % isn't one`(partsPerMillion: Int64) {
        #expect(Rate(checking: partsPerMillion) == nil)
    }

    @Test(arguments: [0, 88_750, 1_000_000] as [Int64])
    func `a rate from 0 % to 100 % is taken as it is`(partsPerMillion: Int64) {
        #expect(Rate(checking: partsPerMillion)?.partsPerMillion == partsPerMillion)
    }

    @Test(
        arguments: [
            (5, 4_98, 5_00), (5, 4_97, 4_95), (5, 5_02, 5_00), (5, 5_03, 5_05), (5, 2, 0),
            (5, 0, 0),
            (10, 4_95, 5_00), (10, 4_94, 4_90), (10, 4_90, 4_90), (50, 12_25, 12_50),
            (50, 12_24, 12_00), (50, 12_75, 13_00), (100, 12_49, 12_00), (100, 12_50, 13_00),
            (1, 12_49, 12_49), (0, 12_49, 12_49), (5, -4_98, -5_00), (5, -4_97, -4_95),
        ] as [(Int64, Int64, Int64)])
    func `cash is paid to the nearest coin`(step: Int64, amount: Int64, paid: Int64) {
        var shop = location()
        shop.cashStep = Money(step)

        #expect(shop.cashAmount(for: Money(amount)) == Money(paid))
    }

    @Test(arguments: [5, 10, 50, 100] as [Int64])
    func `cash rounding never moves more than half a coin`(step: Int64) {
        for amount in Int64(0)...1_000 {
            let paid = Money(amount).rounded(toStep: Money(step)).minorUnits

            #expect(paid % step == 0)
            #expect(abs(paid - amount) * 2 <= step)
        }
    }
}
