package import CremaDomain

/// Whom an order or a cart belongs to.
package enum Owner: Hashable, Sendable {
    /// Someone with an account.
    case person(ID<Person>)
    /// A browser or phone without one.
    case device(ID<Device>)
    /// Nobody but who holds the order's token: placed by API without an account.
    case token(ID<Order>)

    /// As it stands in a column.
    package var text: String {
        switch self {
        case .person(let id): "person:" + id.rawValue
        case .device(let id): "device:" + id.rawValue
        case .token(let id): "order:" + id.rawValue
        }
    }

    /// Reads a column.
    package init?(text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let id = String(text[text.index(after: colon)...])
        switch text[..<colon] {
        case "person": self = .person(ID(id))
        case "device": self = .device(ID(id))
        case "order": self = .token(ID(id))
        default: return nil
        }
    }
}
