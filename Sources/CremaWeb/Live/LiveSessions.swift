import CremaHTTP
import CremaServices
import CremaStore
import Synchronization

/// Cuts the streams of sessions that are over and of people whose roles changed: a stream was
/// allowed when it was opened, and may last for hours.
final class LiveSessions: Sendable {
    /// How often the sessions that have streams are looked at.
    private static let interval: Duration = .seconds(3)

    private struct Session {
        let memberships: [Membership]
        var streams: Set<StreamID> = []
    }

    private struct State {
        /// By the token's hash.
        var sessions: [[UInt8]: Session] = [:]
        var hashes: [StreamID: [UInt8]] = [:]
    }

    private let state = Mutex(State())
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let services: Services

    init(services: Services) {
        self.services = services
    }

    /// Looks at the sessions from now on, until `stop`.
    func start(_ server: HTTPServer) {
        let watch = Task { [weak self, weak server] in
            while !Task.isCancelled {
                try? await Task.sleep(for: LiveSessions.interval)  // cancelled: it ends
                guard let self, let server else { return }
                await self.check(server)
            }
        }
        task.withLock { $0 = watch }
    }

    func stop() {
        task.withLock { $0?.cancel() }
    }

    /// Opens a stream of a session. It can't be told as closed before it is noted: both take
    /// the same lock.
    func open(
        token: String, memberships: [Membership], _ open: () -> StreamID?
    ) {
        let hash = LiveSessions.hash(token)
        state.withLock { state in
            guard let stream = open() else { return }
            state.hashes[stream] = hash
            state.sessions[hash, default: Session(memberships: memberships)]
                .streams.insert(stream)
        }
    }

    func closed(_ stream: StreamID) {
        state.withLock { state in
            guard let hash = state.hashes.removeValue(forKey: stream) else { return }
            state.sessions[hash]?.streams.remove(stream)
            if state.sessions[hash]?.streams.isEmpty == true { state.sessions[hash] = nil }
        }
    }

    private func check(_ server: HTTPServer) async {
        let known = state.withLock { $0.sessions.mapValues(\.memberships) }
        guard !known.isEmpty else { return }
        let current: [[UInt8]: [Membership]]
        do throws(ReadFailure) {
            current = try await services.memberships(ofTokenHashes: Array(known.keys))
        } catch {
            // The database is away for a moment; in three seconds it is asked again.
            return
        }
        for (hash, memberships) in known
        where current[hash].map(Set.init) != Set(memberships) {
            server.endStreams(on: LiveChannel.session(hash))
        }
    }

    static func hash(_ token: String) -> [UInt8] { Hash.sha256(Array(token.utf8)) }
}
