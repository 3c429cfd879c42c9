import CPostgres
import Foundation
import Synchronization

/// Waits on a connection of its own for other instances to say that they have committed something.
final class PostgresListener: Sendable {
    private let url: String
    private let options: PostgresOptions
    private let body: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var isStopped = false
        var socket: Int32?
    }

    private static let pause = Duration.milliseconds(300)
    /// Silence after which the server is asked whether it's still there.
    private static let silenceMilliseconds: Int32 = 15_000

    init(_ url: String, options: PostgresOptions, body: @escaping @Sendable () -> Void) {
        self.url = url
        self.options = options
        self.body = body
    }

    /// Returns once it was stopped.
    func run() {
        while !state.withLock({ $0.isStopped }) {
            do throws(SQLError) {
                try listen()
            } catch {
                PostgresLink.sleep(PostgresListener.pause)
            }
            state.withLock { $0.socket = nil }
        }
    }

    /// Ends the wait at once.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            if let socket = state.socket { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    /// Returns or throws when the connection is lost.
    private func listen() throws(SQLError) {
        let handle = try PostgresConnection.connect(url, options: options)
        // The socket is closed under the lock, so that `stop` never shuts down another's.
        defer {
            state.withLock { state in
                state.socket = nil
                PQfinish(handle)
            }
        }
        let isStopped = state.withLock { state in
            state.socket = PQsocket(handle)
            return state.isStopped
        }
        if isStopped { return }
        guard PQexitPipelineMode(handle) == 1, PQsetnonblocking(handle, 0) == 0 else {
            throw .lost(handle)
        }
        try ask(handle, "LISTEN \(PostgresControl.channel)")
        // What was said before it listened is missed.
        body()
        while true {
            let ready = cpostgres_wait(
                PQsocket(handle), 0, PostgresListener.silenceMilliseconds)
            if ready == 0 { try ask(handle, "SELECT 1") }
            guard PQconsumeInput(handle) == 1 else { throw .lost(handle) }
            if hasNotifications(handle) { body() }
        }
    }

    private func hasNotifications(_ handle: OpaquePointer) -> Bool {
        var found = false
        while let notification = PQnotifies(handle) {
            found = true
            PQfreemem(notification)
        }
        return found
    }

    private func ask(_ handle: OpaquePointer, _ sql: String) throws(SQLError) {
        let result = PQexec(handle, sql)
        defer { PQclear(result) }
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return
        default: throw SQLError(result: result, sql: sql)
        }
    }
}
