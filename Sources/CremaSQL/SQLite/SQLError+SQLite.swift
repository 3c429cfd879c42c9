import CSQLite

// How SQLite's codes and messages become an error (https://sqlite.org/rescode.html).
extension SQLError {
    /// The error that the connection's last call ended with.
    init(lastOf connection: OpaquePointer, sql: String) {
        let extendedCode = sqlite3_extended_errcode(connection)
        let message = String(cString: sqlite3_errmsg(connection))
        self.init(
            code: extendedCode & 0xFF, extendedCode: extendedCode, message: message, sql: sql,
            kind: Self.kind(of: extendedCode, message: message))
    }

    private static func kind(of extendedCode: Int32, message: String) -> Kind {
        switch extendedCode & 0xFF {
        case SQLITE_CONSTRAINT: constraintKind(of: extendedCode, message: message)
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_FULL: .diskFull
        case SQLITE_READONLY: .readOnly
        case SQLITE_CORRUPT: .corrupt
        case SQLITE_NOTADB: .foreignFile
        case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM: .io
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH, SQLITE_AUTH: .misuse
        default: .other
        }
    }

    private static func constraintKind(of extendedCode: Int32, message: String) -> Kind {
        switch extendedCode {
        case constraintUnique, constraintPrimaryKey, constraintRowID:
            .constraint(columns(of: message, rule: .unique))
        case constraintNotNull:
            .constraint(columns(of: message, rule: .notNull))
        case constraintForeignKey:
            .constraint(Constraint(rule: .foreignKey))
        case constraintCheck:
            .constraint(Constraint(rule: .check, name: detail(of: message)))
        case constraintTrigger:
            .constraint(Constraint(rule: .trigger, name: message))
        case constraintDataType:
            .constraint(Constraint(rule: .dataType, name: message))
        default:
            .other
        }
    }

    /// "UNIQUE constraint failed: visit.customer_id, visit.day", or "…: index 'visit_day'" where
    /// the index is on an expression.
    private static func columns(of message: String, rule: Constraint.Rule) -> Constraint {
        guard let detail = detail(of: message) else { return Constraint(rule: rule) }
        let index = "index '"
        if detail.hasPrefix(index) {
            return Constraint(rule: rule, name: String(detail.dropFirst(index.count).dropLast()))
        }
        var table: String?
        var columns: [String] = []
        for part in detail.split(separator: ",") {
            let words = part.drop { $0 == " " }.split(separator: ".", maxSplits: 1)
            guard words.count == 2 else { continue }
            table = String(words[0])
            columns.append(String(words[1]))
        }
        return Constraint(rule: rule, table: table, columns: columns)
    }

    private static func detail(of message: String) -> String? {
        guard let colon = message.firstIndex(of: ":") else { return nil }
        return String(message[colon...].dropFirst().drop { $0 == " " })
    }

    // Swift doesn't import the extended codes, which are macros with arithmetic.
    private static let constraintCheck = SQLITE_CONSTRAINT | (1 << 8)
    private static let constraintForeignKey = SQLITE_CONSTRAINT | (3 << 8)
    private static let constraintNotNull = SQLITE_CONSTRAINT | (5 << 8)
    private static let constraintPrimaryKey = SQLITE_CONSTRAINT | (6 << 8)
    private static let constraintTrigger = SQLITE_CONSTRAINT | (7 << 8)
    private static let constraintUnique = SQLITE_CONSTRAINT | (8 << 8)
    private static let constraintRowID = SQLITE_CONSTRAINT | (10 << 8)
    private static let constraintDataType = SQLITE_CONSTRAINT | (12 << 8)
}
