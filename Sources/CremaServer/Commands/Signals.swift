import Foundation
import Synchronization

/// Signals end a server gracefully. They are blocked before the first thread starts, so that every
/// thread inherits it and only the main one waits for them.
enum Signals {
    static func block() {
        var set = sigset()
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
    }

    /// Returns once somebody wants the program to end.
    static func wait() {
        var set = sigset()
        var received: Int32 = 0
        sigwait(&set, &received)
    }

    private static func sigset() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        // The terminal was closed.
        sigaddset(&set, SIGHUP)
        return set
    }
}

/// Runs asynchronous work to its end from the main thread.
enum Blocking {
    static func run<T: Sendable>(_ body: @escaping @Sendable () async throws -> T) throws -> T {
        let outcome = Outcome<T>()
        Task {
            do {
                outcome.finish(.success(try await body()))
            } catch {
                outcome.finish(.failure(error))
            }
        }
        return try outcome.wait()
    }

    private final class Outcome<T: Sendable>: Sendable {
        private let result = Mutex<Result<T, any Error>?>(nil)
        private let done = DispatchSemaphore(value: 0)

        func finish(_ result: Result<T, any Error>) {
            self.result.withLock { $0 = result }
            done.signal()
        }

        func wait() throws -> T {
            done.wait()
            guard let result = result.withLock({ $0 }) else {
                preconditionFailure("signalled without a result")
            }
            return try result.get()
        }
    }
}
