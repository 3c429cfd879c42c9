import CremaAPI
import CremaDomain
import CremaHTTP
import CremaServices

extension RequestContext {
    /// The version that the caller saw, from `If-Match`; nil where it is missing. `*` is any.
    func seenVersion(current: Int64?) throws(Problem) -> Int64? {
        guard let header = request.headers["if-match"] else { return nil }
        if header == "*" { return current }
        var text = header.drop { $0 == " " }
        if text.hasPrefix("W/") { text = text.dropFirst(2) }
        if text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 {
            text = text.dropFirst().dropLast()
        }
        // A tag that isn't one of ours is of no version that there ever was.
        return Int64(text) ?? 0
    }

    /// The idempotency key with what it is used for; refused where it is missing or too short.
    func requestKey() throws(Problem) -> RequestKey {
        guard let key = request.headers["idempotency-key"] else {
            throw Problem(
                .keyMissing, "Send a new Idempotency-Key with each new request.",
                field: "Idempotency-Key")
        }
        let isPrintable = key.utf8.allSatisfy { (0x21...0x7E).contains($0) || $0 == 0x20 }
        guard isPrintable, (1...255).contains(key.utf8.count) else {
            throw Problem(
                .badRequest, "A key has 1 to 255 printable characters.", field: "Idempotency-Key")
        }
        guard actor.person != nil || key.utf8.count >= 32 else {
            throw Problem(
                .badRequest, "Without an account a key has at least 32 characters.",
                field: "Idempotency-Key")
        }
        return RequestKey(
            nameHash: nameHash(key, method: request.method.rawValue, path: request.path),
            bodyHash: Hash.sha256(request.body))
    }

    /// What a key belongs to: person, method, path.
    func nameHash(_ key: String, method: String, path: String) -> [UInt8] {
        Hash.sha256(Array("\(actor.keyScope)\n\(method) \(path)\n\(key)".utf8))
    }
}

/// Texts as they are accepted from outside.
enum TypedText {
    /// The text with blanks at its ends cut off; refused where it holds control characters. A line
    /// break counts as a blank.
    static func checked(_ text: String?, field: String) throws(Problem) -> String {
        guard let text else { return "" }
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D: out.append(" ")
            case 0x00..<0x20, 0x7F...0x9F, 0xFFFE, 0xFFFF:
                throw Problem(
                    .invalidField, "Control characters aren't accepted here.", field: field)
            default: out.append(scalar)
            }
        }
        let trimmed = String(out).drop { $0 == " " }
        let end = trimmed.lastIndex { $0 != " " }
        return end.map { String(trimmed[...$0]) } ?? ""
    }
}

/// A cart in a request, whether to be priced or placed.
protocol CartRequest {
    var locationId: String { get }
    var fulfilment: String { get }
    var lines: [LineRequest] { get }
    var tip: SentAmount? { get }
    var codes: [String]? { get }
}

extension QuoteRequest: CartRequest {}
extension PlaceOrderRequest: CartRequest {}

extension CartRequest {
    /// The cart; words are checked here, what the menu must know when it is priced.
    func cart(currency: Currency?) throws(Problem) -> Cart {
        guard let location = ID<Location>(checking: locationId) else {
            throw Problem(.notFound, "The shop has no such location.", field: "locationId")
        }
        guard let way = Fulfilment(rawValue: fulfilment) else {
            throw Problem(.invalidField, "toGo or forHere is needed.", field: "fulfilment")
        }
        guard lines.count <= Limits.linesPerCart.upperBound else {
            throw Problem(
                .invalidField, "At most \(Limits.linesPerCart.upperBound) lines.", field: "lines")
        }
        var cart = Cart(locationID: location, fulfilment: way)
        for (index, line) in lines.enumerated() {
            cart.lines.append(try line.line(field: "lines[\(index)]"))
        }
        cart.tip = try tip?.money(currency, field: "tip") ?? .zero
        for (index, code) in (codes ?? []).enumerated() {
            let text = try TypedText.checked(code, field: "codes[\(index)]")
            throw Problem(
                .invalidField, "Nobody knows the code \(text.prefix(40)).",
                field: "codes[\(index)]")
        }
        return cart
    }
}

extension LineRequest {
    func line(field: String) throws(Problem) -> CartLine {
        var line = CartLine(itemID: ID(checking: itemId) ?? ID("-"), quantity: quantity)
        line.sizeID = sizeId.map { ID(checking: $0) ?? ID("-") }
        line.modifiers = (modifiers ?? []).map {
            ModifierChoice(id: ID(checking: $0.id) ?? ID("-"), quantity: $0.quantity ?? 1)
        }
        line.request = try TypedText.checked(request, field: field + ".request")
        line.cupName = try TypedText.checked(cupName, field: field + ".cupName")
        return line
    }
}

extension SentAmount {
    /// The amount, where its currency is the shop's.
    func money(_ currency: Currency?, field: String) throws(Problem) -> Money {
        if let named = self.currency, let currency, named != currency.code {
            throw Problem(
                .invalidField, "Amounts here are in \(currency.code).", field: field + ".currency")
        }
        return Money(amount)
    }
}
