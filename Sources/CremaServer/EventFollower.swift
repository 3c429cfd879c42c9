import CremaServices
import CremaSQL
import CremaStore

/// Brings events that other programs wrote to this instance's screens: other instances on the same
/// database, or `crema import menu` beside a running server.
final class EventFollower: Sendable {
    /// How often it looks where nobody has called.
    private static let pause = Duration.seconds(1)
    private static let page = 1000

    private let calls: AsyncStream<Void>.Continuation
    private let tasks: [Task<Void, Never>]

    init(services: Services) {
        let (stream, calls) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.calls = calls
        services.hub.whenBehind { calls.yield() }
        services.database.listen { calls.yield() }
        let follower = Task {
            for await _ in stream { await EventFollower.follow(services) }
        }
        let timer = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: EventFollower.pause)  // cancelled: it ends
                calls.yield()
            }
        }
        tasks = [follower, timer]
    }

    func stop() {
        calls.finish()
        for task in tasks { task.cancel() }
    }

    private static func follow(_ services: Services) async {
        var isMore = true
        while isMore {
            let last = services.hub.lastID
            do {
                let events = try await services.database.read { tx in
                    try EventStore.list(after: last, limit: EventFollower.page, tx: tx)
                }
                services.hub.catchUp(events)
                isMore = events.count == EventFollower.page
            } catch {
                // Read again in a second.
                return
            }
        }
    }
}
