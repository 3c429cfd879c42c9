import CremaDomain
package import CremaServices
import CremaSQL
import CremaStore

/// Forgets what needn't be kept: answers by idempotency key after 48 hours, events after a week,
/// and sessions that are over. Lets orders expire that nobody came to pay.
package final class Housekeeper: Sendable {
    private let task: Task<Void, Never>
    /// Rows that one transaction looks at or deletes: the orders of the moment wait for it.
    private static let batch = 500

    init(services: Services) {
        task = Task {
            while !Task.isCancelled {
                try? await Housekeeper.tidy(services)  // tried again; keeping it harms nobody
                try? await Task.sleep(for: .seconds(600))  // cancelled: it ends
            }
        }
    }

    func stop() {
        task.cancel()
    }

    /// Does all of it once.
    package static func tidy(_ services: Services) async throws {
        _ = try await services.expireUnpaidOrders()
        try await forgetRequests(services)
        let now = services.environment.now()
        try await repeated(services) { try SessionStore.prune(before: now, limit: batch, tx: $0) }
        let before = Timestamp(
            milliseconds: now.milliseconds - EventStore.retentionMilliseconds)
        try await repeated(services) { try EventStore.prune(before: before, limit: batch, tx: $0) }
    }

    private static func forgetRequests(_ services: Services) async throws {
        let before = Timestamp(
            milliseconds: services.environment.now().milliseconds
                - RequestStore.retentionMilliseconds)
        var cursor: Int64? = .min
        while let after = cursor, !Task.isCancelled {
            let old = try await services.database.read { tx in
                try RequestStore.old(after: after, limit: 10 * batch, before: before, tx: tx)
            }
            for start in stride(from: 0, to: old.ids.count, by: batch) {
                let ids = Array(old.ids[start..<min(start + batch, old.ids.count)])
                _ = try await services.database.write { tx in
                    try RequestStore.delete(ids, before: before, tx: tx)
                }
            }
            cursor = old.next
        }
    }

    /// Batch by batch, until one isn't full.
    private static func repeated(
        _ services: Services, _ prune: @escaping @Sendable (Transaction) throws -> Int
    ) async throws {
        while !Task.isCancelled {
            let removed = try await services.database.write { tx in try prune(tx) }
            if removed < batch { return }
        }
    }
}
