package import CremaDomain
import CremaSQL
import CremaStore

/// A payment, and what the customer has to do before it goes on.
package struct PaymentProgress: Sendable, Hashable {
    package let payment: Payment
    package let action: PaymentAction?
}

extension Services {
    /// Charges a card for what an order waits for.
    ///
    /// - Parameter returnAddress: where the customer comes back to from the bank, by payment.
    package func pay(
        _ order: ID<Order>, method: String, by actor: Actor, key: RequestKey?,
        returnAddress: (ID<Payment>) -> String
    ) async throws(Failure<BeginPaymentRefusal>) -> Performed<PaymentProgress> {
        let begin = BeginPayment(
            newID: environment.makeID(), orderID: order, method: method, provider: provider)
        let begun = try await perform(begin, by: actor, key: key)
        return try await carryOn(begun, returnAddress: returnAddress(begun.output.id))
    }

    /// Charges a card for the actor's own wallet.
    package func topUp(
        _ amount: Money, method: String, by actor: Actor, key: RequestKey?,
        returnAddress: (ID<Payment>) -> String
    ) async throws(Failure<BeginPaymentRefusal>) -> Performed<PaymentProgress> {
        let first: Location?
        do throws(ReadFailure) {
            first = try await places.all().first?.location
        } catch {
            throw Failure(error)
        }
        guard let first else { throw .refused(.notOffered) }
        let begin = BeginTopUp(
            newID: environment.makeID(), location: first, amount: amount, method: method,
            provider: provider)
        let begun = try await perform(begin, by: actor, key: key)
        return try await carryOn(begun, returnAddress: returnAddress(begun.output.id))
    }

    private func carryOn(
        _ begun: Performed<Payment>, returnAddress: String
    ) async throws(Failure<BeginPaymentRefusal>) -> Performed<PaymentProgress> {
        do {
            // Whoever asks again is told where it stands: the first request is still at it.
            let progress =
                begun.isReplay
                ? try await refreshed(begun.output)
                : try await confirmed(begun.output, returnAddress: returnAddress)
            return Performed(output: progress, isReplay: begun.isReplay)
        } catch {
            throw Failure(ReadFailure(of: error))
        }
    }

    /// Tells the provider, and lets it ask the bank. Whatever gets lost on the way, the payment is
    /// in the books, and what became of it is asked for later.
    private func confirmed(
        _ payment: Payment, returnAddress: String
    ) async throws -> PaymentProgress {
        guard let provider else { return PaymentProgress(payment: payment, action: nil) }
        let reference: String
        switch await answer({ () async throws(ProviderFailure) in
            try await provider.create(payment)
        }) {
        case .success(let name): reference = name
        // Nothing is charged before it is confirmed, whether it arrived or not.
        case .failure(.refused): return try await settled(payment, .declined(.declined))
        case .failure(.unavailable): return try await settled(payment, .declined(.providerAway))
        }
        let noted = try await performed(NoteReference(id: payment.id, reference: reference))
        guard noted.state == .open, noted.reference == reference else {
            return try await refreshed(noted)
        }
        switch await answer({ () async throws(ProviderFailure) in
            try await provider.confirm(reference, returnAddress: returnAddress)
        }) {
        case .success(let status): return try await settled(noted, status)
        case .failure: return try await refreshed(noted)
        }
    }

    /// Asks the provider what became of a payment that isn't over; where it can't say, nothing
    /// changes.
    package func refreshed(_ payment: Payment) async throws -> PaymentProgress {
        guard let provider, let reference = payment.reference, !payment.state.isFinal,
            case .success(let status) = await answer({ () async throws(ProviderFailure) in
                try await provider.status(of: reference)
            })
        else { return PaymentProgress(payment: payment, action: nil) }
        return try await settled(payment, status)
    }

    /// The same, for whoever shows it.
    package func progress(of payment: Payment) async throws(ReadFailure) -> PaymentProgress {
        do {
            return try await refreshed(payment)
        } catch {
            throw ReadFailure(of: error)
        }
    }

    /// The same of the charge that the provider has called about. One it knows alone is none of
    /// ours. Throws `ProviderFailure` where it should call again.
    package func refresh(reference: String) async throws {
        let found = try await database.read { tx in
            try PaymentStore.find(reference: reference, tx: tx)
        }
        guard let payment = found, let provider else { return }
        guard payment.state != .captured else { return try await recheckRefunds(of: payment) }
        let status = try await provider.status(of: reference)
        _ = try await settled(payment, status)
    }

    /// A bank may send back later what it was given: the worker looks again.
    private func recheckRefunds(of payment: Payment) async throws {
        let now = environment.now()
        try await database.write { tx in
            _ = try RefundStore.recheck(of: payment.id, at: now, tx: tx)
        }
    }

    /// Performs for Crema itself. What stood against it is the error underneath: a database that
    /// is away stays one.
    func performed<U: UseCase>(_ useCase: U) async throws -> U.Output {
        do throws(Failure<U.Refusal>) {
            return try await perform(useCase, by: .system).output
        } catch {
            switch error {
            case .unavailable(let cause): throw cause
            case .broken(let cause): throw cause
            case .denied(let denial): throw denial
            case .refused, .keyReused, .versionMissing, .stale: throw error
            }
        }
    }

    /// A call's outcome as a value, so that what follows can fail in its own ways.
    func answer<Value: Sendable>(
        _ call: () async throws(ProviderFailure) -> Value
    ) async -> Result<Value, ProviderFailure> {
        do throws(ProviderFailure) {
            return .success(try await call())
        } catch {
            return .failure(error)
        }
    }

    func settled(
        _ payment: Payment, _ status: ProviderStatus
    ) async throws -> PaymentProgress {
        let settled = try await performed(SettlePayment(known: payment, status: status))
        guard settled.state == .open, case .open(let action) = status else {
            return PaymentProgress(payment: settled, action: nil)
        }
        return PaymentProgress(payment: settled, action: action)
    }
}
