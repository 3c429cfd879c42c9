import CremaWeb
import Testing

@Suite struct HTMLTests {
    @Test func `text can't become markup`() {
        let page = p { "<script>alert(1)</script> & \"'" }

        #expect(
            page.string
                == "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#39;</p>")
    }

    @Test func `an attribute's value can't end it`() {
        let field = input(.value("\"><img src=x onerror=alert(1)>"))

        #expect(
            field.string
                == "<input value=\"&quot;&gt;&lt;img src=x onerror=alert(1)&gt;\">")
    }

    @Test func `characters that HTML forbids become the replacement character`() {
        #expect(
            p { "a\u{0}b\u{8}c\u{7F}d\te\n" }.string == "<p>a\u{FFFD}b\u{FFFD}c\u{FFFD}d\te\n</p>")
    }

    @Test func `an absent attribute isn't written and a present one stands alone`() {
        let field = input(
            Attribute("checked", when: true), Attribute("disabled", when: false),
            Attribute("name", optional: nil))

        #expect(field.string == "<input checked>")
    }

    @Test func `a document begins with the doctype`() {
        #expect(String(decoding: p { "x" }.document, as: UTF8.self) == "<!doctype html><p>x</p>")
    }

    @Test func `what somebody typed is set apart`() {
        #expect(typed("علي").string == "<bdi>علي</bdi>")
    }

    @Test func `nesting, conditions and loops write in order`() {
        let isShown = true
        let list = ul(.class("a")) {
            if isShown { li { "0" } } else { li { "never" } }
            for number in 1...2 { li { String(number) } }
            if !isShown { li { "never" } }
        }

        #expect(list.string == "<ul class=\"a\"><li>0</li><li>1</li><li>2</li></ul>")
    }
}

@Suite struct PathTests {
    @Test func `each part of an address is encoded`() {
        let path = Path(parts: ["l", "a/b ü?#"], query: [("q", "café & más")])

        #expect(path.text == "/l/a%2Fb%20%C3%BC%3F%23?q=caf%C3%A9%20%26%20m%C3%A1s")
    }

    @Test(arguments: [
        "//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "",
        "/a\nb", "/ü", "/a b",
    ])
    func `an address that leads elsewhere is refused`(_ text: String) {
        #expect(Path(returning: text) == nil)
    }

    @Test(arguments: ["/", "/l/old-mill/menu?q=a%20b", "/orders#x"])
    func `an address on this server is taken`(_ text: String) {
        #expect(Path(returning: text)?.text == text)
    }
}
