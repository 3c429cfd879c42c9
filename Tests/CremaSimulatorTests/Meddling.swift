import CremaSQL
import Synchronization

/// A database in which something goes wrong: after each write, once it has its tables, something
/// else is written in the same transaction.
final class MeddlingDatabase: Database {
    private let base: any Database
    private let meddle: @Sendable (Transaction) throws -> Void
    private let tables = Tables()

    init(_ base: any Database, _ meddle: @escaping @Sendable (Transaction) throws -> Void) {
        self.base = base
        self.meddle = meddle
    }

    var dialect: Dialect { base.dialect }
    var statistics: DatabaseStatistics { base.statistics }

    @discardableResult
    func write<T: Sendable>(
        in lane: Lane, _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await base.write(in: lane) { [meddle, tables] tx in
            let isReady = try tables.areThere(tx)
            let value = try body(tx)
            // Behind all that the body wants done last, such as its events.
            if isReady { tx.beforeCommit { try meddle($0) } }
            return value
        }
    }

    func read<T: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> T
    ) async throws -> T {
        try await base.read(body)
    }

    func listen(_ body: @escaping @Sendable () -> Void) { base.listen(body) }

    func close() async { await base.close() }
}

/// Whether the schema is there; once it is, it stays.
private final class Tables: Sendable {
    private let areKnown = Atomic(false)

    func areThere(_ tx: Transaction) throws -> Bool {
        if areKnown.load(ordering: .relaxed) { return true }
        let count = try tx.first(
            "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'customer_order'"
        ) { $0.int(0) }
        areKnown.store(count == 1, ordering: .relaxed)
        return count == 1
    }
}
