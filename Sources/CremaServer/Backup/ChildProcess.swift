import Foundation
import Synchronization

/// Another program that was started. Foundation's `Process` walks the process's open files and its
/// environment, which others change meanwhile; a server mustn't end by that.
final class ChildProcess: Sendable {
    let id: pid_t
    /// Held while a child starts and while a pipe is made: a child that got a pipe's end by chance
    /// would keep it open.
    static let gate = Mutex<Void>(())

    /// Set once it was waited for: its number may be somebody else's from then on.
    private let status = Mutex<Int32?>(nil)

    /// Starts a program, found by its name or path. It gets nothing to read, and the path and what
    /// is given here as its environment; what it prints goes to the descriptors given, or nowhere.
    init(
        _ arguments: [String], environment: [(name: String, value: String)] = [],
        output: Int32? = nil, errors: Int32? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for (target, given) in [(STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let given {
                posix_spawn_file_actions_adddup2(&actions, given, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that are blocked here aren't to be blocked there.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let words = ChildProcess.copies(arguments)
        let path = Bootstrap.variable("PATH") ?? "/usr/bin:/bin"
        let variables = ChildProcess.copies(
            ["PATH=" + path, "LANG=C"] + environment.map { "\($0.name)=\($0.value)" })
        defer { for word in words + variables { free(word) } }
        var id = pid_t()
        let code = ChildProcess.gate.withLock { _ in
            posix_spawnp(&id, arguments[0], &actions, &attributes, words, variables)
        }
        guard code == 0 else {
            throw StartError("\(arguments[0]): \(String(cString: strerror(code)))")
        }
        self.id = id
    }

    /// As C has lists of texts.
    private static func copies(_ texts: [String]) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }

    /// Blocks until it ends. Returns its exit code; 128 and the signal where one ended it.
    @discardableResult
    func wait() -> Int32 {
        status.withLock { known in
            if let known { return known }
            var raw: Int32 = 0
            while waitpid(id, &raw, 0) < 0 && errno == EINTR {}
            let signal = raw & 0x7F
            let code = signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
            known = code
            return code
        }
    }

    /// Sends a signal, unless it has ended already.
    func send(_ signal: Int32) {
        status.withLock { known in
            if known == nil { kill(id, signal) }
        }
    }
}
