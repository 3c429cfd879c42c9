import CPostgres

/// One connection in pipeline mode: statements are sent without waiting for those before them, and
/// waited for together (https://postgresql.org/docs/15/libpq-pipeline-mode.html).
final class PostgresConnection: @unchecked Sendable {
    // Sendable since it's handed from thread to thread and never used by two at a time.
    let handle: OpaquePointer
    private let silenceMilliseconds: Int
    private var prepared: [StatementKey: String] = [:]
    /// What was sent and not yet answered, in order.
    private var unanswered: [Sent] = []
    /// Rows of the statement that is waited for.
    private var answer: OpaquePointer?
    /// The first error since the pipeline was last in step; the server skips everything after it.
    private var failure: SQLError?
    /// Locks held by the open transaction, so that none is asked for twice.
    private(set) var heldLocks: Set<LockName> = []
    private var willWakeOthers = false
    /// Marks of the open transaction: those sent, and those that the server has answered.
    private var marks = (sent: 0, answered: 0)
    /// The last error came before the answer to the last mark: it's of a statement sent earlier,
    /// for which nobody waited.
    private(set) var mayBeOfEarlierMember = false
    /// Nothing can be sent any more.
    private(set) var isLost = false

    /// Answers waited for at most before others are read: it bounds the memory on both sides.
    private static let unansweredLimit = 256

    private enum Sent {
        case preparation(StatementKey)
        case awaited(StaticString)
        case later(StaticString, rows: ((any Cursor) throws -> Void)?)
        case control(PostgresControl)
        case synchronization

        /// Its rows are read by the one who sent it.
        var hasReader: Bool {
            if case .later(_, .some) = self { true } else { false }
        }
    }

    /// One text is another statement for each set of types of its values.
    private struct StatementKey: Hashable {
        let text: UnsafePointer<UInt8>
        let types: [Oid]
    }

    /// Connects, or throws `connectionLost`, or `foreignFile` where the server can't be used.
    init(_ url: String, options: PostgresOptions) throws(SQLError) {
        handle = try PostgresConnection.connect(url, options: options)
        silenceMilliseconds = options.silenceMilliseconds
        for control in PostgresControl.allCases {
            let types = control.types
            let count = Int32(types.count)
            guard PQsendPrepare(handle, control.rawValue, control.sql, count, types) == 1 else {
                throw lost()
            }
            unanswered.append(.control(control))
        }
        try synchronize()
    }

    deinit {
        PQclear(answer)
        PQfinish(handle)
    }

    /// Begins, ends or marks a transaction; isn't waited for.
    func control(_ control: PostgresControl) throws(SQLError) {
        try send(control, [])
        switch control {
        case .begin, .beginReading, .commit, .rollback:
            heldLocks = []
            willWakeOthers = false
            marks = (0, 0)
        case .markMember: marks.sent += 1
        default: break
        }
    }

    /// Locks that are still held once the last mark is gone back to.
    func restoreLocks(_ locks: Set<LockName>) {
        heldLocks = locks
    }

    /// Commits. `outcomeUnknown` where the connection was lost after COMMIT may have left.
    func commit() throws(SQLError) {
        // What a row turns out to be can still stand against it.
        if unanswered.contains(where: \.hasReader) { try awaitQueued() }
        try control(.commit)
        do throws(SQLError) {
            try synchronize()
        } catch {
            guard error.kind == .connectionLost else { throw error }
            throw SQLError(
                kind: .outcomeUnknown,
                message: "the connection was lost during COMMIT: \(error.message)")
        }
    }

    /// Waits for everything sent. Throws the first error since it was last called, with the
    /// pipeline in step again; the open transaction is good for a rollback only then.
    func synchronize() throws(SQLError) {
        try mark()
        try readAnswers()
        if let failure {
            self.failure = nil
            throw failure
        }
    }

    /// Ends the open transaction, whatever state it's in, without waiting. An error of a statement
    /// before, that nobody has heard of yet, is undone with it and told to nobody.
    func rollback() {
        guard !isLost else { return }
        do throws(SQLError) {
            // The server skips everything between an error and the next mark.
            try mark()
            try control(.rollback)
            try mark()
            guard PQflush(handle) >= 0 else { throw lost() }
        } catch {
            // Lost, and with it the transaction; whoever uses it next is told.
            isLost = true
        }
    }

    /// A mark in the pipeline up to which an error counts.
    private func mark() throws(SQLError) {
        guard !isLost, PQpipelineSync(handle) == 1 else { throw lost() }
        unanswered.append(.synchronization)
    }
}

// How a transaction uses it.
extension PostgresConnection: Connection {
    var dialect: Dialect { .postgres }

    func start(_ sql: StaticString, _ arguments: [SQLValue]) throws(SQLError) -> any Cursor {
        try send(sql, arguments, as: .awaited(sql))
        try awaitQueued()
        guard let answer else { throw .misuse("a statement without an answer", sql: "\(sql)") }
        self.answer = nil
        return PostgresCursor(answer, sql: sql)
    }

    func queue(
        _ sql: StaticString, _ arguments: [SQLValue], rows: ((any Cursor) throws -> Void)?
    ) throws {
        if unanswered.count >= PostgresConnection.unansweredLimit { try awaitQueued() }
        if let failure { throw failure }
        try send(sql, arguments, as: .later(sql, rows: rows))
    }

    func awaitQueued() throws(SQLError) {
        guard PQsendFlushRequest(handle) == 1 else { throw lost() }
        try readAnswers()
        // It stays until the pipeline is in step again: the server takes nothing more before.
        if let failure { throw failure }
    }

    /// The text may hold many statements, which only the simple protocol takes.
    func executeScript(_ sql: String) throws(SQLError) {
        try synchronize()
        guard PQexitPipelineMode(handle) == 1 else { throw lost() }
        // A migration may take longer than a customer would wait.
        let result = PQexec(handle, "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0")
        PQclear(result)
        let outcome = PQexec(handle, sql)
        defer { PQclear(outcome) }
        guard PQenterPipelineMode(handle) == 1 else { throw lost() }
        switch PQresultStatus(outcome) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY: return
        default:
            noteLoss()
            throw SQLError(result: outcome, sql: sql)
        }
    }

    func lock(_ name: LockName) throws(SQLError) {
        guard heldLocks.insert(name).inserted else { return }
        try send(name.isShared ? .lockShared : .lock, [.integer(name.number)])
    }

    func wakeOthers() throws(SQLError) {
        guard !willWakeOthers else { return }
        willWakeOthers = true
        try send(.notify, [])
    }
}

// Sending.
extension PostgresConnection {
    private func send(
        _ sql: StaticString, _ arguments: [SQLValue], as sent: Sent
    ) throws(SQLError) {
        guard !isLost else { throw lost() }
        let values = PostgresArguments(arguments)
        try send(try name(of: sql, types: values.types), values, as: sent)
    }

    private func send(_ control: PostgresControl, _ arguments: [SQLValue]) throws(SQLError) {
        guard !isLost else { throw lost() }
        try send(control.rawValue, PostgresArguments(arguments), as: .control(control))
    }

    private func send(
        _ name: String, _ arguments: PostgresArguments, as sent: Sent
    ) throws(SQLError) {
        let isSent = arguments.withPointers { values, lengths, formats in
            PQsendQueryPrepared(
                handle, name, Int32(lengths.count), values.baseAddress, lengths.baseAddress,
                formats.baseAddress, 1)
        }
        guard isSent == 1 else { throw lost() }
        unanswered.append(sent)
    }

    /// The statement as the server knows it; sent to be prepared where it is new.
    private func name(of sql: StaticString, types: [Oid]) throws(SQLError) -> String {
        guard sql.hasPointerRepresentation else {
            throw .misuse("a statement is longer than one character")
        }
        let key = StatementKey(text: sql.utf8Start, types: types)
        if let known = prepared[key] { return known }
        let name = "s\(prepared.count)"
        guard PQsendPrepare(handle, name, sql.description, Int32(types.count), types) == 1 else {
            throw lost()
        }
        prepared[key] = name
        unanswered.append(.preparation(key))
        return name
    }
}

// Reading answers.
extension PostgresConnection {
    /// Reads the answers to everything sent. Throws only where the connection is lost, or what a
    /// row's reader threw; the server's first error is kept in `failure`.
    private func readAnswers() throws(SQLError) {
        let sent = unanswered
        unanswered.removeAll(keepingCapacity: true)
        for entry in sent {
            guard let result = try nextResult() else { throw lost() }
            if case .synchronization = entry {
                PQclear(result)
                continue
            }
            take(result, for: entry)
            // The end of this statement's results.
            while let more = try nextResult() { PQclear(more) }
        }
    }

    private func take(_ result: OpaquePointer, for entry: Sent) {
        switch PQresultStatus(result) {
        case PGRES_COMMAND_OK, PGRES_TUPLES_OK:
            deliver(result, for: entry)
        case PGRES_PIPELINE_ABORTED:
            forget(entry)
            PQclear(result)
        default:
            forget(entry)
            fail(SQLError(result: result, sql: text(of: entry)))
            PQclear(result)
            noteLoss()
        }
    }

    private func deliver(_ result: OpaquePointer, for entry: Sent) {
        switch entry {
        case .awaited:
            answer = result
        case .later(let sql, let rows?):
            let cursor = PostgresCursor(result, sql: sql)
            do {
                try rows(cursor)
            } catch {
                fail((error as? SQLError) ?? .misuse("\(error)", sql: "\(sql)"))
            }
        case .control(.commit):
            // A transaction with an error in it is rolled back by COMMIT, and says so.
            if let status = PQcmdStatus(result), String(cString: status) == "ROLLBACK" {
                fail(.misuse("COMMIT was answered by ROLLBACK"))
            }
            PQclear(result)
        case .control(.markMember):
            marks.answered += 1
            PQclear(result)
        case .control(.rollback):
            failure = nil
            PQclear(result)
        case .later, .control, .preparation, .synchronization:
            PQclear(result)
        }
    }

    private func fail(_ error: SQLError) {
        guard failure == nil else { return }
        failure = error
        mayBeOfEarlierMember = marks.answered < marks.sent
    }

    /// A statement that wasn't prepared after all must be prepared when it's next used.
    private func forget(_ entry: Sent) {
        if case .preparation(let key) = entry { prepared[key] = nil }
    }

    private func text(of entry: Sent) -> String {
        switch entry {
        case .awaited(let sql), .later(let sql, _): sql.description
        case .control(let control): control.sql
        case .preparation(let key): String(cString: key.text)
        case .synchronization: ""
        }
    }

    /// The next result, nil at the end of a statement's. Waits, but not for ever.
    private func nextResult() throws(SQLError) -> OpaquePointer? {
        while PQisBusy(handle) != 0 {
            let left = PQflush(handle)
            guard left >= 0 else { throw lost() }
            let ready = cpostgres_wait(PQsocket(handle), left, Int32(silenceMilliseconds))
            if ready == 0 {
                isLost = true
                throw SQLError(kind: .connectionLost, message: "the server doesn't answer")
            }
            guard ready > 0, PQconsumeInput(handle) == 1 else { throw lost() }
        }
        return PQgetResult(handle)
    }

    private func noteLoss() {
        if PQstatus(handle) == CONNECTION_BAD { isLost = true }
    }

    private func lost() -> SQLError {
        isLost = true
        return failure.flatMap { $0.kind == .connectionLost ? $0 : nil } ?? .lost(handle)
    }
}
