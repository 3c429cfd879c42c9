/// Repeatable randomness, so that a property that fails once fails again. Tests take the seed as
/// their argument, which a failure prints.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    mutating func int64(_ range: ClosedRange<Int64>) -> Int64 {
        Int64.random(in: range, using: &self)
    }

    /// True once in `count` times.
    mutating func once(in count: Int) -> Bool {
        int(1...count) == 1
    }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }
}

/// The seeds of a property test.
func seeds(_ count: UInt64) -> Range<UInt64> {
    0..<count
}
