internal import CHTTPEngine
internal import Glibc

/// An IPv4 or IPv6 address, without port.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address's bits, the first in the highest place; of an IPv4 address the low 32.
    let bits: UInt128
    package let isIPv6: Bool

    package static let loopback = PeerAddress(ipv4: (127, 0, 0, 1))

    package init(ipv4 parts: (UInt8, UInt8, UInt8, UInt8)) {
        bits = [parts.0, parts.1, parts.2, parts.3].reduce(0) { $0 << 8 | UInt128($1) }
        isIPv6 = false
    }

    init(_ request: ch_request) {
        self = withUnsafeBytes(of: request.peer) {
            PeerAddress(networkOrder: $0.prefix(Int(request.peer_length)))
        }
    }

    init(networkOrder bytes: some Collection<UInt8>) {
        bits = bytes.reduce(0) { $0 << 8 | UInt128($1) }
        isIPv6 = bytes.count == 16
    }

    /// Parses the textual form; an IPv4 address mapped into IPv6 becomes the IPv4 address.
    package init?(_ text: String) {
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.init(networkOrder: bytes.prefix(4))
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10...11] == [255, 255]
            self.init(networkOrder: isMapped ? bytes.suffix(4) : bytes[...])
        } else {
            return nil
        }
    }

    package var description: String {
        guard isIPv6 else {
            let bits = UInt32(truncatingIfNeeded: bits)
            return "\(bits >> 24).\(bits >> 16 & 255).\(bits >> 8 & 255).\(bits & 255)"
        }
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: bits >> (8 * (15 - $0))) }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, bytes, &text, socklen_t(text.count))
        let end = text.firstIndex(of: 0) ?? text.endIndex
        return String(decoding: text[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
