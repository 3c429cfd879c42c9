internal import CHTTPEngine
internal import Dispatch

/// Runs jobs on one event loop's thread. A handler starts on the loop that read its request, leaves
/// it only where it awaits something that runs elsewhere, and comes back with the answer.
final class LoopExecutor: TaskExecutor, @unchecked Sendable {
    // Unchecked, since OpaquePointer isn't Sendable: a loop takes jobs from any thread.
    private let loop: OpaquePointer

    init(_ loop: OpaquePointer) {
        self.loop = loop
        ch_loop_retain(loop)
    }

    deinit { ch_loop_release(loop) }

    static func of(_ loop: OpaquePointer) -> LoopExecutor? {
        ch_loop_user(loop).map { Unmanaged<LoopExecutor>.fromOpaque($0).takeUnretainedValue() }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if ch_post(loop, unsafeBitCast(job, to: UnsafeMutableRawPointer.self)) { return }
        // The server has ended while a handler still ran; what it awaits must come to its end.
        DispatchQueue.global().async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }

    func run(_ job: UnsafeMutableRawPointer) {
        unsafeBitCast(job, to: UnownedJob.self).runSynchronously(on: asUnownedTaskExecutor())
    }
}
