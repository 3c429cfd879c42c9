/// The header fields of one request, kept as received and searched on demand: most requests carry
/// a dozen, of which a handler reads two.
package struct HTTPHeaders: Sendable {
    /// `name NUL value NUL …`, in the order of arrival.
    private let block: [UInt8]
    package let count: Int

    init(block: [UInt8], count: Int) {
        self.block = block
        self.count = count
    }

    /// For requests that come from no socket, such as those of tests.
    package init(_ fields: [(name: String, value: String)] = []) {
        var block: [UInt8] = []
        for field in fields {
            block += field.name.utf8
            block.append(0)
            block += field.value.utf8
            block.append(0)
        }
        self.init(block: block, count: fields.count)
    }

    /// The first field's value. Bytes that aren't UTF-8 come as U+FFFD.
    package subscript(_ name: StaticString) -> String? {
        var found: String?
        search(name) { value in
            found = value
            return false
        }
        return found
    }

    /// The values of all fields of that name, in order.
    package func all(_ name: StaticString) -> [String] {
        var found: [String] = []
        search(name) { value in
            found.append(value)
            return true
        }
        return found
    }

    /// Calls `body` for each match, as long as it returns true.
    private func search(_ name: StaticString, _ body: (String) -> Bool) {
        block.withUnsafeBytes { bytes in
            let wanted = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
            var start = 0
            while start < bytes.count {
                let nameEnd = bytes.endOfText(from: start)
                let valueEnd = bytes.endOfText(from: nameEnd + 1)
                let name = bytes[start..<nameEnd]
                if name.count == wanted.count, zip(name, wanted).allSatisfy({ isSame($0, $1) }) {
                    let value = String(decoding: bytes[(nameEnd + 1)..<valueEnd], as: UTF8.self)
                    guard body(value) else { return }
                }
                start = valueEnd + 1
            }
        }
    }
}

/// Field names are ASCII and know no case (RFC 9110, 5.1).
func isSame(_ one: UInt8, _ other: UInt8) -> Bool {
    func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : byte
    }
    return lower(one) == lower(other)
}

extension UnsafeRawBufferPointer {
    fileprivate func endOfText(from start: Int) -> Int {
        var end = start
        while end < count, self[end] != 0 { end += 1 }
        return end
    }
}
