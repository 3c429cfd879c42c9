import CremaSimulator
import Foundation

/// `crema-simulator`: random walks over the services, checked after every step.
enum SimulatorCommand {
    static let usage = """
        crema-simulator: random customers, baristas and managers against the services

          crema-simulator [--steps N] [--seed S] [--engine sqlite|postgres] [--database URL]
                          [--folder DIR] [--walk N] [--jobs N] [--at-once PERCENT]

          --steps N     steps in all (20000)
          --seed S      of the first walk (by chance); the next walks count on from it
          --engine E    sqlite (the default) or postgres
          --database U  of PostgreSQL: any database of a server that walks get theirs on
          --folder DIR  where SQLite's files go (a temporary folder)
          --walk N      steps in one shop before the next one opens (5000)
          --jobs N      walks beside each other (2)
          --at-once P   of steps with several at once, so many in a hundred aren't interleaved by
                        the seed but by the machine: a failure may not come again (0)
        """

    /// Runs the walks and returns the exit code: 0 nothing found, 1 something was, 2 not
    /// understood.
    static func run(_ arguments: [String]) async -> Int32 {
        do {
            if arguments.contains("--help") || arguments.contains("help") {
                say(usage)
                return 0
            }
            let options = try SimulatorOptions(arguments)
            return try await run(options)
        } catch let error as UsageError {
            complain("crema-simulator: \(error.description)\n\n\(usage)")
            return 2
        } catch {
            complain("crema-simulator: \(error)")
            return 1
        }
    }

    private static func run(_ options: SimulatorOptions) async throws -> Int32 {
        say("crema-simulator: seed \(options.seed), \(options.steps) steps on \(options.engine)")
        let workshop = try Workshop(options)
        var plan = SimulatorPlan(steps: options.steps, seed: options.seed)
        plan.stepsPerWalk = options.stepsPerWalk
        plan.walksAtOnce = options.walksAtOnce
        plan.atOncePercent = options.atOncePercent
        do {
            let figures = try await Simulator(plan, workshop.surroundings).run { figures in
                if figures.walks % 20 == 0 { say("\(figures.steps) steps") }
            }
            try workshop.cleanUp()
            say(figures.line)
            return 0
        } catch let fault as SimulationFault {
            complain("\(fault)")
            complain("again: \(options.command(seed: fault.seed, steps: fault.step))")
            return 1
        }
    }

    static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func complain(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}
