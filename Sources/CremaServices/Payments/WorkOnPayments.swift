import CremaDomain
import CremaSQL
import CremaStore

/// What is to be done with the provider, and when it is tried again. One piece that doesn't go on
/// keeps no other from being done.
extension Services {
    /// At once: one that is slow doesn't keep many waiting.
    private static let pieces = 8
    /// Pauses after a piece of work was tried in vain; the last one goes on for ever.
    private static let pauses: [Int64] = [
        2_000, 10_000, 30_000, 120_000, 600_000, 3_600_000,
    ]

    private typealias Due = (
        payments: [PaymentStore.Due<Payment>], refunds: [PaymentStore.Due<PaymentRefund>]
    )

    private func due() async throws -> Due {
        let now = environment.now()
        return try await database.read { tx in
            (
                try PaymentStore.due(at: now, limit: Services.pieces, tx: tx),
                try RefundStore.due(at: now, limit: Services.pieces, tx: tx)
            )
        }
    }

    /// Whether something is due with the provider.
    package func hasPaymentWork() async throws -> Bool {
        guard provider != nil else { return false }
        let due = try await due()
        return !due.payments.isEmpty || !due.refunds.isEmpty
    }

    /// Does some of what is due with the provider, or puts it off.
    package func workOnPayments() async throws {
        guard let provider else { return }
        let due = try await due()
        let failure = await withTaskGroup(of: (any Error)?.self) { group in
            for payment in due.payments {
                group.addTask { await thrown { try await work(on: payment, provider) } }
            }
            for refund in due.refunds {
                group.addTask { await thrown { try await giveBack(refund, provider) } }
            }
            return await group.reduce((any Error)?.none) { $0 ?? $1 }
        }
        if let failure { throw failure }
    }

    private func thrown(_ work: () async throws -> Void) async -> (any Error)? {
        do {
            try await work()
            return nil
        } catch {
            return error
        }
    }

    private func work(
        on due: PaymentStore.Due<Payment>, _ provider: any PaymentProvider
    ) async throws {
        let found = try await database.read { tx in try PaymentStore.find(due.id, tx: tx) }
        // Put off first: where this stops in the middle, it is taken up again.
        guard let payment = found, try await isPutOff(due, payment) else { return }
        guard let reference = payment.reference else {
            // The provider never heard of it.
            _ = try await settled(payment, .declined(.abandoned))
            return
        }
        let status = await answer { () async throws(ProviderFailure) -> ProviderStatus? in
            switch payment.state {
            case .open: return try await look(at: payment, reference, provider)
            case .authorized: return try await provider.capture(payment, reference)
            case .cancelling, .failed: return try await provider.cancel(reference)
            case .captured, .cancelled: return nil
            }
        }
        switch status {
        case .success(let status): if let status { _ = try await settled(payment, status) }
        // It is in another state than we thought, or its answer got lost.
        case .failure:
            let now = await answer { () async throws(ProviderFailure) in
                try await provider.status(of: reference)
            }
            if case .success(let status) = now { _ = try await settled(payment, status) }
        }
    }

    /// Nobody has said for a while what became of it.
    private func look(
        at payment: Payment, _ reference: String, _ provider: any PaymentProvider
    ) async throws(ProviderFailure) -> ProviderStatus {
        let status = try await provider.status(of: reference)
        switch status {
        case .unconfirmed:
            // Whoever was to confirm it is gone: the customer may try again.
            _ = try await provider.cancel(reference)
            return .declined(.abandoned)
        case .open:
            return windowLeft(payment) > 0 ? status : try await provider.cancel(reference)
        case .declined, .authorized, .captured, .cancelled: return status
        }
    }

    private func windowLeft(_ payment: Payment) -> Int64 {
        payment.createdAt.milliseconds + Payment.windowMilliseconds
            - environment.now().milliseconds
    }

    private func giveBack(
        _ due: PaymentStore.Due<PaymentRefund>, _ provider: any PaymentProvider
    ) async throws {
        let found = try await database.read { tx in
            try RefundStore.find(due.id, tx: tx).flatMap { refund in
                try PaymentStore.find(refund.payment, tx: tx).map { (refund, $0) }
            }
        }
        let next = pause(after: due.tries)
        guard try await database.write({ tx in try RefundStore.putOff(due, to: next, tx: tx) }),
            let (refund, payment) = found, let reference = payment.reference
        else { return }
        let state: PaymentRefund.State
        switch await answer({ () async throws(ProviderFailure) in
            try await provider.refund(
                refund, of: payment, reference,
                attempt: refund.state == .done ? nil : due.tries)
        }) {
        case .success(.done): state = .done
        case .failure(.refused): state = .failed
        // Looked at again when it is due.
        case .success(.pending), .failure(.unavailable): return
        }
        _ = try await performed(SettleRefund(refund: refund, state: state))
    }

    /// What waits for the customer is looked at each minute; what failed, less and less often.
    private func isPutOff(
        _ due: PaymentStore.Due<Payment>, _ payment: Payment
    ) async throws -> Bool {
        let isWaiting = payment.state == .open && windowLeft(payment) > 0
        let next =
            isWaiting
            ? Timestamp(
                milliseconds: environment.now().milliseconds
                    + min(60_000, windowLeft(payment) + 1000))
            : pause(after: due.tries)
        return try await database.write { tx in
            try PaymentStore.putOff(due, in: payment.state, to: next, tx: tx)
        }
    }

    private func pause(after tries: Int) -> Timestamp {
        let pause = Services.pauses[min(tries, Services.pauses.count - 1)]
        return Timestamp(milliseconds: environment.now().milliseconds + pause)
    }
}
