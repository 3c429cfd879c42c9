// The command line: see `Command`.
