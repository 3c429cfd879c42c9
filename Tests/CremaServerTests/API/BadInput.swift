import Testing

/// A request that can't be accepted, with what must come of it.
struct BadInput: Sendable, CustomTestStringConvertible {
    let name: String
    let status: Int
    /// The part of the request that the answer names.
    let field: String?
    let body: @Sendable (JSON) throws -> [UInt8]

    var testDescription: String { name }

    /// A change of a sound body.
    init(
        _ name: String, _ status: Int, _ field: String?,
        change: @escaping @Sendable (inout JSON) -> Void
    ) {
        self.name = name
        self.status = status
        self.field = field
        body = { sound in
            var changed = sound
            change(&changed)
            return try changed.bytes
        }
    }

    /// Bytes in place of a sound body.
    init(_ name: String, _ status: Int, _ field: String?, raw: [UInt8]) {
        self.name = name
        self.status = status
        self.field = field
        body = { _ in raw }
    }

    /// A change of the first line.
    private static func line(
        _ name: String, _ field: String, status: Int = 422, _ member: String, _ value: JSON
    ) -> BadInput {
        BadInput(name, status, "lines[0]." + field) { $0["lines"][0][member] = value }
    }

    /// What neither can be priced nor placed.
    static let carts: [BadInput] = quantities + modifiers + items + words + bodies

    private static let quantities = [
        line("quantity 0", "quantity", "quantity", 0),
        line("quantity -2", "quantity", "quantity", -2),
        line("quantity 1.5", "quantity", "quantity", 1.5),
        line("quantity 10⁹", "quantity", "quantity", 1_000_000_000),
        line("quantity 100", "quantity", "quantity", 100),
        line("quantity in words", "quantity", "quantity", "2"),
        line("quantity true", "quantity", "quantity", true),
        line("quantity null", "quantity", "quantity", nil),
        line("quantity as a list", "quantity", "quantity", [1]),
        BadInput("quantity left out", 422, "lines[0].quantity") {
            $0["lines"][0] = $0["lines"][0].without("quantity")
        },
        BadInput("no lines", 422, "lines") { $0["lines"] = [] },
        BadInput("51 lines", 422, "lines") {
            $0["lines"] = .list(Array(repeating: $0["lines"][0], count: 51))
        },
        BadInput("lines as words", 422, "lines") { $0["lines"] = "flat white" },
        BadInput("a line as words", 422, "lines[1]") { $0["lines"][1] = "flat white" },
    ]

    private static let modifiers = [
        line("an unknown modifier", "modifiers", "modifiers", [["id": "milk-moon"]]),
        line("a retired modifier", "modifiers", "modifiers", [["id": "milk-goat"]]),
        line(
            "a modifier of another item", "modifiers", "modifiers",
            [["id": "milk-oat"], ["id": "leaf-mint"]]),
        line("below min", "modifiers", "modifiers", []),
        line(
            "above max", "modifiers", "modifiers", [["id": "milk-oat"], ["id": "milk-whole"]]),
        line(
            "the same modifier twice", "modifiers", "modifiers",
            [["id": "milk-oat"], ["id": "milk-oat"]]),
        line(
            "a modifier more often than allowed", "modifiers", "modifiers",
            [["id": "milk-oat"], ["id": "shot-extra", "quantity": 4]]),
        line(
            "a modifier 0 times", "modifiers", "modifiers",
            [["id": "milk-oat"], ["id": "shot-extra", "quantity": 0]]),
        line(
            "a modifier -1 times", "modifiers", "modifiers",
            [["id": "milk-oat"], ["id": "shot-extra", "quantity": -1]]),
        line(
            "a modifier half", "modifiers[0].quantity", "modifiers",
            [["id": "milk-oat", "quantity": 0.5]]),
        line("a modifier as a number", "modifiers[0]", "modifiers", [7]),
        line("modifiers as an object", "modifiers", "modifiers", ["id": "milk-oat"]),
        line(
            "61 modifiers", "modifiers", "modifiers",
            .list(Array(repeating: ["id": "milk-oat"], count: 61))),
    ]

    private static let items = [
        line("an unknown item", "itemId", "itemId", "moon-cake"),
        line("a retired item", "itemId", "itemId", "old-mocha"),
        line("an empty id", "itemId", "itemId", ""),
        line("an id with NUL", "itemId", "itemId", "flat\0white"),
        line("an id of 10 000 letters", "itemId", "itemId", long(10_000)),
        line("an id as a number", "itemId", "itemId", 7),
        line("a size where there is none", "sizeId", "sizeId", "latte-large"),
        BadInput("a size left out", 422, "lines[1].sizeId") {
            $0["lines"][1] = $0["lines"][1].without("sizeId")
        },
        BadInput("an unknown size", 422, "lines[1].sizeId") {
            $0["lines"][1]["sizeId"] = "latte-vast"
        },
        BadInput("an unknown place", 404, "locationId") { $0["locationId"] = "moon" },
        BadInput("a place with a strange id", 404, "locationId") { $0["locationId"] = "../etc" },
        BadInput("a place as a number", 422, "locationId") { $0["locationId"] = 7 },
        BadInput("no place", 422, "locationId") { $0 = $0.without("locationId") },
        BadInput("an unknown fulfilment", 422, "fulfilment") { $0["fulfilment"] = "drone" },
    ]

    private static let words = [
        line("a wish of 201 characters", "request", "request", long(201)),
        line("a wish of 10 000 characters", "request", "request", long(10_000)),
        line("a wish with NUL", "request", "request", "no\0foam"),
        line("a wish with ESC", "request", "request", "\u{1B}@"),
        line("a name of 81 characters", "cupName", "cupName", long(81)),
        line("a name with NUL", "cupName", "cupName", "A\0da"),
        line(
            "one letter with 9 999 accents", "cupName", "cupName",
            .text("a" + String(repeating: "\u{301}", count: 9_999))),
        BadInput("a tip below zero", 422, "tip") { $0["tip"] = -1 },
        BadInput("a tip above all bounds", 422, "tip") { $0["tip"] = .integer(.max) },
        BadInput("a tip in words", 422, "tip") { $0["tip"] = "much" },
        BadInput("a tip of half a cent", 422, "tip.amount") {
            $0["tip"] = ["amount": 0.5, "currency": "USD"]
        },
        BadInput("a tip in another currency", 422, "tip.currency") {
            $0["tip"] = ["amount": 100, "currency": "EUR"]
        },
        BadInput("a tip without its currency", 422, "tip.currency") {
            $0["tip"] = ["amount": 100]
        },
        BadInput("an unknown code", 422, "codes[0]") { $0["codes"] = ["FREE"] },
        BadInput("codes as words", 422, "codes") { $0["codes"] = "FREE" },
    ]

    private static let bodies = [
        BadInput("nothing", 400, "body", raw: []),
        BadInput("half a body", 400, "body", raw: Array(#"{"locationId":"mill","#.utf8)),
        BadInput("something behind it", 400, "body", raw: Array("{} {}".utf8)),
        BadInput("a comma too many", 400, "body", raw: Array(#"{"a":1,}"#.utf8)),
        BadInput("not a number", 400, "body", raw: Array(#"{"a":NaN}"#.utf8)),
        BadInput("a number with a zero before it", 400, "body", raw: Array(#"{"a":01}"#.utf8)),
        BadInput("bytes that aren't UTF-8", 400, "body", raw: [0x22, 0xFF, 0x22]),
        BadInput("half a pair of surrogates", 400, "body", raw: Array(#"{"a":"\ud800"}"#.utf8)),
        BadInput("a byte-order mark", 400, "body", raw: [0xEF, 0xBB, 0xBF] + Array("{}".utf8)),
        BadInput("a list", 422, "body", raw: Array("[]".utf8)),
        BadInput("null", 422, "body", raw: Array("null".utf8)),
        BadInput("words", 422, "body", raw: Array(#""a flat white, please""#.utf8)),
        BadInput(
            "10 000 lists in lists", 400, "body",
            raw: Array((String(repeating: "[", count: 10_000)).utf8)),
        BadInput(
            "40 objects in objects", 400, "body",
            raw: Array(
                (String(repeating: #"{"a":"#, count: 40) + "1" + String(repeating: "}", count: 40))
                    .utf8)),
        BadInput(
            "a member twice", 400, "fulfilment",
            raw: Array(#"{"fulfilment":"toGo","fulfilment":"forHere"}"#.utf8)),
        BadInput(
            "a member twice, once in escapes", 400, "tip",
            raw: Array(#"{"tip":1,"t\u0069p":2}"#.utf8)),
        BadInput("10 MB", 413, nil, raw: Array(repeating: 0x20, count: 10_000_000)),
        BadInput(
            "a number without end", 422, "tip",
            raw: Array(
                (#"{"locationId":"mill","fulfilment":"toGo","lines":[],"tip":"#
                    + String(repeating: "9", count: 400) + "}").utf8)),
    ]

    /// What can be priced but not placed.
    static let orders: [BadInput] = [
        BadInput("no fingerprint", 422, "fingerprint") { $0 = $0.without("fingerprint") },
        BadInput("a fingerprint as a number", 422, "fingerprint") { $0["fingerprint"] = 7 },
        BadInput("a fingerprint that no longer fits", 409, "fingerprint") {
            $0["fingerprint"] = "b1cNq0w5tS2yTnE7"
        },
        BadInput("an empty fingerprint", 409, "fingerprint") { $0["fingerprint"] = "" },
        BadInput("a fingerprint of another cart", 409, "fingerprint") {
            $0["lines"][0]["quantity"] = 2
        },
        BadInput("a total of the client's own", 409, "fingerprint") {
            $0["total"] = ["amount": 1, "currency": "USD"]
        },
        BadInput("a total of zero", 409, "fingerprint") { $0["total"] = 0 },
        BadInput("a total in another currency", 422, "total.currency") {
            $0["total"] = ["amount": 1, "currency": "EUR"]
        },
        BadInput("a price of the client's own", 409, "fingerprint") {
            $0["lines"][0]["unitPrice"] = ["amount": 1, "currency": "USD"]
        },
        BadInput("a price in words", 422, "lines[0].unitPrice") {
            $0["lines"][0]["unitPrice"] = "cheap"
        },
        BadInput("a name of 81 characters", 422, "customerName") { $0["customerName"] = long(81) },
        BadInput("a name of 10 000 characters", 422, "customerName") {
            $0["customerName"] = long(10_000)
        },
        BadInput("a name with NUL", 422, "customerName") { $0["customerName"] = "A\0da" },
        BadInput("a name as a number", 422, "customerName") { $0["customerName"] = 7 },
        BadInput("cash from afar", 422, "tenders[0].kind") { $0["tenders"] = [["kind": "cash"]] },
        BadInput("an unknown way to pay", 422, "tenders[0].kind") {
            $0["tenders"] = [["kind": "shells"]]
        },
        BadInput("a way to pay that isn't offered", 422, "tenders[0].kind") {
            $0["tenders"] = [["kind": "giftCard"]]
        },
        BadInput("a part below zero", 422, "tenders[0].amount") {
            $0["tenders"] = [["kind": "wallet", "amount": -1], ["kind": "counter"]]
        },
        BadInput("two ways at once", 422, "tenders[1].kind") {
            $0["tenders"] = [["kind": "counter"], ["kind": "counter"]]
        },
        BadInput("a tender that doesn't add up", 422, "tenders[0].amount") {
            $0["tenders"] = [["kind": "counter", "amount": 1]]
        },
        BadInput("tenders as words", 422, "tenders") { $0["tenders"] = "counter" },
    ]

    private static func long(_ count: Int) -> JSON { .text(String(repeating: "a", count: count)) }
}
