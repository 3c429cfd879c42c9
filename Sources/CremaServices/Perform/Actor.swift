package import CremaDomain
package import CremaStore

/// Who acts, as a request proved it.
package struct Actor: Sendable, Hashable {
    /// Someone with an account, signed in.
    package let person: ID<Person>?
    /// The browser or phone, by its signed cookie.
    package let device: ID<Device>?
    /// The one order that a guest's token opens.
    package let tokenOrder: ID<Order>?
    /// Roles of the person.
    package let memberships: [Membership]

    package init(
        person: ID<Person>? = nil, device: ID<Device>? = nil, tokenOrder: ID<Order>? = nil,
        memberships: [Membership] = []
    ) {
        self.person = person
        self.device = device
        self.tokenOrder = tokenOrder
        self.memberships = memberships
    }

    /// Nobody we know.
    package static let nobody = Actor()

    /// Crema itself: expiry, demo traffic.
    package static let system = Actor(person: ID("system"))

    /// The role at a location: the highest of those held there or everywhere.
    package func role(at location: ID<Location>) -> Role {
        var best = person == nil ? Role.guest : .customer
        for membership in memberships
        where membership.locationID == nil || membership.locationID == location {
            if membership.role.rank > best.rank { best = membership.role }
        }
        return best
    }

    /// The highest role of those that hold everywhere.
    package var roleEverywhere: Role {
        let base = person == nil ? Role.guest : .customer
        return memberships.filter { $0.locationID == nil }.map(\.role)
            .reduce(base) { $1.rank > $0.rank ? $1 : $0 }
    }

    /// The highest role held anywhere.
    package var highestRole: Role {
        let base = person == nil ? Role.guest : .customer
        return memberships.map(\.role).reduce(base) { $1.rank > $0.rank ? $1 : $0 }
    }

    /// Whose the actor's carts and new orders are; nil for a guest by API.
    package var owner: Owner? {
        if let person { return .person(person) }
        return device.map { .device($0) }
    }

    /// Everybody whose orders are the actor's own: after signing in the device's are, too.
    package var owners: [Owner] {
        var all: [Owner] = []
        if let person { all.append(.person(person)) }
        if let device { all.append(.device(device)) }
        if let tokenOrder { all.append(.token(tokenOrder)) }
        return all
    }

    /// Whose idempotency keys are the actor's; empty for nobody we know.
    package var keyScope: String { owner?.text ?? tokenOrder.map { "order:\($0)" } ?? "" }

    /// As the audit log names it.
    package var auditName: String { person?.rawValue ?? keyScope }

    /// Whether an order is the actor's own.
    package func owns(_ record: OrderRecord) -> Bool {
        owners.contains(record.owner) || tokenOrder == record.order.id
    }
}

extension Role {
    /// Place in the order from least to most.
    package var rank: Int {
        switch self {
        case .guest: 0
        case .customer: 1
        case .barista: 2
        case .manager: 3
        case .owner: 4
        }
    }
}
