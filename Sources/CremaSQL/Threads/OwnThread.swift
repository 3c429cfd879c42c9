import Foundation

/// Runs work that blocks, such as a copy of a whole database, on a thread of its own: the tasks'
/// few threads mustn't.
package func onOwnThread<T: Sendable>(
    _ body: @escaping @Sendable () throws(SQLError) -> T
) async throws -> T {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread {
            continuation.resume(with: Result { try body() })
        }
    }
}
