import Foundation
import Testing

@testable import CremaAPI

@Suite struct JSONTreeDecoderTests {
    private struct Cup: Codable, Equatable {
        var name: String
        var count: Int
        var small: UInt8?
        var parts: [Part]?
        var isHot: Bool?
        var price: Double?
        var tags: [String: Int64]?

        struct Part: Codable, Equatable {
            var id: String
            var quantity: Int64?
        }
    }

    private func cup(_ text: String) throws -> Cup {
        try JSONTree(Array(text.utf8)).decode(Cup.self)
    }

    @Test(arguments: [
        #"{"name": "a", "count": 3}"#,
        #"{"name": "", "count": -3, "small": 255, "isHot": true, "price": 1.5, "tags": {"x": 1}}"#,
        #"{"count": 1e1, "name": "é", "parts": [], "more": [1, {"x": null}]}"#,
        #"{"count": 2.0, "name": "a", "parts": [{"id": "1"}, {"id": "2", "quantity": 9}]}"#,
        #"{"count": 2, "name": "a", "isHot": null, "parts": null, "small": null}"#,
    ]) func `what fits is read as Foundation reads it`(text: String) throws {
        #expect(try cup(text) == JSONDecoder().decode(Cup.self, from: Data(text.utf8)))
    }

    @Test(arguments: [
        (#"{"name": "a"}"#, "count"), (#"{"name": null, "count": 1}"#, "name"),
        (#"{"name": 1, "count": 1}"#, "name"), (#"{"name": "a", "count": 1.5}"#, "count"),
        (#"{"name": "a", "count": 1e300}"#, "count"), (#"{"name": "a", "count": "1"}"#, "count"),
        (#"{"name": "a", "count": 1, "small": 256}"#, "small"),
        (#"{"name": "a", "count": 1, "small": -1}"#, "small"),
        (#"{"name": "a", "count": 1, "parts": {}}"#, "parts"),
        (#"{"name": "a", "count": 1, "parts": [{"id": "x"}, {}]}"#, "parts.1.id"),
        (#"{"name": "a", "count": 1, "parts": [3]}"#, "parts.0"),
        (
            #"{"name": "a", "count": 1, "parts": [{"id": "x", "quantity": 9223372036854775808}]}"#,
            "parts.0.quantity"
        ),
        ("[]", ""), ("3", ""), ("null", ""),
    ]) func `what doesn't fit is named by its place`(text: String, place: String) throws {
        let error = #expect(throws: DecodingError.self) { try cup(text) }
        let path: [any CodingKey] =
            switch try #require(error) {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .valueNotFound(_, let context), .typeMismatch(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        #expect(path.map(\.stringValue).joined(separator: ".") == place)
    }
}
