import CremaHTTP
import Testing

@Suite struct AddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("2001:db8::1", "2001:db8::1"),
        ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("::", "::"), ("0.0.0.0", "0.0.0.0"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
    ])
    func `an address is read and written`(text: String, written: String) {
        #expect(PeerAddress(text)?.description == written)
    }

    @Test(arguments: ["", "1.2.3", "1.2.3.256", "1.2.3.4:80", "[::1]", "fe80::1%eth0", " ::1", "x"])
    func `what is no address isn't read`(text: String) {
        #expect(PeerAddress(text) == nil)
    }

    @Test func `an IPv4 address isn't the IPv6 address of the same bits`() {
        #expect(PeerAddress("0.0.0.1") != PeerAddress("::1"))
    }

    @Test(arguments: ["127.0.0.1", "::"])
    func `an IPv4 peer is told as what it is`(host: String) async throws {
        var configuration = HTTPServerConfiguration.forTests
        configuration.host = host
        try await withServer(
            configuration, handler: { .text($0.peer.description) },
            { server in
                let client = try Client(port: server.port)

                try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")

                #expect(try client.response().body == "127.0.0.1")
            })
    }
}

@Suite struct TrustedFrontsTests {
    private func client(
        _ peer: String, _ forwarded: String..., fronts: [String] = ["10.0.0.0/8", "fd00::/8"]
    ) throws -> String {
        let fronts = try #require(TrustedFronts(fronts))
        let request = HTTPRequest(
            method: .get, target: "/",
            headers: HTTPHeaders(forwarded.map { ("X-Forwarded-For", $0) }),
            peer: try #require(PeerAddress(peer)))
        return fronts.client(of: request).description
    }

    @Test func `a stranger's word isn't taken`() throws {
        #expect(try client("192.0.2.1", "198.51.100.7") == "192.0.2.1")
        #expect(try client("10.0.0.1", "198.51.100.7", fronts: []) == "10.0.0.1")
    }

    @Test func `a character that swallows the comma hides no front's word`() throws {
        #expect(try client("10.0.0.1", "\u{601}", "198.51.100.7") == "198.51.100.7")
        #expect(try client("10.0.0.1", "203.0.113.9,\u{301}, 198.51.100.7") == "198.51.100.7")
    }

    @Test func `a front's word is taken, the last one first`() throws {
        #expect(try client("10.0.0.1", "198.51.100.7") == "198.51.100.7")
        #expect(try client("10.0.0.1", "203.0.113.9, 198.51.100.7") == "198.51.100.7")
        #expect(try client("fd00::1", "203.0.113.9", "198.51.100.7") == "198.51.100.7")
    }

    @Test func `fronts in a row are passed over`() throws {
        let forwarded = "1.1.1.1, 198.51.100.7,10.0.0.2 , fd00::3"
        #expect(try client("10.0.0.1", forwarded) == "198.51.100.7")
        #expect(try client("10.0.0.1", "10.0.0.9, 10.0.0.2") == "10.0.0.9")
    }

    @Test(arguments: ["", "unknown", "198.51.100.7, nonsense", "198.51.100.7:80", ","])
    func `what is no address is passed by nobody`(forwarded: String) throws {
        #expect(try client("10.0.0.1", forwarded) == "10.0.0.1")
    }

    @Test func `without the header the front is the client`() throws {
        #expect(try client("10.0.0.1") == "10.0.0.1")
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.255.255", true), ("10.0.0.0/8", "11.0.0.0", false),
        ("10.1.2.3/8", "10.9.9.9", true), ("0.0.0.0/0", "192.0.2.1", true),
        ("0.0.0.0/0", "::1", false), ("::/0", "2001:db8::1", true),
        ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
        ("192.0.2.1/32", "192.0.2.2", false), ("2001:db8::/127", "2001:db8::1", true),
        ("2001:db8::/127", "2001:db8::2", false),
    ])
    func `a range holds its addresses`(range: String, address: String, isIn: Bool) throws {
        let fronts = try #require(TrustedFronts([range]))

        #expect(fronts.contains(try #require(PeerAddress(address))) == isIn)
    }

    @Test(arguments: ["10.0.0.0/33", "::/129", "10.0.0.0/-1", "10.0.0.0/", "/8", "front", "1/2/3"])
    func `a malformed range is refused`(range: String) {
        #expect(TrustedFronts([range]) == nil)
    }

    @Test func `only a front can say that a connection is encrypted`() throws {
        let fronts = try #require(TrustedFronts(["10.0.0.1"]))
        func isEncrypted(_ peer: String, _ scheme: String) throws -> Bool {
            fronts.isEncrypted(
                HTTPRequest(
                    method: .get, target: "/",
                    headers: HTTPHeaders([("X-Forwarded-Proto", scheme)]),
                    peer: try #require(PeerAddress(peer))))
        }

        #expect(try isEncrypted("10.0.0.1", "https"))
        #expect(try !isEncrypted("10.0.0.1", "http"))
        #expect(try !isEncrypted("10.0.0.2", "https"))
    }
}
