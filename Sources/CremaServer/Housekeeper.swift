import CremaDomain
import CremaServices
import CremaSQL
import CremaStore

/// Forgets what needn't be kept: answers by idempotency key after 48 hours, and sessions that are
/// over. Lets orders expire that nobody came to pay.
final class Housekeeper: Sendable {
    private let task: Task<Void, Never>

    init(services: Services) {
        task = Task {
            while !Task.isCancelled {
                await Housekeeper.tidy(services)
                try? await Task.sleep(for: .seconds(600))  // cancelled: it ends
            }
        }
    }

    func stop() {
        task.cancel()
    }

    private static func tidy(_ services: Services) async {
        do {
            _ = try await services.expireUnpaidOrders()
        } catch {
            // Tried again in ten minutes.
            return
        }
        let now = services.environment.now()
        let before = Timestamp(
            milliseconds: now.milliseconds - RequestStore.retentionMilliseconds)
        while !Task.isCancelled {
            let removed: Int
            do {
                removed = try await services.database.write { tx in
                    max(
                        try RequestStore.prune(before: before, limit: 500, tx: tx),
                        try SessionStore.prune(before: now, limit: 500, tx: tx))
                }
            } catch {
                // Tried again in ten minutes; keeping these too long harms nobody.
                return
            }
            if removed < 500 { return }
        }
    }
}
