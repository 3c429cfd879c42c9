import CremaServer
import Foundation

setvbuf(stdout, nil, _IOLBF, 0)
exit(CommandLineTool.run(Array(CommandLine.arguments.dropFirst())))
