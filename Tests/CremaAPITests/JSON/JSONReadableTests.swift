import Testing

@testable import CremaAPI

/// Reading and decoding take and refuse the same.
@Suite struct JSONReadableTests {
    private static let line = #"{"itemId": "latte", "quantity": 2}"#
    private static let cart =
        #""locationId": "mill", "fulfilment": "toGo", "fingerprint": "f", "lines": [\#(line)]"#

    static let texts =
        [
            "{\(cart)}", "{}", "[]", "null", "3", #"{"lines": []}"#,
            #"{\#(cart), "tip": 50, "codes": ["A", "B"], "customerName": "Ada", "total": null}"#,
            #"{\#(cart), "tip": {"amount": 50, "currency": "USD"}, "tenders": []}"#,
            #"{\#(cart), "tenders": [{"kind": "cash", "amount": 7}, {"kind": "card"}]}"#,
            #"{\#(cart), "tenders": [{"amount": 7}]}"#, #"{\#(cart), "tenders": {}}"#,
            #"{\#(cart), "tip": "50"}"#, #"{\#(cart), "tip": 1.5}"#, #"{\#(cart), "tip": {}}"#,
            #"{\#(cart), "codes": [1]}"#, #"{\#(cart), "codes": [null]}"#,
            #"{\#(cart), "customerName": 1}"#, #"{\#(cart), "total": {"amount": 1}}"#,
        ]
        + [
            #"{}"#, #"null"#, #"7"#, #"{"itemId": null, "quantity": 1}"#,
            #"{"itemId": "a", "quantity": 1.5}"#, #"{"itemId": "a", "quantity": 1e1}"#,
            #"{"itemId": "a", "quantity": 9223372036854775808}"#, #"{"itemId": "a"}"#,
            #"{"itemId": "a", "quantity": "1"}"#, #"{"itemId": "a", "quantity": null}"#,
            #"{"itemId": "a", "quantity": 1, "modifiers": [{"id": "m", "quantity": 2}]}"#,
            #"{"itemId": "a", "quantity": 1, "modifiers": [{"id": "m", "quantity": null}]}"#,
            #"{"itemId": "a", "quantity": 1, "modifiers": [{"quantity": 1}]}"#,
            #"{"itemId": "a", "quantity": 1, "modifiers": [{"id": 1}]}"#,
            #"{"itemId": "a", "quantity": 1, "modifiers": "m"}"#,
            #"{"itemId": "a", "quantity": 1, "sizeId": "s", "request": "r", "cupName": "c"}"#,
            #"{"itemId": "a", "quantity": 1, "sizeId": 1}"#,
            #"{"itemId": "a", "quantity": 1, "unitPrice": 450}"#,
            #"{"itemId": "a", "quantity": 1, "unitPrice": {"amount": "x"}}"#,
        ].map {
            #"{"locationId": "mill", "fulfilment": "toGo", "fingerprint": "f", "lines": ["#
                + $0 + "]}"
        }

    private enum Outcome<Value: Equatable>: Equatable {
        case value(Value)
        case refused(kind: String, path: String)

        init(_ read: () throws -> Value) {
            do {
                self = .value(try read())
            } catch DecodingError.keyNotFound(let key, let context) {
                self = .refused(kind: "missing", path: Outcome.text(context.codingPath + [key]))
            } catch DecodingError.valueNotFound(_, let context) {
                self = .refused(kind: "null", path: Outcome.text(context.codingPath))
            } catch DecodingError.typeMismatch(_, let context) {
                self = .refused(kind: "type", path: Outcome.text(context.codingPath))
            } catch DecodingError.dataCorrupted(let context) {
                self = .refused(kind: "value", path: Outcome.text(context.codingPath))
            } catch {
                self = .refused(kind: "\(error)", path: "")
            }
        }

        private static func text(_ path: [any CodingKey]) -> String {
            path.map(\.stringValue).joined(separator: ".")
        }
    }

    @Test(arguments: texts) func `reading is decoding`(text: String) throws {
        let tree = try JSONTree(Array(text.utf8))

        #expect(
            Outcome { try tree.read(PlaceOrderRequest.self) }
                == Outcome { try tree.decode(PlaceOrderRequest.self) })
        #expect(
            Outcome { try tree.read(QuoteRequest.self) }
                == Outcome { try tree.decode(QuoteRequest.self) })
    }
}
