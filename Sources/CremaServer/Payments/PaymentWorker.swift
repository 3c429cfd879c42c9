import CremaServices
import CremaStore

/// Does what is to be done with the payment provider: captures, calls off, gives back, and asks
/// what became of a charge that nobody has told us about. One instance does at a time; what it left
/// in the middle is taken up by the next.
final class PaymentWorker: Sendable {
    /// How often it looks for what is due where nobody has called.
    private static let pause = Duration.seconds(2)
    /// How long the work waits where an instance dies in the middle of it.
    private static let leaseSeconds: Int64 = 15

    private let calls: AsyncStream<Void>.Continuation
    private let tasks: [Task<Void, Never>]

    init(services: Services) {
        let (stream, calls) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.calls = calls
        services.hub.listen { event in
            if event.kind == .payment { calls.yield() }
        }
        let worker = Task {
            let lease = Lease("payments", seconds: PaymentWorker.leaseSeconds, services)
            for await _ in stream {
                do {
                    try await PaymentWorker.work(services, lease)
                } catch {
                    // Tried again in a moment; what is due stays due.
                    Terminal.error("crema: payments: \(error)")
                }
            }
        }
        let timer = Task {
            while !Task.isCancelled {
                calls.yield()
                try? await Task.sleep(for: PaymentWorker.pause)  // cancelled: it ends
            }
        }
        tasks = [worker, timer]
    }

    func stop() {
        calls.finish()
        for task in tasks { task.cancel() }
    }

    private static func work(_ services: Services, _ lease: Lease) async throws {
        // Most of the time nothing is due, and nobody is asked for the lease.
        guard try await services.hasPaymentWork(), try await lease.hold() != nil else { return }
        // A slow provider takes longer than the lease.
        let keeper = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(leaseSeconds / 3))
                // Where it can't be kept for a moment, the next turn does.
                _ = try? await lease.hold()  // as said
            }
        }
        var failure: (any Error)?
        do {
            while try await services.hasPaymentWork(), try await lease.hold() != nil {
                try await services.workOnPayments()
            }
        } catch {
            failure = error
        }
        keeper.cancel()
        try await lease.release()
        if let failure { throw failure }
    }
}
