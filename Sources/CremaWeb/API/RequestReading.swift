import CremaAPI
import CremaDomain
package import CremaHTTP
import CremaServices

/// Texts as they are accepted from outside.
enum TypedText {
    /// The text with blanks at its ends cut off; refused where it holds control characters or is
    /// too long. A line break counts as a blank.
    static func checked(
        _ text: String?, field: String, limit: Int? = nil
    ) throws(Problem) -> String {
        guard let text else { return "" }
        if let limit, Limits.exceeds(text, characters: limit) {
            throw Problem(.invalidField, "At most \(limit) characters.", field: field)
        }
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

extension WebApp {
    /// Bytes of a body, by address. The largest cart that `Limits` allow, with every wish written
    /// in letters of four bytes, fits; all else is far below the usual limit.
    package static func bodyLimit(_ request: HTTPRequest) -> Int? {
        switch request.path {
        case Endpoint.createQuote.path, Endpoint.createOrder.path: 524_288
        default: nil
        }
    }
}
