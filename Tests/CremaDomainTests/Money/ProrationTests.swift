import CremaDomain
import Testing

struct ProrationTests {
    @Test(
        arguments: [
            (10_00, [100_00, 100_00, 100_00], [3_34, 3_33, 3_33]), (100, [1, 1, 1], [34, 33, 33]),
            (2, [1, 1, 1], [1, 1, 0]), (-2, [1, 1, 1], [-1, -1, 0]),
            (299, [4300, 1400, 2300], [161, 52, 86]),
            (10, [0, 0], [5, 5]), (5, [0, 0], [3, 2]), (0, [3, 4], [0, 0]),
            (7, [0, 3, 0], [0, 7, 0]),
            (1, [1, 2], [0, 1]), (183, [913, 913], [92, 91]),
        ] as [(Int64, [Int64], [Int64])])
    func `the largest remainders get the rest`(amount: Int64, weights: [Int64], parts: [Int64]) {
        #expect(Money(amount).prorated(over: weights) == parts.map { Money($0) })
    }

    @Test func `without weights there is nothing to split over`() {
        #expect(Money(5).prorated(over: []) == [])
    }

    @Test(arguments: [Int64.max, Int64.min, Int64.min + 1])
    func `the largest amounts split over the largest weights`(amount: Int64) {
        let parts = Money(amount).prorated(over: [Int64.max, Int64.max, Int64.max])

        #expect(parts.sum() == Money(amount))
    }

    @Test(arguments: seeds(400))
    func `parts sum to the whole, each within one unit of its exact share`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let weights = (0..<random.int(1...12)).map { _ in
            random.once(in: 5) ? 0 : random.int64(0...random.one(of: [3, 1_000, 50_000_000_000]))
        }
        let amount = random.int64(-1_000_000...1_000_000)

        let parts = Money(amount).prorated(over: weights)

        #expect(parts.count == weights.count)
        #expect(parts.sum() == Money(amount))
        let total = weights.reduce(Int128(0)) { $0 + Int128($1) }
        guard total > 0 else { return }
        for (part, weight) in zip(parts, weights) {
            // |part - amount × weight / total| < 1, without a fraction.
            let error = Int128(part.minorUnits) * total - Int128(amount) * Int128(weight)
            #expect(error.magnitude < total.magnitude)
            #expect(weight > 0 || part == .zero)
        }
    }

    @Test(arguments: seeds(200))
    func `the order of unlike weights doesn't matter`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let weights: [Int64] = [101, 211, 307, 401, 503, 601, 709, 811]
        let amount = Money(random.int64(1...100_000))
        let expected = Dictionary(
            uniqueKeysWithValues: zip(weights, amount.prorated(over: weights)))
        let remainders = Set(weights.map { amount.minorUnits * $0 % weights.reduce(0, +) })
        // Equal remainders are the one case in which the order counts.
        guard remainders.count == weights.count else { return }

        let shuffled = weights.shuffled(using: &random)
        let parts = amount.prorated(over: shuffled)

        for (weight, part) in zip(shuffled, parts) { #expect(part == expected[weight]) }
    }

    @Test(arguments: seeds(200))
    func `an amount within the weights takes no more than each weight`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let weights = (0..<random.int(1...10)).map { _ in random.int64(0...50) }
        let amount = random.int64(0...max(0, weights.reduce(0, +)))

        let parts = Money(amount).prorated(over: weights)

        for (part, weight) in zip(parts, weights) { #expect(part.minorUnits <= weight) }
    }
}
