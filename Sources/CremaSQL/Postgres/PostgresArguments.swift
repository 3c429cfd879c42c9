import CPostgres

/// A statement's values as libpq takes them: binary, one block of bytes for all.
struct PostgresArguments {
    private(set) var types: [Oid] = []
    private var bytes: [UInt8] = []
    /// Where each value begins; nil for NULL.
    private var starts: [Int?] = []
    private var lengths: [Int32] = []

    init(_ values: [SQLValue]) {
        types.reserveCapacity(values.count)
        starts.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    private mutating func append(_ value: SQLValue) {
        let start = bytes.count
        switch value {
        case .integer(let integer):
            types.append(PostgresType.int8)
            withUnsafeBytes(of: integer.bigEndian) { bytes.append(contentsOf: $0) }
        case .text(let text):
            types.append(PostgresType.text)
            bytes.append(contentsOf: text.utf8)
        case .blob(let blob):
            types.append(PostgresType.bytea)
            bytes.append(contentsOf: blob)
        case .nullInteger: types.append(PostgresType.int8)
        case .nullText: types.append(PostgresType.text)
        case .nullBlob: types.append(PostgresType.bytea)
        }
        starts.append(value.isNull ? nil : start)
        lengths.append(Int32(clamping: bytes.count - start))
    }

    func withPointers<Result>(
        _ body: (
            _ values: UnsafeBufferPointer<UnsafePointer<CChar>?>,
            _ lengths: UnsafeBufferPointer<Int32>, _ formats: UnsafeBufferPointer<Int32>
        ) -> Result
    ) -> Result {
        // One byte more, so that an empty text at the end has an address: null would be NULL.
        let block = bytes + [0]
        let formats = [Int32](repeating: 1, count: starts.count)
        return block.withUnsafeBytes { block in
            let base = block.baseAddress
            let pointers = starts.map { start in
                start.flatMap { base?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
            }
            return pointers.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { body(values, lengths, $0) }
                }
            }
        }
    }
}

extension SQLValue {
    fileprivate var isNull: Bool {
        switch self {
        case .nullInteger, .nullText, .nullBlob: true
        case .integer, .text, .blob: false
        }
    }
}
