import CremaHTTP
import Testing

@Suite struct HeaderTests {
    private let headers = HTTPHeaders([
        ("Host", "test"), ("X-Test", "one"), ("x-test", "two"), ("X-Test-Not", "three"),
    ])

    @Test func `a name is found in any case`() {
        #expect(headers["host"] == "test")
        #expect(headers["HOST"] == "test")
        #expect(headers["X-Test"] == "one")
        #expect(headers.all("X-TEST") == ["one", "two"])
    }

    @Test func `an absent name is absent`() {
        #expect(headers["hos"] == nil)
        #expect(headers["x-test-"] == nil)
        #expect(headers.all("one").isEmpty)
        #expect(HTTPHeaders()["host"] == nil)
    }

    @Test func `letters alone know no case`() {
        let odd = HTTPHeaders([("a@b", "at"), ("a`b", "tick")])

        #expect(odd["A`B"] == "tick")
        #expect(odd["A@B"] == "at")
    }

    @Test func `lines are kept in order and found again`() {
        var lines = HeaderLines(contentType: "text/plain")
        lines.add("Content-Language", "en")
        lines.add("Retry-After", 30)
        lines.add("Link", "one")
        lines.add("Link", "two")

        #expect(lines["content-type"] == "text/plain")
        #expect(lines["retry-after"] == "30")
        #expect(lines.all("Link") == ["one", "two"])
        #expect(lines["Content"] == nil)
    }

    @Test(arguments: ["a\r\nSet-Cookie: b", "a\nb", "a\rb", "a\0b", "\u{1b}[0m", "a\u{7f}"])
    func `a value that would end its line is not added`(value: String) {
        var lines = HeaderLines()

        let isAdded = lines.add("Location", value)

        #expect(!isAdded)
        #expect(lines["location"] == nil)
        #expect(lines == HeaderLines())
    }

    @Test func `text above ASCII and tabs may stand in a value`() {
        var lines = HeaderLines()

        let isAdded = lines.add("X-Test", "caf\u{e9}\tnoir" as String)

        #expect(isAdded)
        #expect(lines["x-test"] == "caf\u{e9}\tnoir")
    }

    @Test func `the engine's own lines can't be added`() async {
        await #expect(processExitsWith: .failure) {
            var lines = HeaderLines()
            lines.add("content-length", "5")
        }
    }
}

@Suite struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2&a=3", [["a", "1"], ["b", "2"], ["a", "3"]]),
        ("name=flat+white&note=a%26b%3Dc", [["name", "flat white"], ["note", "a&b=c"]]),
        ("caf%C3%A9=%e2%82%ac", [["caf\u{e9}", "\u{20ac}"]]),
        ("bare&empty=&=value", [["bare", ""], ["empty", ""], ["", "value"]]),
        ("&&a=b=c&", [["a", "b=c"]]), ("", []),
    ])
    func `fields are read in order`(text: String, fields: [[String]]) throws {
        let form = try #require(FormFields(text))

        #expect(form.fields.map { [$0.name, $0.value] } == fields)
    }

    @Test(arguments: ["a=%", "a=%4", "a=%zz", "%=a", "a=%FF", "a=%C3%28"])
    func `malformed fields are refused`(text: String) {
        #expect(FormFields(text) == nil)
    }

    @Test func `as many fields as are allowed are read, and not one more`() {
        let most = [String](repeating: "a=b", count: FormFields.maxFields).joined(separator: "&")

        #expect(FormFields(most)?.fields.count == FormFields.maxFields)
        #expect(FormFields(most + "&a=b") == nil)
    }

    @Test func `names may be repeated`() throws {
        let form = try #require(FormFields("milk=oat&milk=soy&size=l"))

        #expect(form["milk"] == "oat")
        #expect(form.all("milk") == ["oat", "soy"])
        #expect(form["sugar"] == nil)
        #expect(form.all("sugar").isEmpty)
    }

    @Test func `what is written is read again`() throws {
        var form = FormFields()
        form.add("a b", "1 + 1 = 2 & more")
        form.add("caf\u{e9}", "100 %\r\n")

        #expect(form.encoded == "a+b=1+%2B+1+%3D+2+%26+more&caf%C3%A9=100+%25%0D%0A")
        #expect(FormFields(form.encoded) == form)
    }

    @Test func `a query is read from the request`() {
        #expect(HTTPRequest(method: .get, target: "/a?b=c&d").queryItems?.all("b") == ["c"])
        #expect(HTTPRequest(method: .get, target: "/a?%").queryItems == nil)
        #expect(HTTPRequest(method: .get, target: "/a").queryItems?.fields.isEmpty == true)
    }
}

@Suite struct CookieTests {
    @Test func `cookies are read from all their lines`() {
        let cookies = Cookies(
            HTTPHeaders([
                ("Cookie", "session=abc; theme=\"dark\";empty=; =nameless; broken"),
                ("cookie", "session=later; x=a=b"),
            ]))

        #expect(cookies["session"] == "abc")
        #expect(cookies["theme"] == "dark")
        #expect(cookies["empty"] == "")
        #expect(cookies["x"] == "a=b")
        #expect(cookies["broken"] == nil)
        #expect(cookies[""] == nil)
    }

    @Test func `a mark that combines with what stands beside it hides no cookie`() {
        // U+0601 takes the next character to itself, U+0301 the one before.
        let cookies = Cookies(
            HTTPHeaders([("Cookie", "other=\u{601}; \u{301}=\u{301}1;\u{301}x=2; session=abc")]))

        #expect(cookies["session"] == "abc")
        #expect(cookies["other"] == "\u{601}")
        #expect(cookies["\u{301}x"] == "2")
    }

    @Test func `a cookie is private unless said otherwise`() throws {
        let cookie = try #require(SetCookie(name: "session", value: "abc"))

        #expect(cookie.line == "session=abc; Path=/; Secure; HttpOnly; SameSite=Lax")
    }

    @Test func `a cookie's attributes are written`() throws {
        var cookie = try #require(SetCookie(name: "theme", value: "dark"))
        cookie.path = "/bar"
        cookie.maxAgeSeconds = 60
        cookie.isSecure = false
        cookie.isHTTPOnly = false
        cookie.sameSite = .strict
        var lines = HeaderLines()
        lines.add(cookie)

        #expect(lines["set-cookie"] == "theme=dark; Path=/bar; Max-Age=60; SameSite=Strict")
    }

    @Test(arguments: [
        ("", "a"), ("a b", "a"), ("a=b", "a"), ("a;", "a"), ("a", "b;c"), ("a", "b c"),
        ("a", "b\r\nc"), ("a", "caf\u{e9}"), ("a", "b,c"), ("a", "\"b\""),
    ])
    func `a cookie that would break its line can't be made`(name: String, value: String) {
        #expect(SetCookie(name: name, value: value) == nil)
    }
}

@Suite struct ServerSentEventTests {
    private func text(_ event: ServerSentEvent) -> String {
        String(decoding: event.bytes, as: UTF8.self)
    }

    @Test func `id, kind and data are lines of their own`() {
        let event = ServerSentEvent(id: 17, event: "order", data: "{}")

        #expect(text(event) == "id: 17\nevent: order\ndata: {}\n\n")
        #expect(text(ServerSentEvent(data: "")) == "data: \n\n")
    }

    @Test(arguments: ["a\nb", "a\rb", "a\r\nb"])
    func `each line of the data is one of the event`(data: String) {
        #expect(text(ServerSentEvent(data: data)) == "data: a\ndata: b\n\n")
    }

    @Test func `data can't begin an event of its own`() {
        let data = "a\n\nid: 99\nevent: fake\r\rdata: b"

        let lines = text(ServerSentEvent(data: data)).dropLast(2).split(separator: "\n")

        #expect(lines.allSatisfy { $0.hasPrefix("data: ") })
    }

    @Test func `the time to wait is told in milliseconds`() {
        #expect(ServerSentEvent.retry(after: .seconds(2)) == Array("retry: 2000\n\n".utf8))
    }
}
