import CremaDomain
import CremaSQL

/// What a run is about.
package struct SimulatorPlan: Sendable {
    /// Steps in all.
    package var steps: Int
    /// Of the first walk; the next ones count on from it.
    package var seed: UInt64
    /// Steps after which a walk ends and the next begins in a shop of its own: a failure is
    /// repeated by its walk alone.
    package var stepsPerWalk = 5_000
    /// Walks that run beside each other; each is what it is alone.
    package var walksAtOnce = 1
    /// Steps between looks at everything.
    package var stepsPerFullCheck = 500
    package var rules = OrderRules.standard
    /// Of a hundred steps with several at once, how many are left to the machine's own
    /// interleaving: they don't repeat themselves, but nothing holds their transactions apart.
    package var atOncePercent = 0

    package init(steps: Int, seed: UInt64) {
        self.steps = steps
        self.seed = seed
    }
}

/// A step after which something didn't hold.
package struct SimulationFault: Error, Sendable, CustomStringConvertible {
    /// Of the walk: with it, this many steps come to the same.
    package let seed: UInt64
    /// Counted from 1, within the walk.
    package let step: Int
    package let finding: Finding
    /// What was done, latest last.
    package let steps: [String]
    package let place: String

    package var description: String {
        """
        seed \(seed), step \(step): \(finding)
          database: \(place)
          last steps:
          \(steps.joined(separator: "\n  "))
        """
    }
}

/// Random customers, baristas and managers in one shop after another.
package struct Simulator: Sendable {
    private let plan: SimulatorPlan
    private let surroundings: Surroundings

    package init(_ plan: SimulatorPlan, _ surroundings: Surroundings) {
        self.plan = plan
        self.surroundings = surroundings
    }

    /// Runs all walks, some beside each other, or until one fails: throws `SimulationFault`, or
    /// what stood against setting up.
    package func run(
        progress: (Figures) -> Void = { _ in }
    ) async throws -> Figures {
        let start = surroundings.elapsedMilliseconds()
        var waiting = walks[...]
        return try await withThrowingTaskGroup(of: Figures.self) { group in
            func begin() {
                guard let next = waiting.popFirst() else { return }
                group.addTask { try await walk(seed: next.seed, steps: next.steps) }
            }
            for _ in 0..<plan.walksAtOnce { begin() }
            var figures = Figures()
            while let walked = try await group.next() {
                figures.add(walked)
                figures.milliseconds = surroundings.elapsedMilliseconds() - start
                progress(figures)
                begin()
            }
            return figures
        }
    }

    private var walks: [(seed: UInt64, steps: Int)] {
        stride(from: 0, to: plan.steps, by: plan.stepsPerWalk).enumerated().map { index, start in
            (plan.seed &+ UInt64(index), min(plan.stepsPerWalk, plan.steps - start))
        }
    }

    private func walk(seed: UInt64, steps: Int) async throws -> Figures {
        let opened = try await surroundings.openDatabase(seed)
        var walk: Walk
        do {
            walk = try await Walk(
                seed: seed, database: opened.database, plan: plan, surroundings: surroundings)
        } catch {
            await opened.database.close()
            throw error
        }
        do {
            for _ in 0..<steps {
                // Another walk has failed.
                try Task.checkCancellation()
                try await walk.step()
            }
            try await walk.end()
        } catch {
            await opened.database.close()
            if error is CancellationError { throw error }
            throw SimulationFault(
                seed: seed, step: walk.count,
                finding: error as? Finding
                    ?? Finding(.noInternalErrors, expected: "an answer", found: "\(error)"),
                steps: walk.diary, place: opened.place)
        }
        await opened.database.close()
        try opened.discard()
        return walk.figures
    }
}
