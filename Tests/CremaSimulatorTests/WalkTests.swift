import CremaSimulator
import Testing

@Suite struct WalkTests {
    @Test(arguments: [1, 2] as [UInt64])
    func `a walk finds nothing wrong`(seed: UInt64) async throws {
        let figures = try await run(SimulatorPlan(steps: 600, seed: seed))

        #expect(figures.steps == 600)
        #expect(figures.orders > 20)
        #expect(figures.replays > 5)
        #expect(figures.crowded > 50)
    }

    @Test func `the same seed does the same`() async throws {
        let first = try await run(SimulatorPlan(steps: 300, seed: 7))
        let second = try await run(SimulatorPlan(steps: 300, seed: 7))

        #expect(first.line == second.line)
    }

    @Test func `another seed does something else`() async throws {
        let first = try await run(SimulatorPlan(steps: 100, seed: 7))
        let second = try await run(SimulatorPlan(steps: 100, seed: 8))

        #expect(first.line != second.line)
    }

    @Test func `what the machine interleaves has an order that explains it`() async throws {
        var plan = SimulatorPlan(steps: 400, seed: 21)
        plan.atOncePercent = 100

        let figures = try await run(plan)

        #expect(figures.steps == 400)
    }

    @Test func `a walk ends and another begins`() async throws {
        var plan = SimulatorPlan(steps: 100, seed: 3)
        plan.stepsPerWalk = 40

        let figures = try await run(plan)

        #expect(figures.walks == 3)
        #expect(figures.steps == 100)
    }
}
