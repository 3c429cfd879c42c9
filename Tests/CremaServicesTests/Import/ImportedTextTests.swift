import Testing

@testable import CremaServices

@Suite struct ImportedTextTests {
    @Test(arguments: [
        ("Latte", "Latte", 0), ("  Kevita ", "Kevita", 1),
        ("Mango  (Flavors )", "Mango (Flavors )", 1),
        ("Sausage &amp; Peppers", "Sausage & Peppers", 1),
        ("A&B &unknown; &#39;", "A&B &unknown; '", 1),
        ("&amp;lt;", "&lt;", 1), ("a\u{7}b", "ab", 1), ("a\r\nb", "a b", 0),
        ("a\u{202E}b", "ab", 1), ("e&#x301;\u{302}x", "e\u{301}\u{302}x", 1),
        ("Buddy’s Pies", "Buddy’s Pies", 0), ("لاتيه", "لاتيه", 0), ("", "", 0), ("& &", "& &", 0),
    ]) func `a name is made fit and says how`(raw: String, text: String, repairs: Int) throws {
        let clean = try ImportedText(raw, what: "name", maximum: 80)

        #expect(clean.text == text)
        #expect(clean.repairs.count == repairs, "\(clean.repairs)")
    }

    @Test func `a description keeps its lines`() throws {
        let clean = try ImportedText("one\r\ntwo\n", what: "text", maximum: 80, hasLines: true)

        #expect(clean.text == "one\ntwo")
    }

    @Test func `a text that is too long is cut between characters`() throws {
        let clean = try ImportedText(
            String(repeating: "🇫🇷", count: 50), what: "name", maximum: 10)

        #expect(clean.text == String(repeating: "🇫🇷", count: 10))
        #expect(clean.repairs == ["the name is cut to 10 characters"])
    }

    @Test func `a character of marks without end is left out`() throws {
        let zalgo = "a" + String(repeating: "\u{301}", count: 10_000)

        let clean = try ImportedText("Latte " + zalgo, what: "name", maximum: 10)

        #expect(clean.text == "Latte")
    }

    @Test func `NUL is refused`() {
        #expect(throws: ImportedText.Problem.holdsNUL) {
            try ImportedText("a\0b", what: "name", maximum: 80)
        }
    }
}
