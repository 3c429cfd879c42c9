/// A command line that can't be understood.
struct UsageError: Error {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// What the command line asks for.
struct SimulatorOptions {
    enum Engine: String {
        case sqlite
        case postgres
    }

    var steps = 20_000
    var seed = UInt64.random(in: 1...999_999_999)
    var engine = Engine.sqlite
    var database: String?
    var folder: String?
    var stepsPerWalk = 5_000
    var walksAtOnce = 2
    var atOncePercent = 0

    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            guard let value = rest.popFirst() else { throw UsageError("\(option) needs a value") }
            switch option {
            case "--steps": steps = try SimulatorOptions.count(option, value)
            case "--walk": stepsPerWalk = try SimulatorOptions.count(option, value)
            case "--jobs": walksAtOnce = try SimulatorOptions.count(option, value)
            case "--at-once":
                atOncePercent = try SimulatorOptions.count(option, value)
                guard atOncePercent <= 100 else { throw UsageError("--at-once is a percentage") }
            case "--seed":
                guard let number = UInt64(value) else {
                    throw UsageError("--seed takes a whole number")
                }
                seed = number
            case "--engine":
                guard let known = Engine(rawValue: value) else {
                    throw UsageError("--engine takes sqlite or postgres")
                }
                engine = known
            case "--database": database = value
            case "--folder": folder = value
            default: throw UsageError("there is no option \(option)")
            }
        }
        if engine == .postgres, database == nil {
            throw UsageError("--engine postgres needs --database URL")
        }
    }

    /// The command that does one walk again. Its steps are those of the first walk of its seed.
    func command(seed: UInt64, steps: Int) -> String {
        var words = ["crema-simulator", "--seed", String(seed), "--steps", String(steps)]
        words += ["--walk", String(max(steps, stepsPerWalk)), "--engine", engine.rawValue]
        if atOncePercent > 0 { words += ["--at-once", String(atOncePercent)] }
        if let database { words += ["--database", database] }
        if let folder { words += ["--folder", folder] }
        return words.joined(separator: " ")
    }

    private static func count(_ option: String, _ value: String) throws(UsageError) -> Int {
        guard let number = Int(value), number >= 1 else {
            throw UsageError("\(option) takes a number from 1 up")
        }
        return number
    }
}
