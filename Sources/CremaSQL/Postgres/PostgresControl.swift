import CPostgres

/// The statements that only the driver runs, under the names they have at the server.
enum PostgresControl: String, CaseIterable {
    case begin
    /// One snapshot for all that is read.
    case beginReading = "begin_reading"
    /// For what shares a transaction: nobody in it waits long for one that is held up.
    case hurry
    case commit
    case rollback
    case markMember = "mark_member"
    case releaseMember = "release_member"
    case rollbackMember = "rollback_member"
    case lock
    case lockShared = "lock_shared"
    case notify

    /// Where instances tell each other that the event stream has grown.
    static let channel = "crema_events"

    var sql: String {
        switch self {
        case .begin: "BEGIN ISOLATION LEVEL READ COMMITTED"
        case .beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        case .hurry: "SET LOCAL lock_timeout = 500"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .markMember: "SAVEPOINT member"
        case .releaseMember: "RELEASE SAVEPOINT member"
        case .rollbackMember: "ROLLBACK TO SAVEPOINT member"
        case .lock: "SELECT pg_advisory_xact_lock($1)"
        case .lockShared: "SELECT pg_advisory_xact_lock_shared($1)"
        case .notify: "SELECT pg_notify('\(PostgresControl.channel)', '')"
        }
    }

    var types: [Oid] {
        switch self {
        case .lock, .lockShared: [PostgresType.int8]
        default: []
        }
    }
}

extension LockName {
    /// The number that stands for the name at the server (FNV-1a, 64 bits). Two names that meet in
    /// one number wait for each other without need, and no more.
    var number: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        for byte in kind.utf8 { add(byte) }
        add(0)
        for byte in key.utf8 { add(byte) }
        return Int64(bitPattern: hash)
    }
}
