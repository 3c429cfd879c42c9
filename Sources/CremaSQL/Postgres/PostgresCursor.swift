import CPostgres

/// The rows of a statement that has run; all of them are in memory, in the binary format
/// (https://postgresql.org/docs/15/protocol-message-formats.html).
final class PostgresCursor: Cursor {
    private let result: OpaquePointer
    private let sql: StaticString
    private let count: Int32
    private var row: Int32 = -1
    private(set) var fault: SQLError?

    init(_ result: OpaquePointer, sql: StaticString) {
        self.result = result
        self.sql = sql
        count = PQntuples(result)
    }

    deinit {
        PQclear(result)
    }

    var changedRows: Int {
        guard let text = PQcmdStatus(result), String(cString: text).hasPrefix("SELECT") == false
        else { return 0 }
        return PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0
    }

    func step() throws(SQLError) -> Bool {
        row += 1
        return row < count
    }

    func finish() {}

    func isNull(at column: Int) -> Bool {
        guard isInside(column) else { return true }
        return PQgetisnull(result, row, Int32(column)) != 0
    }

    func int(at column: Int) -> Int64 {
        guard let bytes = bytes(at: column, as: .integer) else { return 0 }
        var value: UInt64 = 0
        for byte in bytes { value = value << 8 | UInt64(byte) }
        // A shorter integer keeps its sign.
        let unused = 64 - 8 * bytes.count
        return Int64(bitPattern: value << unused) >> unused
    }

    func text(at column: Int) -> String {
        guard let bytes = bytes(at: column, as: .text) else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    func blob(at column: Int) -> [UInt8] {
        guard let bytes = bytes(at: column, as: .blob) else { return [] }
        return [UInt8](bytes)
    }

    private func bytes(
        at column: Int, as wanted: PostgresType.Shape
    ) -> UnsafeBufferPointer<UInt8>? {
        guard isInside(column) else { return nil }
        let found =
            PQgetisnull(result, row, Int32(column)) != 0
            ? nil : PostgresType.shape(of: PQftype(result, Int32(column)))
        guard found == wanted else {
            keepFault("column \(column) is \(found?.name ?? "NULL"), read as \(wanted.name)")
            return nil
        }
        let count = Int(PQgetlength(result, row, Int32(column)))
        let start = PQgetvalue(result, row, Int32(column))
        return start?.withMemoryRebound(to: UInt8.self, capacity: count) {
            UnsafeBufferPointer(start: $0, count: count)
        }
    }

    private func isInside(_ column: Int) -> Bool {
        let columns = PQnfields(result)
        if column >= 0 && column < columns && row >= 0 && row < count { return true }
        keepFault("column \(column) of a row of \(row < count ? columns : 0)")
        return false
    }

    private func keepFault(_ message: String) {
        fault = fault ?? .misuse(message, sql: sql.description)
    }
}

/// Types of the server, by their numbers (its catalogue `pg_type`).
enum PostgresType {
    static let int8: Oid = 20
    static let text: Oid = 25
    static let bytea: Oid = 17

    /// What a column holds as this program sees it.
    enum Shape {
        case integer
        case text
        case blob
        case other

        var name: String {
            switch self {
            case .integer: "an integer"
            case .text: "a text"
            case .blob: "a blob"
            case .other: "of another type"
            }
        }
    }

    /// bool, int8, int2 and int4; text, name, bpchar, varchar and a literal's own type.
    static func shape(of type: Oid) -> Shape {
        switch type {
        case 16, int8, 21, 23: .integer
        case text, 19, 1042, 1043, 705: .text
        case bytea: .blob
        default: .other
        }
    }
}
