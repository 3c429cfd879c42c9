import CremaDomain
import CremaSQL
import CremaStore

extension Services {
    /// Lets orders expire that waited too long to be paid; what they took of the stock is there for
    /// others again. Returns how many.
    package func expireUnpaidOrders() async throws -> Int {
        let now = environment.now().milliseconds
        let before = Timestamp(milliseconds: now - OrderTransition.paymentWindowMilliseconds)
        let forCard = Timestamp(milliseconds: now - Payment.windowMilliseconds)
        var expired = 0
        var failure: Failure<MoveOrderRefusal>?
        let waiting = try await database.read { tx in
            try OrderStore.unpaid(placedBefore: before, forCardBefore: forCard, limit: 500, tx: tx)
        }
        for order in waiting {
            do throws(Failure<MoveOrderRefusal>) {
                _ = try await perform(
                    MoveOrder(id: order.id, target: .expired, seenVersion: order.version),
                    by: .system)
                expired += 1
            } catch {
                switch error {
                // Paid or cancelled in this very moment.
                case .stale, .refused: continue
                // One that can't be read doesn't keep the others waiting.
                case .denied, .keyReused, .versionMissing, .unavailable, .broken:
                    failure = failure ?? error
                }
            }
        }
        if let failure { throw failure }
        return expired
    }
}
