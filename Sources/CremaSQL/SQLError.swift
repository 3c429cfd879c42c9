/// What the database refused or failed at.
///
/// Holds the statement's text and never its arguments, so that it can be logged.
package struct SQLError: Error, Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case constraint(Constraint)
        /// Another program holds the database's lock for longer than the busy timeout, or the
        /// transaction lost against another one.
        case busy
        /// A statement took longer than the server allows.
        case tooSlow
        /// The queue is full: the work was refused before it began.
        case overloaded
        /// The database was closed: the work was refused before it began.
        case closed
        case diskFull
        case readOnly
        case corrupt
        /// The file is no database of this program, or one of a newer version.
        case foreignFile
        case io
        /// A mistake of this program: a wrong statement, argument or column type.
        case misuse
        /// There is no connection to the server, or it was lost before COMMIT was sent: nothing
        /// was changed.
        case connectionLost
        /// The connection was lost while COMMIT was on its way: it may have been done or not.
        case outcomeUnknown
        case other
    }

    /// The engine's primary code; 0 where the seam itself refused.
    package let code: Int32
    package let extendedCode: Int32
    package let message: String
    /// The statement with its placeholders; empty where no statement was running.
    package let sql: String
    package let kind: Kind

    /// The same work may succeed when it is tried again a little later.
    package var isTransient: Bool {
        switch kind {
        case .busy, .tooSlow, .overloaded, .connectionLost: true
        case .outcomeUnknown, .constraint, .closed, .diskFull, .readOnly, .corrupt, .foreignFile,
            .io, .misuse, .other:
            false
        }
    }

    /// The constraint that was violated, where that is what happened.
    package var constraint: Constraint? {
        guard case .constraint(let constraint) = kind else { return nil }
        return constraint
    }

    /// What the caller asks of a database can't be had, for a reason that its operator can mend.
    package static func refused(_ message: String) -> SQLError {
        SQLError(kind: .other, message: message)
    }

    init(kind: Kind, message: String, sql: String = "") {
        self.init(code: 0, extendedCode: 0, message: message, sql: sql, kind: kind)
    }

    init(code: Int32, extendedCode: Int32, message: String, sql: String, kind: Kind) {
        self.code = code
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
        self.kind = kind
    }

    static func misuse(_ message: String, sql: String = "") -> SQLError {
        SQLError(kind: .misuse, message: message, sql: sql)
    }
}

extension SQLError: CustomStringConvertible {
    package var description: String {
        let number = code == 0 ? "" : " (\(extendedCode))"
        return sql.isEmpty ? "\(message)\(number)" : "\(message)\(number) in: \(sql)"
    }
}

/// A rule of the schema that a statement broke.
package struct Constraint: Sendable, Hashable {
    package enum Rule: Sendable, Hashable {
        /// UNIQUE or PRIMARY KEY.
        case unique
        case foreignKey
        case check
        case notNull
        /// RAISE in a trigger; the name is the trigger's own message.
        case trigger
        /// A value of the wrong type for a column of a STRICT table.
        case dataType
    }

    package let rule: Rule
    /// The constraint's name, index's name, or trigger's message, where the engine tells it.
    package let name: String?
    package let table: String?
    /// Empty where the engine doesn't tell them.
    package let columns: [String]

    package init(rule: Rule, name: String? = nil, table: String? = nil, columns: [String] = []) {
        self.rule = rule
        self.name = name
        self.table = table
        self.columns = columns
    }
}
