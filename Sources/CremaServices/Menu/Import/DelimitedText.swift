/// A table in a text file: RFC 4180, and what spreadsheets make of it.
///
/// Rows end with LF, CR LF or CR. A quoted field may hold delimiters, line ends and doubled
/// quotes. A quote in the middle of an unquoted field is a plain character.
struct DelimitedText: Hashable, Sendable {
    /// The rows, the header among them; rows without any text are left out.
    let rows: [Row]
    /// What stands between fields.
    let delimiter: UInt8

    /// One row.
    struct Row: Hashable, Sendable {
        /// As a spreadsheet counts it, the first being 1; a row of several lines counts once.
        let number: Int
        let fields: [String]
    }

    /// Why a text is no table.
    struct Problem: Error, Hashable, Sendable {
        let row: Int
        let reason: String
    }

    static let mostRows = 20_000
    static let mostFields = 500
    /// Those that are tried, the most usual first.
    static let delimiters: [UInt8] = [
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t"), UInt8(ascii: "|"),
    ]

    /// Parses UTF-8 without a byte-order mark.
    ///
    /// - Parameter delimiter: nil to take the one that the first row has most of.
    init(_ bytes: [UInt8], delimiter: UInt8? = nil) throws(Problem) {
        let chosen = delimiter ?? Self.likelyDelimiter(of: bytes)
        self.delimiter = chosen
        var reader = Reader(bytes: bytes, delimiter: chosen)
        var rows: [Row] = []
        var number = 0
        while let fields = try reader.nextRow(number: number + 1) {
            number += 1
            guard number <= Self.mostRows else {
                throw Problem(row: number, reason: "more than \(Self.mostRows) rows")
            }
            if fields.contains(where: { !$0.isEmpty }) {
                rows.append(Row(number: number, fields: fields))
            }
        }
        self.rows = rows
    }

    private static func likelyDelimiter(of bytes: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in bytes {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard !isQuoted else { continue }
            if byte == 0x0A || byte == 0x0D { break }
            if delimiters.contains(byte) { counts[byte, default: 0] += 1 }
        }
        var best = delimiters[0]
        for delimiter in delimiters where counts[delimiter, default: 0] > counts[best, default: 0] {
            best = delimiter
        }
        return best
    }
}

private struct Reader {
    let bytes: [UInt8]
    let delimiter: UInt8
    private var position = 0

    init(bytes: [UInt8], delimiter: UInt8) {
        self.bytes = bytes
        self.delimiter = delimiter
    }

    /// The fields up to the next line end; nil at the end of the text.
    mutating func nextRow(number: Int) throws(DelimitedText.Problem) -> [String]? {
        guard position < bytes.count else { return nil }
        var fields: [String] = []
        while true {
            let field = try nextField(row: number)
            guard let text = String(validating: field, as: UTF8.self) else {
                throw DelimitedText.Problem(row: number, reason: "this isn't UTF-8")
            }
            guard fields.count < DelimitedText.mostFields else {
                let reason = "more than \(DelimitedText.mostFields) fields"
                throw DelimitedText.Problem(row: number, reason: reason)
            }
            fields.append(text)
            guard position < bytes.count else { return fields }
            let byte = bytes[position]
            position += 1
            if byte == delimiter { continue }
            if byte == 0x0D, position < bytes.count, bytes[position] == 0x0A { position += 1 }
            return fields
        }
    }

    /// Up to the delimiter or line end, which is left standing.
    private mutating func nextField(row: Int) throws(DelimitedText.Problem) -> [UInt8] {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            let start = position
            while position < bytes.count, !isEnd(bytes[position]) { position += 1 }
            return Array(bytes[start..<position])
        }
        position += 1
        var field: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            guard byte == UInt8(ascii: "\"") else {
                field.append(byte)
                continue
            }
            guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
                guard position == bytes.count || isEnd(bytes[position]) else {
                    let reason = "text stands behind a closing quote"
                    throw DelimitedText.Problem(row: row, reason: reason)
                }
                return field
            }
            position += 1
            field.append(byte)
        }
        throw DelimitedText.Problem(row: row, reason: "a quote is never closed")
    }

    private func isEnd(_ byte: UInt8) -> Bool {
        byte == delimiter || byte == 0x0A || byte == 0x0D
    }
}
