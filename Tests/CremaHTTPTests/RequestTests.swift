import CremaHTTP
import Testing

/// One exchange of bytes: what is sent, which statuses come back, and whether the server then ends
/// the connection.
struct RequestCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let statuses: [Int]
    let isEnd: Bool

    /// A request that is served; the connection lives on.
    static func served(_ name: String, _ text: String, count: Int = 1) -> RequestCase {
        RequestCase(name, Array(text.utf8), [Int](repeating: 200, count: count), isEnd: false)
    }

    /// A request that is refused; whatever follows it is not looked at.
    static func refused(_ status: Int, _ name: String, _ text: String) -> RequestCase {
        RequestCase(name, Array(text.utf8), [status], isEnd: true)
    }

    init(_ name: String, _ bytes: [UInt8], _ statuses: [Int], isEnd: Bool) {
        testDescription = name
        self.bytes = bytes
        self.statuses = statuses
        self.isEnd = isEnd
    }
}

/// GET with further header lines, each ended by CRLF.
private func get(_ lines: String = "", _ path: String = "/plaintext") -> String {
    "GET \(path) HTTP/1.1\r\nHost: test\r\n\(lines)\r\n"
}

private func post(_ lines: String, _ body: String = "") -> String {
    "POST /echo HTTP/1.1\r\nHost: test\r\n\(lines)\r\n\(body)"
}

private func chunked(_ body: String, lines: String = "") -> String {
    post("Transfer-Encoding: chunked\r\n\(lines)", body)
}

/// `http-parser`'s and other servers' advisories, as one table.
@Suite struct RequestTests {
    /// In one read, and one byte per read, so that every state of the parser is interrupted.
    static let readSizes = [65_536, 1]

    @Test(arguments: proper, readSizes)
    func `a proper request is served`(_ sample: RequestCase, _ readBytes: Int) async throws {
        try await check(sample, readBytes)
    }

    @Test(arguments: lengths + encodings + chunks, readSizes)
    func `a body whose end is in doubt is refused`(
        _ sample: RequestCase, _ readBytes: Int
    ) async throws {
        try await check(sample, readBytes)
    }

    @Test(arguments: fields, readSizes)
    func `a malformed header is refused`(_ sample: RequestCase, _ readBytes: Int) async throws {
        try await check(sample, readBytes)
    }

    @Test(arguments: requestLines, readSizes)
    func `a malformed request line is refused`(
        _ sample: RequestCase, _ readBytes: Int
    ) async throws {
        try await check(sample, readBytes)
    }

    @Test(arguments: limits, readSizes)
    func `what is over a limit is refused`(_ sample: RequestCase, _ readBytes: Int) async throws {
        try await check(sample, readBytes)
    }

    private func check(_ sample: RequestCase, _ readBytes: Int) async throws {
        try await withServer {
            $0.loops = 1
            $0.readBytes = readBytes
        } _: { server in
            let client = try server.client()

            try client.send(sample.bytes)
            var responses = try sample.statuses.map { _ in try client.response() }
            if sample.isEnd {
                #expect(client.receiveAll() == .closed)
                #expect(client.received.isEmpty)
            } else {
                try client.send(get())
                #expect(try client.response().body == "Hello")
            }

            #expect(responses.map(\.status) == sample.statuses)
            responses.removeAll { $0.status < 400 }
            for response in responses {
                #expect(response.header("content-type") == "application/problem+json")
                #expect(response.header("connection") == "close")
                #expect(response.body.hasSuffix("\"status\":\(response.status)}"))
            }
        }
    }

    static let proper: [RequestCase] = [
        .served("one GET", get()),
        .served(
            "five pipelined",
            get() + get() + post("Content-Length: 5\r\n", "hello") + get() + get(), count: 5),
        .served("an empty line before", "\r\n" + get()),
        .served("an empty body", post("Content-Length: 0\r\n")),
        .served("no body", post("")),
        .served("a chunked body", chunked("5\r\nhello\r\n3\r\nabc\r\n0\r\n\r\n")),
        .served("chunk extensions", chunked("5;a=1\r\nhello\r\n3;b=\"x y\"\r\nabc\r\n0\r\n\r\n")),
        .served("trailers", chunked("5\r\nhello\r\n0\r\nX-Sum: 1\r\nHost: other\r\n\r\n")),
        .served("chunked in capitals", post("Transfer-Encoding: Chunked\r\n", "0\r\n\r\n")),
        .served("white space around a value", get("X-Test: \t a b \t \r\n")),
        .served("an empty value", get("X-Test:\r\nX-Other: \r\n")),
        .served("bytes above ASCII in a value", get("X-Test: caf\u{e9}\r\n")),
        .served(
            "an upgrade to HTTP/2",
            get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAM\r\n")),
        .served(
            "an upgrade with a body",
            post("Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Length: 5\r\n", "hello")),
        .served("an absolute target", "GET http://test/plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .served("a host with port", "GET /plaintext HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n"),
        .served(
            "HTTP/1.0 that is kept", "GET /plaintext HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
        RequestCase("HTTP/1.0", Array("GET /plaintext HTTP/1.0\r\n\r\n".utf8), [200], isEnd: true),
        RequestCase(
            "the last one", Array((get("Connection: close\r\n") + get()).utf8), [200], isEnd: true),
    ]

    static let lengths: [RequestCase] =
        ["+5", "-5", "5,6", "5, 5", "0x5", "18446744073709551621", "5 5", "5a", ""].map {
            .refused(400, "Content-Length: \($0)", post("Content-Length: \($0)\r\n", "hello"))
        } + [
            .refused(
                400, "two lengths", post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello")),
            .refused(
                400, "twice the same length",
                post("Content-Length: 5\r\nContent-Length: 5\r\n", "hello")),
            .refused(
                400, "length, then chunked",
                post("Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\n" + get())),
            .refused(
                400, "chunked, then length",
                post("Transfer-Encoding: chunked\r\nContent-Length: 5\r\n", "0\r\n\r\n" + get())),
            .refused(
                400, "a length hidden by a bare CR", post("X: a\rContent-Length: 5\r\n", "hello")),
            .refused(
                400, "a length after a space",
                "POST /echo HTTP/1.1\r\n Content-Length: 5\r\nHost: test\r\n\r\nhello"),
        ]

    static let encodings: [RequestCase] = [
        .refused(501, "gzip, chunked", post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")),
        .refused(501, "xchunked", post("Transfer-Encoding: xchunked\r\n", "0\r\n\r\n")),
        .refused(501, "identity", post("Transfer-Encoding: identity\r\n", "0\r\n\r\n")),
        .refused(
            400, "chunked, identity",
            post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")),
        .refused(
            400, "chunked, chunked", post("Transfer-Encoding: chunked, chunked\r\n", "0\r\n\r\n")),
        .refused(
            400, "chunked twice", chunked("0\r\n\r\n", lines: "Transfer-Encoding: chunked\r\n")),
        .refused(
            400, "chunked and gzip", chunked("0\r\n\r\n", lines: "Transfer-Encoding: gzip\r\n")),
        .refused(400, "no coding", post("Transfer-Encoding: \r\n", "0\r\n\r\n")),
        .refused(
            400, "chunked on 1.0",
            "POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    ]

    static let chunks: [RequestCase] =
        ["FFFFFFFFFFFFFFFFF", "0x5", "-1", "+5", " 5", "5 ", "g", ""].map {
            .refused(
                400, "chunk size \($0.debugDescription)", chunked("\($0)\r\nhello\r\n0\r\n\r\n"))
        } + [
            .refused(400, "chunks ended by bare LF", chunked("5\nhello\n0\n\n")),
            .refused(400, "a chunk longer than it says", chunked("5\r\nhelloXX0\r\n\r\n")),
            .refused(400, "a bare CR after a chunk", chunked("5\r\nhello\r0\r\n\r\n")),
        ]

    static let fields: [RequestCase] = [
        .refused(400, "lines ended by bare LF", "GET /plaintext HTTP/1.1\nHost: test\n\n"),
        .refused(400, "a space before the colon", "GET /plaintext HTTP/1.1\r\nHost : test\r\n\r\n"),
        .refused(400, "a folded line", get("X: a\r\n b\r\n")),
        .refused(400, "no host", "GET /plaintext HTTP/1.1\r\n\r\n"),
        .refused(400, "two hosts", get("Host: other\r\n")),
        .refused(400, "a host with a path", "GET /plaintext HTTP/1.1\r\nHost: a/b\r\n\r\n"),
        .refused(400, "a host with a user", "GET /plaintext HTTP/1.1\r\nHost: a@b\r\n\r\n"),
        .refused(400, "a host with a space", "GET /plaintext HTTP/1.1\r\nHost: a b\r\n\r\n"),
        .refused(400, "NUL in a value", get("X: a\0b\r\n")),
        .refused(400, "NUL in a name", get("X\0Y: a\r\n")),
        .refused(400, "DEL in a value", get("X: a\u{7f}b\r\n")),
        .refused(400, "a bare CR in a value", get("X: a\rb\r\n")),
        .refused(400, "an empty name", get(": x\r\n")),
        .refused(400, "no colon", get("nonsense\r\n")),
        .refused(400, "a bracket in a name", get("X[0]: a\r\n")),
        .refused(417, "an unknown expectation", get("Expect: a-miracle\r\n")),
    ]

    static let requestLines: [RequestCase] = [
        .refused(501, "a method in small letters", "get /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(501, "an unknown method", "FROB /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(501, "a method that goes on", "GETS /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(501, "TRACE", "TRACE /plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(501, "CONNECT", "CONNECT test:443 HTTP/1.1\r\nHost: test\r\n\r\n"),
        RequestCase(
            "a TLS hello",
            [0x16, 3, 1, 0, 0xa5, 1, 0, 0, 0xa1, 3, 3] + [UInt8](repeating: 7, count: 160), [400],
            isEnd: true),
        .refused(505, "HTTP/1.9", "GET /plaintext HTTP/1.9\r\nHost: test\r\n\r\n"),
        .refused(505, "HTTP/3.7", "GET /plaintext HTTP/3.7\r\nHost: test\r\n\r\n"),
        .refused(505, "HTTP/2.0", "GET /plaintext HTTP/2.0\r\nHost: test\r\n\r\n"),
        .refused(505, "HTTP/0.9", "GET /plaintext HTTP/0.9\r\nHost: test\r\n\r\n"),
        .refused(501, "HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        .refused(505, "no version", "GET /plaintext\r\n\r\n"),
        .refused(400, "another protocol", "GET /plaintext ICE/1.0\r\nHost: test\r\n\r\n"),
        .refused(400, "a relative target", "GET plaintext HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(400, "an asterisk but for OPTIONS", "GET * HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(400, "a fragment", get("", "/plaintext#a")),
        .refused(400, "bytes above ASCII", get("", "/caf\u{e9}")),
        .refused(400, "NUL in the target", get("", "/plain\0text")),
        .refused(400, "a tab in the target", get("", "/plain\ttext")),
        .refused(
            400, "an absolute target of another host",
            "GET http://other/ HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(
            400, "an absolute target of no host", "GET http:///a HTTP/1.1\r\nHost: test\r\n\r\n"),
        .refused(
            400, "an absolute target of another scheme",
            "GET ftp://test/a HTTP/1.1\r\nHost: test\r\n\r\n"),
    ]

    static let limits: [RequestCase] = [
        .refused(414, "a target of 10 KB", get("", "/" + String(repeating: "a", count: 10_000))),
        .refused(
            431, "a header of 20 KB", get("X: " + String(repeating: "a", count: 20_000) + "\r\n")),
        .refused(431, "a name of 20 KB", get(String(repeating: "a", count: 20_000) + ": x\r\n")),
        .refused(431, "5000 headers", get((0..<5_000).map { "X\($0): a\r\n" }.joined())),
        .refused(
            431, "trailers of 20 KB",
            chunked(
                "0\r\n"
                    + (0..<400).map { "X\($0): " + String(repeating: "a", count: 50) + "\r\n" }
                    .joined() + "\r\n")),
        .refused(
            431, "chunk extensions of 20 KB",
            chunked(
                String(
                    repeating: "1;a=" + String(repeating: "b", count: 200) + "\r\nx\r\n", count: 100
                ) + "0\r\n\r\n")),
        .refused(413, "a length over the limit", post("Content-Length: 65537\r\n")),
        .refused(413, "a chunk over the limit", chunked("10001\r\n")),
        .refused(
            413, "chunks over the limit together",
            chunked(
                String(
                    repeating: "4000\r\n" + String(repeating: "x", count: 0x4000) + "\r\n", count: 5
                ) + "0\r\n\r\n")),
        .refused(
            413, "an expected body over the limit",
            post("Content-Length: 500000\r\nExpect: 100-continue\r\n")),
    ]
}
