import CremaDomain
package import CremaServices
import CremaSQL
import CremaStore

/// Forgets what needn't be kept: answers by idempotency key after 48 hours, events after a week,
/// and sessions that are over. Lets orders expire that nobody came to pay.
package final class Housekeeper: Sendable {
    private let tasks: [Task<Void, Never>]
    /// Rows that one transaction looks at or deletes: the orders of the moment wait for it.
    private static let batch = 500

    init(services: Services) {
        let tidying = Task {
            while !Task.isCancelled {
                do {
                    try await Housekeeper.tidy(services)
                } catch {
                    // Tried again next time; what is kept for longer harms nobody meanwhile.
                    Terminal.error("crema: housekeeping: \(error)")
                }
                try? await Task.sleep(for: .seconds(600))  // cancelled: it ends
            }
        }
        // Who waits for a card has a quarter of an hour: on time, or the bank is asked in vain.
        let expiry = Task {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(30))  // cancelled: it ends
                do {
                    _ = try await services.expireUnpaidOrders()
                } catch {
                    Terminal.error("crema: housekeeping: \(error)")
                }
            }
        }
        tasks = [tidying, expiry]
    }

    func stop() {
        for task in tasks { task.cancel() }
    }

    /// Does all of it once; a part that fails doesn't keep the others from being done.
    package static func tidy(_ services: Services) async throws {
        var failure: (any Error)?
        for part in parts {
            do {
                try await part(services)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private static let parts: [@Sendable (Services) async throws -> Void] = [
        { _ = try await $0.expireUnpaidOrders() },
        { services in
            let now = services.environment.now()
            try await repeated(services) {
                try InvitationStore.prune(before: now, limit: batch, tx: $0)
            }
        },
        { services in
            let before = Timestamp(
                milliseconds: services.environment.now().milliseconds
                    - RequestStore.retentionMilliseconds)
            try await repeated(services) {
                try RequestStore.prune(before: before, limit: batch, tx: $0)
            }
        },
        { services in
            let now = services.environment.now()
            try await repeated(services) {
                try SessionStore.prune(before: now, limit: batch, tx: $0)
            }
        },
        { services in
            let before = Timestamp(
                milliseconds: services.environment.now().milliseconds
                    - EventStore.retentionMilliseconds)
            try await repeated(services) {
                try EventStore.prune(before: before, limit: batch, tx: $0)
            }
        },
    ]

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
