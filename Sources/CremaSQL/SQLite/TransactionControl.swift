/// The statements that only the driver runs.
enum TransactionControl: Int, CaseIterable {
    /// Takes its snapshot with the first statement that reads.
    case begin
    /// Takes the write lock at once. A transaction that read first and wants to write later is
    /// refused without any waiting (https://sqlite.org/lang_transaction.html).
    case beginImmediate
    case commit
    case rollback
    case markMember
    case releaseMember
    case rollbackMember

    var sql: StaticString {
        switch self {
        case .begin: "BEGIN"
        case .beginImmediate: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"
        case .rollback: "ROLLBACK"
        case .markMember: "SAVEPOINT member"
        case .releaseMember: "RELEASE member"
        case .rollbackMember: "ROLLBACK TO member"
        }
    }
}
