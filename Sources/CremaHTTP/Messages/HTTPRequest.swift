internal import CHTTPEngine

/// One request, whole: the engine hands it over after its last byte.
package struct HTTPRequest: Sendable {
    package let method: HTTPMethod
    /// What stands before `?`, percent-encoded as received; begins with `/`, or is `*`.
    package let path: String
    /// What stands after `?`; empty for a bare `?`.
    package let query: String?
    package let headers: HTTPHeaders
    package let body: [UInt8]
    /// The address at the other end of the connection; behind a front that is the front's.
    package let peer: PeerAddress

    /// Path and query as received, without the scheme and authority that clients of a proxy send.
    package var target: String { query.map { "\(path)?\($0)" } ?? path }

    /// For requests that come from no socket, such as those of tests.
    package init(
        method: HTTPMethod, target: String, headers: HTTPHeaders = HTTPHeaders(),
        body: [UInt8] = [], peer: PeerAddress = .loopback
    ) {
        self.method = method
        self.headers = headers
        self.body = body
        self.peer = peer
        (path, query) = Self.split(target.utf8)
    }

    init(_ request: ch_request) {
        let target = UnsafeRawBufferPointer(start: request.target, count: request.target_length)
        let headers = UnsafeRawBufferPointer(start: request.headers, count: request.headers_length)
        method = HTTPMethod(request.method)
        self.headers = HTTPHeaders(block: Array(headers), count: Int(request.header_count))
        body = Array(UnsafeBufferPointer(start: request.body, count: request.body_length))
        peer = PeerAddress(request)
        (path, query) = Self.split(target)
    }

    private static func split(_ target: some Collection<UInt8>) -> (path: String, query: String?) {
        guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else {
            return (String(decoding: target, as: UTF8.self), nil)
        }
        let query = target[target.index(after: mark)...]
        return (
            String(decoding: target[..<mark], as: UTF8.self),
            String(decoding: query, as: UTF8.self)
        )
    }
}
