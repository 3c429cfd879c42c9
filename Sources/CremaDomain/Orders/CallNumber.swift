/// What is called out when an order is ready: "A042".
///
/// A label, never an identity. Numbers are drawn from a location's own counter, so that none
/// repeats among open orders or within a business date: after A999 comes B001, after Z999 AA001.
public struct CallNumber: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let sequence: Int64

    /// The number of a place in the counter, 1 or above.
    public init(sequence: Int64) {
        precondition(sequence >= 1, "call numbers are counted from 1")
        self.sequence = sequence
    }

    /// As it is called.
    public var description: String {
        let number = String((sequence - 1) % 999 + 1)
        let padding = String(repeating: "0", count: 3 - number.utf8.count)
        var letters: [UInt8] = []
        var block = (sequence - 1) / 999
        repeat {
            letters.insert(0x41 + UInt8(block % 26), at: 0)
            block = block / 26 - 1
        } while block >= 0
        return String(decoding: letters, as: UTF8.self) + padding + number
    }
}
