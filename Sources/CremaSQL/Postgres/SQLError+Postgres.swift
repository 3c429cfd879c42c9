import CPostgres

// How the server's codes become an error (https://postgresql.org/docs/15/errcodes-appendix.html).
extension SQLError {
    /// The error that a result holds.
    init(result: OpaquePointer?, sql: String) {
        let state = SQLError.field(CPOSTGRES_STATE, of: result) ?? ""
        let message =
            SQLError.field(CPOSTGRES_MESSAGE, of: result) ?? "the server gave no answer"
        self.init(
            code: 0, extendedCode: 0, message: state.isEmpty ? message : "\(message) [\(state)]",
            sql: sql, kind: SQLError.kind(ofState: state, message: message, result: result))
    }

    /// The error of a connection that can't be made or is gone.
    static func lost(_ connection: OpaquePointer?) -> SQLError {
        let text = PQerrorMessage(connection).map { String(cString: $0) } ?? ""
        let line = text.split(separator: "\n").first.map { String($0) }
        return SQLError(kind: .connectionLost, message: line ?? "the connection is lost")
    }

    private static func kind(
        ofState state: String, message: String, result: OpaquePointer?
    ) -> Kind {
        switch state {
        // The client's own words: the server never came to answer.
        case "": .connectionLost
        case "23505": .constraint(constraint(.unique, of: result))
        case "23503": .constraint(constraint(.foreignKey, of: result))
        case "23514": .constraint(constraint(.check, of: result))
        case "23502": .constraint(constraint(.notNull, of: result))
        case "P0001": .constraint(Constraint(rule: .trigger, name: message))
        case "40001", "40P01", "55P03": .busy
        case "57014": .tooSlow
        case "53100": .diskFull
        case "25006": .readOnly
        case "58030": .io
        case "XX001", "XX002": .corrupt
        // Shut down, starting up, too many clients, out of memory.
        case "57P01", "57P02", "57P03", "57P05", "53300", "53200": .connectionLost
        default: kind(ofClass: state.prefix(2))
        }
    }

    private static func kind(ofClass code: Substring) -> Kind {
        switch code {
        case "08": .connectionLost
        case "22": .constraint(Constraint(rule: .dataType))
        case "42", "26", "25", "0A", "07": .misuse
        default: .other
        }
    }

    private static func constraint(
        _ rule: Constraint.Rule, of result: OpaquePointer?
    ) -> Constraint {
        Constraint(
            rule: rule, name: field(CPOSTGRES_CONSTRAINT, of: result),
            table: field(CPOSTGRES_TABLE, of: result),
            columns: field(CPOSTGRES_COLUMN, of: result).map { [$0] } ?? [])
    }

    private static func field(_ code: Int32, of result: OpaquePointer?) -> String? {
        PQresultErrorField(result, code).map { String(cString: $0) }
    }
}
