import Synchronization

/// SplitMix64: the same numbers for the same seed, on every machine.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// True so many times in a hundred.
    mutating func percent(_ chance: Int) -> Bool {
        int(1...100) <= chance
    }

    /// One of some, which must be there.
    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[int(0...elements.count - 1)]
    }

    /// One of some; nil where there are none.
    mutating func any<Element>(of elements: [Element]) -> Element? {
        elements.isEmpty ? nil : one(of: elements)
    }

    /// One of some, each as often as its weight says.
    mutating func weighted<Element>(_ choices: [(weight: Int, element: Element)]) -> Element {
        var left = int(1...choices.reduce(0) { $0 + $1.weight })
        for choice in choices {
            left -= choice.weight
            if left <= 0 { return choice.element }
        }
        return choices[choices.count - 1].element
    }
}

/// A generator that the services draw their ids from.
final class SeededSource: Sendable {
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) {
        generator = Mutex(SeededGenerator(seed: seed))
    }

    func next() -> (UInt64, UInt64) {
        generator.withLock { ($0.next(), $0.next()) }
    }
}
