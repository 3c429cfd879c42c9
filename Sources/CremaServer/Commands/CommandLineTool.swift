import Foundation

/// The command line: `crema serve`, `crema demo`, `crema init`, `crema import menu`.
package enum CommandLineTool {
    static let usage = """
        crema: an ordering system for coffee shops

          crema serve  [--data DIR] [--database URL] [--host ADDRESS] [--port N] 
                       [--trust-front ADDRESS]… [--backups N]
                       [--address https://HOST] [--mail-from ADDRESS]
          crema demo   [--data DIR] [--port N] [--memory] [--no-limits] [--traffic N]
          crema init   --name NAME --currency CODE --zone ZONE --email ADDRESS [--data DIR]
                       [--location FILE]…
          crema staff  --email ADDRESS --role barista|manager|owner [--location ID] [--data DIR]
          crema location ID [FILE] [--data DIR]
          crema import menu FILE [--dry-run] [--replace] [--format NAME]
                       [--data DIR]
          crema import photo ITEM FILE [--data DIR]
          crema audit [--data DIR]
          crema doctor [--data DIR]
          crema backup FILE [--data DIR]
          crema restore FILE [--replace] [--data DIR]
          crema move --from sqlite:DIR --to postgres://… (or the other way round)
          crema help

        A shop is in the folder of --data, and with --database postgres://… in a PostgreSQL
        database; the folder then holds its keys and photos only. Each option can be set in the
        environment: --port is CREMA_PORT. Passwords are read from CREMA_PASSWORD or from the
        terminal, the server for mails from CREMA_SMTP or the file keys/smtp in the folder, the
        keys of a payment provider from CREMA_STRIPE or keys/stripe.
        """

    /// Runs a command and returns its exit code: 0 done, 1 failed, 2 not understood.
    package static func run(_ arguments: [String]) -> Int32 {
        Signals.block()
        do {
            let command = arguments.first ?? "help"
            let rest = Array(arguments.dropFirst())
            switch command {
            case "serve": return try ServeCommand.run(Options(rest), isDemo: false)
            case "demo": return try ServeCommand.run(Options(rest), isDemo: true)
            case "init": return try InitCommand.run(Options(rest))
            case "staff": return try StaffCommand.run(Options(rest))
            case "location": return try LocationCommand.run(Options(rest))
            case "import": return try ImportCommand.run(Options(rest))
            case "move": return try MoveCommand.run(Options(rest))
            case "doctor": return try DoctorCommand.run(Options(rest))
            case "audit": return try AuditCommand.run(Options(rest))
            case "backup": return try BackupCommand.run(Options(rest))
            case "restore": return try RestoreCommand.run(Options(rest))
            case "help", "--help", "-h":
                Terminal.out(usage)
                return 0
            default: throw UsageError("there is no command \(command)")
            }
        } catch let error as UsageError {
            Terminal.error("crema: \(error.description)\n\n\(usage)")
            return 2
        } catch {
            Terminal.error("crema: \(error)")
            return 1
        }
    }
}

/// A command line that can't be understood.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Text for whoever sits at the terminal.
enum Terminal {
    static func out(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    static func error(_ text: String) {
        FileHandle.standardError.write(Data((text + "\n").utf8))
    }
}

/// Options of a command, each also from the environment (`--port` is `CREMA_PORT`).
struct Options {
    private var values: [String: [String]] = [:]
    private(set) var words: [String] = []
    private static let flags: Set<String> = [
        "memory", "no-limits", "dry-run", "replace", "quiet",
    ]
    private static let valued: Set<String> = [
        "data", "host", "port", "trust-front", "traffic", "name", "currency", "zone", "email",
        "location", "format", "role", "backups", "database", "from", "to", "address", "mail-from",
    ]

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--") else {
                words.append(argument)
                continue
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1)
            let name = parts.first.map(String.init) ?? ""
            if Options.flags.contains(name), parts.count == 1 {
                values[name, default: []].append("1")
            } else if Options.valued.contains(name) {
                guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() else {
                    throw UsageError("--\(name) needs a value")
                }
                values[name, default: []].append(value)
            } else {
                throw UsageError("there is no option \(argument)")
            }
        }
    }

    func all(_ name: String) -> [String] {
        if let given = values[name] { return given }
        let variable = "CREMA_" + name.uppercased().replacingOccurrences(of: "-", with: "_")
        return Bootstrap.variable(variable).map { [$0] } ?? []
    }

    subscript(_ name: String) -> String? { all(name).last }

    func isSet(_ name: String) -> Bool {
        guard let value = self[name] else { return false }
        return value != "0" && value != "false"
    }

    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
        guard let text = self[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("--\(name) takes \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func required(_ name: String) throws -> String {
        guard let value = self[name] else { throw UsageError("--\(name) is needed") }
        return value
    }
}
