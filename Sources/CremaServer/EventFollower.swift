import CremaServices
import CremaSQL
import CremaStore

/// Brings events that other programs wrote (`crema import menu` beside a running server) to this
/// instance's screens.
final class EventFollower: Sendable {
    private static let pause = Duration.seconds(1)
    private let task: Task<Void, Never>

    init(services: Services) {
        task = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: EventFollower.pause)  // cancelled: it ends
                await EventFollower.follow(services)
            }
        }
    }

    func stop() {
        task.cancel()
    }

    private static func follow(_ services: Services) async {
        let last = services.hub.lastID
        do {
            let events = try await services.database.read { tx in
                try EventStore.list(after: last, limit: 1000, tx: tx)
            }
            // What this instance wrote itself was told already; the hub tells nothing twice.
            if !events.isEmpty { services.hub.publish(events) }
        } catch {
            // Read again in a second.
            return
        }
    }
}
