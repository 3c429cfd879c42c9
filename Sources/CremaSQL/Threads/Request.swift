/// A closure on its way to a database thread, and its outcome on the way back.
protocol Request: AnyObject, Sendable {
    /// Nil while the last run went well.
    var failure: (any Error)? { get set }
    var hooks: [@Sendable () -> Void] { get set }
    /// When its caller began to wait.
    var askedAt: ContinuousClock.Instant { get }

    /// Runs the closure and keeps its outcome; may be called again.
    func run(in transaction: Transaction)

    /// Tells the caller, once and for all.
    func answer()
}

extension Request {
    /// Runs the closure. A statement's error counts also where the closure caught it.
    func runBody(in transaction: Transaction) {
        run(in: transaction)
        if failure == nil, let ending = transaction.ending { failure = ending }
    }

    /// Runs the closure and what it wants done before the commit.
    func runWhole(in transaction: Transaction) {
        runBody(in: transaction)
        guard failure == nil else { return }
        do {
            try transaction.runLastSteps()
        } catch {
            failure = error
        }
    }
}

final class RequestFor<Value: Sendable>: Request, @unchecked Sendable {
    // Sendable since one owner after the other uses it: the caller until it's queued, then the
    // one thread that took it from the queue.
    var failure: (any Error)?
    var hooks: [@Sendable () -> Void] = []
    let askedAt = ContinuousClock.now
    private let body: @Sendable (Transaction) throws -> Value
    private let continuation: CheckedContinuation<Value, any Error>
    private var value: Value?

    init(
        _ body: @escaping @Sendable (Transaction) throws -> Value,
        answering continuation: CheckedContinuation<Value, any Error>
    ) {
        self.body = body
        self.continuation = continuation
    }

    func run(in transaction: Transaction) {
        do {
            value = try body(transaction)
            failure = nil
        } catch {
            failure = error
        }
    }

    func answer() {
        if let failure {
            continuation.resume(throwing: failure)
        } else if let value {
            continuation.resume(returning: value)
        } else {
            continuation.resume(throwing: SQLError.misuse("answered before it ran"))
        }
    }
}
