/// A closure on its way to a database thread, and its outcome on the way back.
class Request: @unchecked Sendable {
    // Sendable since one owner after the other uses it: the caller until it's queued, then the
    // one thread that took it from the queue.

    /// Nil while the last run went well.
    var failure: (any Error)?
    var hooks: [@Sendable () -> Void] = []

    /// Runs the closure and keeps its outcome; may be called again.
    final func run(in transaction: Transaction) {
        do {
            try perform(in: transaction)
            failure = nil
        } catch {
            failure = error
        }
    }

    /// Tells the caller, once and for all.
    final func answer() {
        resume(throwing: failure)
    }

    func perform(in transaction: Transaction) throws {
        fatalError("a subclass performs")
    }

    func resume(throwing failure: (any Error)?) {
        fatalError("a subclass resumes")
    }
}

final class RequestFor<Value: Sendable>: Request, @unchecked Sendable {
    // As its base class.
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

    override func perform(in transaction: Transaction) throws {
        value = try body(transaction)
    }

    override func resume(throwing failure: (any Error)?) {
        if let failure {
            continuation.resume(throwing: failure)
        } else if let value {
            continuation.resume(returning: value)
        } else {
            continuation.resume(throwing: SQLError.misuse("answered before it ran"))
        }
    }
}
