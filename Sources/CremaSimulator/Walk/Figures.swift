/// What a run did, counted.
package struct Figures: Sendable {
    package var steps = 0
    package var walks = 0
    package var orders = 0
    package var replays = 0
    /// Steps in which several were at it at once.
    package var crowded = 0
    package var milliseconds: Int64 = 0
    /// By name.
    package var operations: [String: Int] = [:]
    /// By kind.
    package var refusals: [String: Int] = [:]
    package var resets = 0

    package init() {}

    mutating func count(_ operation: String) { operations[operation, default: 0] += 1 }

    mutating func count(refusal: String) { refusals[refusal, default: 0] += 1 }

    mutating func add(_ other: Figures) {
        steps += other.steps
        walks += other.walks
        orders += other.orders
        replays += other.replays
        crowded += other.crowded
        resets += other.resets
        operations.merge(other.operations, uniquingKeysWith: +)
        refusals.merge(other.refusals, uniquingKeysWith: +)
    }

    /// One line.
    package var line: String {
        let rate = milliseconds > 0 ? Int64(steps) * 1000 / milliseconds : 0
        return "\(steps) steps in \(walks) walks, \(orders) orders, \(replays) replays, "
            + "\(crowded) crowded steps, \(resets) resets; \(Figures.words(operations)); "
            + "refused: \(Figures.words(refusals)); \(rate) steps/s"
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}
