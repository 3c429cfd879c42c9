import CSQLite
import Testing

/// The statements of `Transaction.place`, by SQLite's own functions and nothing else.
func placeBare(_ count: Int, in folder: String) throws -> Measurement {
    let loop = try BareLoop(folder + "/bare.db")
    let start = Meter()
    var number = 0
    while number < count {
        try loop.run(loop.begin)
        for _ in 0..<64 where number < count {
            try loop.place(PlacedOrder(number))
            number += 1
        }
        try loop.run(loop.commit)
        loop.checkpoint()
    }
    return start.measure(count)
}

private final class BareLoop {
    private let handle: OpaquePointer
    let begin: OpaquePointer
    let commit: OpaquePointer
    private let mark: OpaquePointer
    private let release: OpaquePointer
    private let known: OpaquePointer
    private let remember: OpaquePointer
    private let call: OpaquePointer
    private let order: OpaquePointer
    private let line: OpaquePointer
    private let tender: OpaquePointer
    private let event: OpaquePointer

    init(_ path: String) throws {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        try #require(sqlite3_open_v2(path, &opened, flags, nil) == SQLITE_OK)
        let handle = try #require(opened)
        self.handle = handle
        let pragmas = """
            PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
            PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA wal_autocheckpoint = 0;
            """
        try #require(sqlite3_exec(handle, pragmas + shopSchema, nil, nil, nil) == SQLITE_OK)
        func prepare(_ sql: String) throws -> OpaquePointer {
            var statement: OpaquePointer?
            let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
            try #require(
                sqlite3_prepare_v3(handle, sql, -1, flags, &statement, nil) == SQLITE_OK)
            return try #require(statement)
        }
        begin = try prepare("BEGIN IMMEDIATE")
        commit = try prepare("COMMIT")
        mark = try prepare("SAVEPOINT member")
        release = try prepare("RELEASE member")
        known = try prepare(
            "SELECT fingerprint, status FROM idempotency WHERE person = ? AND key = ?")
        remember = try prepare("INSERT INTO idempotency VALUES (?, ?, ?, ?, ?)")
        call = try prepare(
            """
            UPDATE call_counter SET last = last + 1
            WHERE location = ? AND business_date = ? RETURNING last
            """)
        order = try prepare(
            "INSERT INTO orders VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)")
        line = try prepare("INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        tender = try prepare("INSERT INTO tender VALUES (?, ?, ?, ?, ?)")
        event = try prepare(
            "INSERT INTO event (topic, kind, subject, payload, at) VALUES (?, ?, ?, ?, ?)")
    }

    deinit {
        for statement in [
            begin, commit, mark, release, known, remember, call, order, line, tender, event,
        ] {
            sqlite3_finalize(statement)
        }
        sqlite3_close_v2(handle)
    }

    func checkpoint() {
        // The length of the log is only known by asking, which a passive checkpoint does; the
        // seam's rule is to begin at 4096 pages, about this many batches of 64 orders.
        batches += 1
        if batches % 40 == 0 {
            sqlite3_wal_checkpoint_v2(handle, "main", SQLITE_CHECKPOINT_RESTART, nil, nil)
        }
    }

    private var batches = 0

    func place(_ placed: PlacedOrder) throws {
        let at = 1_700_000_000_000 + placed.number
        try run(mark)
        try run(known, guest, placed.key)
        try run(remember, guest, placed.key, placed.fingerprint, 201, at)
        try run(call, "corner", "2026-03-01")
        try run(
            order, placed.id, "corner", guest, "pending", placed.number, "Ada Lovelace",
            "extra hot please", "takeAway", "EUR", 1280, 0, 106, 100, 1380, 1380,
            placed.fingerprint, "2026-03-01", at, 1)
        for position in 0..<3 {
            try run(
                line, placed.id, position, "flat-white-0123456789", "Flat white",
                "large:oat milk:extra shot:no sugar:hot", 2, 420, 840, 70, "bar")
        }
        try run(tender, placed.id, 0, "counter", 1380, "due")
        try run(event, "location:corner", "order.placed", placed.id, placed.payload, at)
        try run(release)
    }

    /// Specialised for its arguments, so that binding is straight calls.
    @inline(__always)
    func run<each Value: Bindable>(_ statement: OpaquePointer, _ values: repeat each Value) throws {
        var index: Int32 = 1
        for value in repeat each values {
            value.bind(to: statement, at: index)
            index += 1
        }
        var code = sqlite3_step(statement)
        while code == SQLITE_ROW { code = sqlite3_step(statement) }
        sqlite3_reset(statement)
        guard code == SQLITE_DONE else { throw Spilled() }
    }
}

private protocol Bindable {
    func bind(to statement: OpaquePointer, at index: Int32)
}

extension Int: Bindable {
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) {
        sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Int64: Bindable {
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) {
        sqlite3_bind_int64(statement, index, self)
    }
}

extension String: Bindable {
    fileprivate func bind(to statement: OpaquePointer, at index: Int32) {
        // SQLITE_TRANSIENT, which Swift can't spell: the text is gone when this returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_bind_text(statement, index, self, Int32(utf8.count), copied)
    }
}
