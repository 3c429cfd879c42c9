import CremaSQL
import Foundation
import Synchronization

typealias Member = @Sendable (Transaction) throws -> Int64

/// Holds the writer, queues the members, lets it go, and returns their outcomes in order: they and
/// the holder share one batch.
func inOneBatch(
    _ database: SQLiteDatabase, _ members: [Member]
) async throws -> [Result<Int64, any Error>] {
    let hold = try await WriterHold(database)
    var tasks: [Task<Result<Int64, any Error>, Never>] = []
    for member in members {
        tasks.append(Task { await outcome(of: member, on: database) })
        await hold.waitUntilQueued(tasks.count)
    }
    try await hold.release()
    var outcomes: [Result<Int64, any Error>] = []
    for task in tasks { outcomes.append(await task.value) }
    return outcomes
}

func outcome(
    of member: @escaping Member, on database: SQLiteDatabase
) async -> Result<Int64, any Error> {
    do {
        return .success(try await database.write(member))
    } catch {
        return .failure(error)
    }
}

/// A write that doesn't return until it's released.
struct WriterHold {
    private let database: SQLiteDatabase
    private let gate = DispatchSemaphore(value: 0)
    private let holder: Task<Void, any Error>

    init(_ database: SQLiteDatabase) async throws {
        self.database = database
        let (entered, gate) = (Flag(), gate)
        holder = Task {
            try await database.write { _ in
                entered.set()
                gate.wait()
                // It may be run again, where its batch is lost.
                gate.signal()
            }
        }
        await entered.wait()
    }

    func waitUntilQueued(_ count: Int) async {
        while database.statistics.queueDepth < count { await Task.yield() }
    }

    func release() async throws {
        gate.signal()
        try await holder.value
    }
}

/// Something that has happened, told from a thread to a task.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() {
        value.withLock { $0 = true }
    }

    func wait() async {
        while !isSet { await Task.yield() }
    }
}

/// What has happened, in order, told from several threads.
final class Journal: Sendable {
    private let values = Mutex<[String]>([])

    var entries: [String] { values.withLock { $0 } }

    func note(_ entry: String) {
        values.withLock { $0.append(entry) }
    }
}

struct Spilled: Error, Equatable {}

extension Result {
    var error: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }

    var sqlError: SQLError? { error as? SQLError }

    var isSuccess: Bool { error == nil }
}
