/// What a person may do at a location, from least to most.
public enum Role: String, CaseIterable, Hashable, Sendable {
    /// Nobody we know: an order by a device's token.
    case guest
    /// Signed up.
    case customer
    /// Works the queue.
    case barista
    /// Edits menu, hours and people of a location.
    case manager
    /// Everything, at every location.
    case owner

    /// Works for the shop.
    public var isStaff: Bool {
        switch self {
        case .guest, .customer: false
        case .barista, .manager, .owner: true
        }
    }
}

/// Someone with an account.
public enum Person {}
/// A browser or phone that orders without an account.
public enum Device {}
