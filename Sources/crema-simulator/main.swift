import CremaSimulator
import Foundation

exit(await SimulatorCommand.run(Array(CommandLine.arguments.dropFirst())))
