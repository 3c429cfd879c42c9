@testable import CremaWeb
import Testing

/// What a `User-Agent` says, in words.
struct ClientNameTests {
    private static let mozilla = "Mozilla/5.0 "

    @Test(arguments: [
        (
            mozilla + "(Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/126.0.0.0 Mobile Safari/537.36", "Chrome · Android"
        ),
        (
            mozilla + "(Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
                + "Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0", "Edge · Windows"
        ),
        (
            mozilla + "(iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
                + "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1", "Safari · iPhone"
        ),
        (
            mozilla + "(Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0",
            "Firefox · Mac"
        ),
        ("curl/7.88.1", "curl"), ("CremaApp/1.4 (iPhone)", "CremaApp"),
        ("<script>alert(1)</script>", ""), ("", ""), (String(repeating: "a", count: 2000), ""),
        (String(repeating: "a", count: 200), String(repeating: "a", count: 40)),
    ]) func `known ones are named, others by their product`(agent: String, words: String) {
        #expect(ClientName.words(agent) == words)
    }

    @Test func `nothing is known of who says nothing`() {
        #expect(ClientName.words(nil) == "")
    }
}
