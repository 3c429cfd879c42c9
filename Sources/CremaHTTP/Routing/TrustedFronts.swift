/// The proxies whose word about the client is believed. `X-Forwarded-For` from anyone else could
/// name any address.
package struct TrustedFronts: Sendable, Hashable {
    private let ranges: [AddressRange]

    package init() { ranges = [] }

    /// Addresses (`127.0.0.1`) and ranges (`10.0.0.0/8`, `fd00::/8`); nil when one is neither.
    package init?(_ list: [String]) {
        var ranges: [AddressRange] = []
        for text in list {
            guard let range = AddressRange(text) else { return nil }
            ranges.append(range)
        }
        self.ranges = ranges
    }

    package func contains(_ address: PeerAddress) -> Bool {
        ranges.contains { $0.contains(address) }
    }

    /// The client's address: each front appends the address it was called from, so the last one
    /// that is no front's is the client's. What stands before it the client may have made up.
    package func client(of request: HTTPRequest) -> PeerAddress {
        var client = request.peer
        guard contains(client) else { return client }
        // By scalars: a mark that combines with a comma would hide it.
        let hops = request.headers.all("x-forwarded-for").joined(separator: ",").unicodeScalars
            .split(separator: ",", omittingEmptySubsequences: false)
        for hop in hops.reversed() {
            let text = String(Substring(hop).trimmingSpaces)
            guard let address = PeerAddress(text) else { return client }
            client = address
            if !contains(client) { return client }
        }
        return client
    }

    /// Whether the client's own connection is encrypted, as far as a front says so.
    package func isEncrypted(_ request: HTTPRequest) -> Bool {
        contains(request.peer) && request.headers["x-forwarded-proto"] == "https"
    }
}

private struct AddressRange: Hashable {
    let first: PeerAddress
    let prefixLength: Int

    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = PeerAddress(String(parts[0])) else { return nil }
        let width = address.isIPv6 ? 128 : 32
        guard parts.count == 2 else {
            (first, prefixLength) = (address, width)
            return
        }
        guard let length = Int(parts[1]), (0...width).contains(length) else { return nil }
        (first, prefixLength) = (address, length)
    }

    func contains(_ address: PeerAddress) -> Bool {
        guard address.isIPv6 == first.isIPv6 else { return false }
        let dropped = UInt128((address.isIPv6 ? 128 : 32) - prefixLength)
        return address.bits >> dropped == first.bits >> dropped
    }
}

extension Substring {
    /// Without the optional white space that lists in header fields allow (RFC 9110, 5.6.3).
    var trimmingSpaces: Substring {
        func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
        var rest = drop(while: isSpace)
        while let last = rest.last, isSpace(last) { rest.removeLast() }
        return rest
    }
}
