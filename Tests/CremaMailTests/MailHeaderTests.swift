import CremaDomain
import CremaMail
import Testing

/// Lines of a mail's head, and where mails go.
struct MailHeaderTests {
    @Test(arguments: [
        ("Old Mill Coffee", "Old Mill Coffee"), ("", ""),
        ("Café", "=?UTF-8?B?Q2Fmw6k=?="), ("a=b", "=?UTF-8?B?YT1i?="),
        ("قهوة", "=?UTF-8?B?2YLZh9mI2Kk=?="),
        ("one\r\nBcc: eve@example.org", "one  Bcc: eve@example.org"),
        ("tab\there\u{0}", "tab here "),
    ]) func `a text is one line of ASCII, whatever it holds`(text: String, line: String) {
        #expect(MailHeader.encoded(text) == line)
    }

    @Test func `a long text is folded between characters`() {
        let lines = MailHeader.encoded(String(repeating: "ü☕️", count: 40))
            .split(separator: "\r\n ", omittingEmptySubsequences: false)

        #expect(lines.count > 4)
        for line in lines {
            #expect(line.utf8.count <= 75)
            #expect(line.hasPrefix("=?UTF-8?B?") && line.hasSuffix("?="))
        }
    }

    @Test(arguments: [
        ("2026-11-30T08:05:09.123Z", "Mon, 30 Nov 2026 08:05:09 +0000"),
        ("1970-01-01T00:00:00.000Z", "Thu, 1 Jan 1970 00:00:00 +0000"),
        ("2024-02-29T23:59:59.999Z", "Thu, 29 Feb 2024 23:59:59 +0000"),
        ("1969-12-31T23:59:59.000Z", "Wed, 31 Dec 1969 23:59:59 +0000"),
    ]) func `a date is written as mail programs read it`(instant: String, text: String) throws {
        #expect(MailDate.text(try #require(Timestamp(rfc3339: instant))) == text)
    }

    @Test(arguments: [
        "smtp://mail.example:587", "smtps://mail.example", "smtp://127.0.0.1:2525",
        "smtp://shop:p%40ss%3aword@mail.example:587", "smtp://shop:secret@[::1]:25/",
        "smtp://mail.example:587?ca=/etc/ssl/own.pem",
    ]) func `a server is named with its scheme`(text: String) {
        #expect(SMTPSettings(text, sender: "shop@example.org") != nil)
    }

    @Test(arguments: [
        "", "mail.example", "http://mail.example", "smtp://", "smtp://shop@mail.example",
        "smtp://shop:%zz@mail.example", "smtp://shop:%4@mail.example", "smtp://a b",
        "smtp://mail.example/\r\nRCPT", "smtp://mail.example?key=x", "smtp://shop:%ff@mail.example",
    ]) func `what isn't a server is none`(text: String) {
        #expect(SMTPSettings(text, sender: "shop@example.org") == nil)
    }

    @Test(arguments: [
        "shop", "", "@", "a@", "@b", "a@b@c", "Shop <a@b.example>", "a b@c", "a@b\r\n",
    ])
    func `a sender is one address and nothing else`(sender: String) {
        #expect(SMTPSettings("smtp://mail.example", sender: sender) == nil)
    }

    @Test(arguments: [
        ("Old Mill Coffee", "Old Mill Coffee"), ("Bean & Leaf", "Bean & Leaf"),
        ("Bean, Leaf", "=?UTF-8?B?QmVhbiwgTGVhZg==?="), ("a<b>@c", "=?UTF-8?B?YTxiPkBj?="),
        ("Café", "=?UTF-8?B?Q2Fmw6k=?="),
    ]) func `a name before an address is one word to mail programs`(text: String, line: String) {
        #expect(MailHeader.phrase(text) == line)
    }
}
