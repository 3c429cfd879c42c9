import CremaDomain
import Foundation
import Testing

@testable import CremaAPI

@Suite struct JSONWriterTests {
    @Test func `commas stand between members and elements, and nowhere else`() {
        var json = JSONWriter()
        json.object { json in
            json.name("none")
            json.list([Int]()) { json, number in json.write(number) }
            json.name("many")
            json.list([1, 2]) { json, number in
                json.object { json in
                    json.member("number", number)
                    json.member("even", number.isMultiple(of: 2))
                }
            }
            json.name("gone")
            json.writeNull()
            json.member("last", "x")
        }

        let expected = #"{"none":[],"many":[{"number":1,"even":false},{"number":2,"even":true}],"#
        #expect(json.text == expected + #""gone":null,"last":"x"}"#)
    }

    @Test(arguments: [
        "", "plain", "\"quoted\" \\ slash/", "\u{0}\u{1F}\u{7F}", "line\nnext\ttab\r", "é 😀 علي",
        "</script>", "\u{2028}",
    ]) func `a text is read back as it was`(text: String) throws {
        var json = JSONWriter()
        json.write(text)

        #expect(try JSONTree(json.bytes).text == text)
        #expect(
            try JSONDecoder().decode(String.self, from: Data(json.bytes)) == text)
    }

    @Test func `an answer written by hand is the same as the encoder's`() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let currency = try #require(Currency(code: "USD"))
        for token in [nil, "a/b\"c"] {
            let answer = PlacedOrderResponse(
                id: ID("01a"), callNumber: CallNumber(sequence: 7), state: .pending,
                total: Money(1234), due: Money(1234), currency: currency, token: token)

            #expect(answer.json == Array(try encoder.encode(answer)))
        }
    }
}
